#!/bin/bash
# The page that a sweep leaves: looked at in a real browser, which loads nothing and complains of nothing. Plots as files.
here=$(readlink -f "$(dirname "${BASH_SOURCE[0]}")")
# shellcheck source=tests/end_to_end/expect.bash
source "$here/expect.bash"

cat >rate.yaml <<'YAML'
name: rate
command: '[[ {run_dir} != */2cpu-r2/* ]] || { echo "<b>no</b> & \"none\"" >&2; exit 3; }; echo "rate: $((1000 * {ranks} - 100 * {ranks} ** 2 + RANDOM % 40))"'
metrics: {throughput: {regex: 'rate: (\d+)', unit: "<i>s/s"}}
scales: [1cpu, 2cpu]
repeats: 3
YAML
expect_exit 1 "$SCALEGEN" sweep rate.yaml -o runs
expect_line err "report as a page: $work/runs/report.html"
expect_exit 1 "$SCALEGEN" report runs --format html
cmp out runs/report.html || fail "what is printed is not what is written"
expect_line out 'exit status 3: &lt;b&gt;no&lt;/b&gt; &amp; &quot;none&quot;'

# A page that cannot be written costs no figure.
rm runs/report.html
mkdir runs/report.html
expect_exit 1 "$SCALEGEN" sweep rate.yaml -o runs
expect_line err 'no page of this report was written: '
rmdir runs/report.html
expect_exit 1 "$SCALEGEN" sweep rate.yaml -o runs

# As files.
expect_exit 1 "$SCALEGEN" report runs --plots plots
for plot in speedup efficiency per-doubling; do
  expect_line out "plots/$plot.svg"
  xmllint --noout "plots/$plot.svg" || fail "plots/$plot.svg is no XML"
  [[ $(head --bytes=4 "plots/$plot.pdf") == %PDF ]] || fail "plots/$plot.pdf is no PDF"
  # 460 pixels of 1/96 inch at 300 dots an inch: bytes 17 to 20 of a PNG are its width.
  (($(od -An -tu1 -j18 -N2 "plots/$plot.png" | awk '{print 256 * $1 + $2}') == 1438)) || fail "plots/$plot.png is not as wide as 300 dpi make it"
done
if type -P rsvg-convert >/dev/null; then
  # The same bytes again, without the time of today in them; a paper's are 8.5 cm wide; both say 300 dpi.
  sleep 1
  expect_exit 1 "$SCALEGEN" report runs --plots again
  cmp plots/speedup.pdf again/speedup.pdf || fail "the same chart is another PDF"
  ! grep --text CreationDate plots/speedup.pdf | grep --invert-match '(19700101000000' || fail "a PDF says when it was made"
  expect_exit 1 "$SCALEGEN" report runs --plots paper --for paper
  expect_line <(head --bytes=300 paper/speedup.svg) 'width="241pt"'
  ! grep 'class="title"' paper/speedup.svg || fail "a chart for a paper has a title"
  for png in plots paper; do
    python3 - "$png/speedup.png" <<'PYTHON' || fail "$png/speedup.png does not say 300 dpi"
import struct, sys, zlib
png, at, chunks = open(sys.argv[1], "rb").read(), 8, {}
while at < len(png):
    size, kind = struct.unpack(">I4s", png[at : at + 8])
    assert struct.unpack(">I", png[at + 8 + size : at + 12 + size])[0] == zlib.crc32(png[at + 4 : at + 8 + size]), kind
    chunks[kind] = png[at + 8 : at + 8 + size]
    at += 12 + size
assert struct.unpack(">IIB", chunks[b"pHYs"]) == (11811, 11811, 1)
assert struct.unpack(">I", chunks[b"IHDR"][:4])[0] == (1005 if "paper" in sys.argv[1] else 1438), chunks[b"IHDR"]
PYTHON
  done
fi
expect_exit 2 "$SCALEGEN" report runs --plots none --for proposal
expect_line err "--plots writes charts, and '--for proposal' is of a text"
expect_exit 2 "$SCALEGEN" report runs --for paper
expect_line err "'--for paper' is of charts"
PATH=$work/nothing expect_exit 1 "$SCALEGEN" report runs --plots svg_only
expect_line err 'SVG only: rsvg-convert, which would make PDF and PNG, is not installed here'
expect_text <(ls svg_only) $'efficiency.svg\nper-doubling.svg\nspeedup.svg'

# A table has a page, and one without a line of figures nothing to draw.
printf 'rung,seconds\n1gpu,100\n2gpus,55\n' >table.csv
expect_exit 0 "$SCALEGEN" report table.csv --format html
expect_line out '<figure id="speedup">'
cat >none.yaml <<'YAML'
name: none
command: 'exit 1'
scales: [1cpu]
YAML
expect_exit 1 "$SCALEGEN" sweep none.yaml -o none_runs
expect_exit 2 "$SCALEGEN" report none_runs --plots none
expect_line err 'there is nothing to draw yet: no run has a figure'

type -P chromium >/dev/null || { echo "skipped: chromium is not installed"; exit 77; }
python3 "$here/page.py" runs/report.html 1cpu,2cpu || fail "the page of the sweep"
"$SCALEGEN" report table.csv --format html >table.html
python3 "$here/page.py" table.html 1gpu,2gpus || fail "the page of a table"
