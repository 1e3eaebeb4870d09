// Tables can be read without this: it adds to each heading a button that sorts by its column. Cells in which
// nothing is known stay last, whichever way.
for (const table of document.querySelectorAll("table")) {
  const body = table.tBodies[0];
  if (body.rows.length < 2) continue;
  const headings = [...table.tHead.rows[0].cells];
  headings.forEach((heading, column) => {
    if (heading.tagName !== "TH") return; // a column without a name
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
        if (text === "" || text === "-") return [2, 0, ""];
        const nodes = text.match(/^(\d+)x(\d+)/); // a rung: nodes x ranks on each
        const number = nodes ? nodes[1] * nodes[2] : parseFloat(text.replace(/^\D*?(?=-?\d)/, ""));
        return Number.isNaN(number) ? [1, 0, text] : [0, number, text];
      };
      const way = falling ? -1 : 1;
      const order = (a, b) => a[0] - b[0] || way * (a[1] - b[1] || a[2].localeCompare(b[2]));
      const rows = [...body.rows].map((row) => [key(row), row]);
      rows.sort((a, b) => order(a[0], b[0]));
      for (const [, row] of rows) body.append(row);
    });
  });
}
