#!/bin/bash
# The section of a proposal in Markdown and LaTeX: pdflatex reads it, and takes the chart that --plots writes.
# shellcheck source=tests/end_to_end/expect.bash
source "$(dirname "${BASH_SOURCE[0]}")/expect.bash"

cat >rate.yaml <<'YAML'
name: rate_of
command: 'echo "rate: $((1000 * {ranks}))"'
metrics: {throughput: {regex: 'rate: (\d+)', unit: images_1/s}}
scales: [1cpu, 2cpu]
repeats: 2
YAML
# Its command is longer than a page is wide.
sed -i "s/{ranks}))/&$(printf ' --option-of-a-trainer=%d' {1..20})/" rate.yaml
expect_exit 0 "$SCALEGEN" sweep rate.yaml -o runs

expect_exit 0 "$SCALEGEN" report runs --for proposal
for heading in Machine Program Scaling Method 'What is asked for'; do
  expect_line out "## $heading"
done
expect_line out 'To be added by you: the versions of the software (nothing recorded them)'
expect_line out '![speedup](speedup.svg)'
cp out proposal.md
expect_exit 0 "$SCALEGEN" report runs --for proposal --format markdown
cmp out proposal.md || fail "Markdown is not what is printed"
expect_exit 0 "$SCALEGEN" report runs --for proposal --format latex
cp out proposal.tex
expect_exit 0 "$SCALEGEN" report runs --format latex
cmp out proposal.tex || fail "a report's LaTeX is another one"

expect_exit 2 "$SCALEGEN" report runs --for ours.yaml
expect_text err "error: \`--for FILE\` is gone since 0.3: write \`--for proposal\`"
expect_exit 2 "$SCALEGEN" report runs --for ours
expect_line err "'ours' is none of proposal, paper"
expect_exit 2 "$SCALEGEN" report runs --for proposal --format csv
expect_line err "the section of a proposal has no form 'csv'"

# A table of measurements made elsewhere.
printf 'rung,seconds\n1node,100\n2nodes,55\n4nodes,30\n' >table.csv
expect_exit 0 "$SCALEGEN" report table.csv --for proposal --advise efficiency=75%
expect_line out 'The rule is an efficiency of at least 75 %, met with the whole interval.'
expect_line out 'Time of a run, as in the table.'
expect_exit 0 "$SCALEGEN" report table.csv --for proposal --format latex
cp out table.tex

type -P pdflatex >/dev/null || { echo "skipped: pdflatex is not installed"; exit 77; }
fits_the_page() { # NAME
  pdflatex -interaction=nonstopmode -halt-on-error "$1.tex" >latex.out || fail "pdflatex refuses $1.tex" "$(tail -20 latex.out)"
  ! grep -E 'Overfull|too large' latex.out || fail "the text of $1.tex runs out of the page"
}
fits_the_page table # without a chart beside it
expect_exit 0 "$SCALEGEN" report runs --plots . --for paper
fits_the_page proposal
if type -P rsvg-convert >/dev/null; then
  expect_line proposal.log '<speedup.pdf'
fi

# Names of other scripts: pdflatex says what to do, xelatex does it.
printf 'rung,seconds\nузел,100\n2gpu,55\n' >letters.csv
expect_exit 0 "$SCALEGEN" report letters.csv --for proposal --format latex
cp out letters.tex
pdflatex -interaction=nonstopmode -halt-on-error letters.tex >latex.out && fail "pdflatex takes letters that it lacks"
expect_line latex.out 'compile it with xelatex or lualatex'
if type -P xelatex >/dev/null; then
  xelatex -interaction=nonstopmode -halt-on-error letters.tex >latex.out || fail "xelatex refuses letters" "$(tail -20 latex.out)"
  ! grep 'Missing character' letters.log || fail "a letter is not printed"
fi
