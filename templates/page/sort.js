// Tables can be read without this: it adds to each heading a button that sorts by its column.
for (const table of document.querySelectorAll("table")) {
  const body = table.tBodies[0];
  if (body.rows.length < 2) continue;
  const headings = [...table.tHead.rows[0].cells];
  headings.forEach((heading, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...heading.childNodes);
    heading.append(button);
    button.addEventListener("click", () => {
      const falling = heading.ariaSort === "ascending";
      for (const other of headings) other.removeAttribute("aria-sort");
      heading.ariaSort = falling ? "descending" : "ascending";
      const key = (row) => {
        const text = row.cells[column].textContent;
        const nodes = text.match(/^(\d+)x(\d+)/); // a rung: nodes x ranks on each
        const number = nodes ? nodes[1] * nodes[2] : parseFloat(text.replace(/^\D*?(?=-?\d)/, ""));
        return Number.isNaN(number) ? [1, 0, text] : [0, number, text];
      };
      const order = (a, b) => a[0] - b[0] || a[1] - b[1] || a[2].localeCompare(b[2]);
      const rows = [...body.rows].map((row) => [key(row), row]);
      rows.sort((a, b) => (falling ? -1 : 1) * order(a[0], b[0]));
      for (const [, row] of rows) body.append(row);
    });
  });
}
