#!/bin/bash
# A report in the form of each panel, in all formats: pdflatex reads the LaTeX.
docs=$(readlink -f "$(dirname "${BASH_SOURCE[0]}")/../../docs")
# shellcheck source=tests/end_to_end/expect.bash
source "$(dirname "${BASH_SOURCE[0]}")/expect.bash"

cat >rate.yaml <<'YAML'
name: rate_of
command: 'echo "rate: $((1000 * {ranks}))"'
metrics: {throughput: {regex: 'rate: (\d+)', unit: images_1/s}}
scales: [1cpu, 2cpu]
repeats: 2
campaign: [{run: train, runs: 3, nodes: 1, samples: 6e9}, {run: test, runs: 1, nodes: 64, samples: 1e6}]
YAML
# Its script has lines that are longer than a page is wide.
sed -i "s/{ranks}))/&$(printf ' --option-of-a-trainer=%d' {1..20})/" rate.yaml
expect_exit 0 "$SCALEGEN" sweep rate.yaml -o runs

for panel in archer2 csc cscs eurohpc plain prace; do
  expect_exit 0 "$SCALEGEN" report runs --for "$panel" -o "$panel"
  for file in "$panel.md" "$panel.tex" "$panel-table-1.csv" job.sbatch; do
    expect_line out "$panel/$file"
    [[ -s $panel/$file ]] || fail "$panel/$file is empty"
  done
  expect_exit 0 "$SCALEGEN" report runs --for "$panel"
  cmp out "$panel/$panel.md" || fail "what is printed is not what is written"
  expect_exit 0 "$SCALEGEN" report runs --for "$panel" --format latex
  cmp out "$panel/$panel.tex" || fail "what is printed is not what is written"
done
cmp csc/job.sbatch runs/jobs/2cpu-r1/job.sbatch || cmp csc/job.sbatch runs/jobs/2cpu-r2/job.sbatch || fail "not the script that ran"

# A panel of one's own: that of the documentation.
sed -n "/^    title: Our cluster/,/^      - verdict/s/^    //p" "$docs/proposals.md" >ours.yaml
expect_exit 0 "$SCALEGEN" report runs --for ours.yaml
expect_line out "# Our cluster's committee: rate\\_of on "
expect_exit 2 "$SCALEGEN" report runs --for eurohcp
expect_line err "hint: did you mean 'eurohpc'?"
expect_exit 2 "$SCALEGEN" report runs --for csc --advise efficiency=50%
expect_line err 'the panel csc has a rule of its own'
expect_exit 2 "$SCALEGEN" report runs --for csc --format csv
expect_line err 'leave out --format and give -o FOLDER'
expect_exit 0 "$SCALEGEN" report runs --format latex
cmp out plain/plain.tex || fail "LaTeX without a panel is not that of the plain one"
echo mine >csc/csc.md
expect_exit 2 "$SCALEGEN" report runs --for csc -o csc
expect_line err "the folder 'csc' is not empty"
expect_text csc/csc.md mine

# A table of measurements made elsewhere.
printf 'rung,seconds\n1node,100\n2nodes,55\n4nodes,30\n' >table.csv
expect_exit 0 "$SCALEGEN" report table.csv --for csc
expect_line out 'open: 2nodes (90.9 %, it has no interval), 4nodes (83.3 %, it has no interval)'
expect_line out 'Time of a run, as in the table.'
expect_exit 0 "$SCALEGEN" report table.csv --for eurohpc -o of_table

type -P pdflatex >/dev/null || { echo "skipped: pdflatex is not installed"; exit 77; }
fits_the_page() { # FOLDER PANEL
  (cd "$1" && pdflatex -interaction=nonstopmode -halt-on-error "$2.tex") >latex.out ||
    fail "pdflatex refuses $1/$2.tex" "$(tail -20 latex.out)"
  ! grep -E 'Overfull|too large' latex.out || fail "the text of $1/$2.tex runs out of the page"
}
for panel in archer2 csc cscs eurohpc plain prace; do
  fits_the_page "$panel" "$panel"
done
fits_the_page of_table eurohpc

if type -P rsvg-convert >/dev/null; then
  expect_line plain/plain.log '<speedup.pdf'
  expect_line plain/plain.tex 'includegraphics{speedup.pdf}'
fi

# Names of other scripts: pdflatex says what to do, xelatex does it.
printf 'rung,seconds\nузел,100\n2gpu,55\n' >letters.csv
expect_exit 0 "$SCALEGEN" report letters.csv --for plain -o letters
(cd letters && pdflatex -interaction=nonstopmode -halt-on-error plain.tex >latex.out) && fail "pdflatex takes letters that it lacks"
expect_line letters/latex.out 'compile it with xelatex or lualatex'
if type -P xelatex >/dev/null; then
  (cd letters && xelatex -interaction=nonstopmode -halt-on-error plain.tex) >latex.out || fail "xelatex refuses letters" "$(tail -20 latex.out)"
  ! grep 'Missing character' letters/plain.log || fail "a letter is not printed"
fi
