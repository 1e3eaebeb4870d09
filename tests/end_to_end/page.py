"""page.py REPORT.html RUNGS: looks at a report's page in a real browser. Exit 1 with what is wrong."""
import base64
import sys

from chromium import Page

# Each element with text of its own against what is behind it, by WCAG 2: the worst contrast, and whose it is.
WORST_CONTRAST = """(() => {
  const rgb = (text) => (text.match(/[\\d.]+/g) || []).map(Number);
  const luminance = (c) => {
    const [r, g, b] = c.map((v) => v / 255).map((v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (e) => {
    for (; e; e = e.parentElement) {
      const c = rgb(getComputedStyle(e).backgroundColor);
      if (c.length === 3 || c[3] > 0) return c.slice(0, 3);
    }
    return [255, 255, 255];
  };
  let worst = [21, ""];
  for (const e of document.querySelectorAll("body *")) {
    if (![...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()) || e.matches("script, title, desc")) continue;
    const style = getComputedStyle(e);
    const text = rgb(e.namespaceURI.includes("svg") ? style.fill : style.color).slice(0, 3);
    const [low, high] = [luminance(text), luminance(behind(e))].sort((a, b) => a - b);
    const ratio = (high + 0.05) / (low + 0.05);
    if (ratio < worst[0]) worst = [ratio, e.tagName + ": " + e.textContent.slice(0, 40)];
  }
  return worst;
})()"""

FIRST_COLUMN = "[...document.querySelector('#results tbody').rows].map((row) => row.cells[0].textContent)"


def fail(what):
    sys.exit(f"FAILED: {what}")


def expect(holds, what):
    if not holds:
        fail(what)


def check_quiet(page):
    expect(not page.complaints, f"the browser complains: {page.complaints}")


def check_widths(page):
    for width in (320, 390, 800, 1200):
        page.use(width=width)
        wide = page.value("document.documentElement.scrollWidth")
        expect(wide <= width, f"at {width} pixels the page is {wide} wide")


def check_contrast(page):
    for dark in (False, True):
        page.use(dark=dark)
        ratio, whose = page.value(WORST_CONTRAST)
        expect(ratio >= 4.5, f"{'dark' if dark else 'light'}: a contrast of {ratio:.2f} in {whose}")
    background = page.value("getComputedStyle(document.body).backgroundColor")
    expect(background != "rgb(255, 255, 255)", "the dark page is white")


def check_names(page):
    nodes = page.send("Accessibility.getFullAXTree")["nodes"]
    named = {}
    for node in nodes:
        role, name = node.get("role", {}).get("value"), node.get("name", {}).get("value", "")
        named.setdefault(role, []).append(name)
    drawings = page.value("document.querySelectorAll('svg').length")
    images = named.get("image", named.get("img", []))
    expect(drawings > 0 and len(images) == drawings, f"{drawings} drawings, and {len(images)} for a screen reader")
    expect(all(images), "a drawing has no name")
    expect(all(named["region"]), "a region has no name")
    expect(page.value("document.querySelectorAll('figure table').length") == drawings, "a drawing has no table")
    expect(all(named["button"]), "a button has no name")
    expect("navigation" in named and "main" in named, "no landmarks to go to")


def check_keyboard(page, rungs):
    page.use()
    page.value("document.activeElement.blur()")
    page.press("Tab")
    expect(page.value("document.activeElement.className") == "skip", "the first stop is not the link to the results")
    expect(page.value(FIRST_COLUMN) == rungs, "the table is not in the order of the report")
    for _ in range(60):
        if page.value("document.activeElement.matches('#results th button')"):
            break
        page.press("Tab")
    for expected, sort in ((rungs, "ascending"), (rungs[::-1], "descending")):
        page.press("Enter")
        expect(page.value(FIRST_COLUMN) == expected, f"{sort}: {page.value(FIRST_COLUMN)}")
        expect(page.value("document.activeElement.parentElement.ariaSort") == sort, f"not said to be {sort}")
    page.press("Enter")


def check_print(page):
    page.use(media="print", dark=True)
    background = page.value("getComputedStyle(document.body).backgroundColor")
    expect(background == "rgb(255, 255, 255)", "prints on dark paper")
    expect(page.value("document.querySelector('#runs table').checkVisibility()"), "the folded runs are not printed")
    page.use()
    expect(not page.value("document.querySelector('#runs table').checkVisibility()"), "the runs are not folded")
    page.use(media="print", dark=True)
    pdf = base64.b64decode(page.send("Page.printToPDF", preferCSSPageSize=True)["data"])
    expect(b"/MediaBox [0 0 594.95996 841.91998]" in pdf or b"/MediaBox [0 0 595" in pdf, "not A4")
    expect(len(pdf) > 10_000, "an empty print")


def main():
    file, rungs = sys.argv[1], sys.argv[2].split(",")
    with Page() as page:
        page.use()
        page.open(file)
        check_widths(page)
        check_contrast(page)
        check_names(page)
        check_keyboard(page, rungs)
        check_print(page)
        check_quiet(page)


main()
