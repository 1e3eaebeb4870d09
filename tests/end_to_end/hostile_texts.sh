#!/bin/bash
# A trainer and a table whose texts would move a cursor, run a script or be computed: each verb in each of its forms.
# shellcheck source=tests/end_to_end/expect.bash
source "$(dirname "${BASH_SOURCE[0]}")/expect.bash"

cat >train.py <<'PY'
import json, os, sys
hostile = "F\x1b[31m\x9b\x7f</script><b>|$x$[l](javascript:alert(3))"
with open(os.environ["SCALEGEN_METRICS"], "w") as file:
    write = lambda line: file.write(json.dumps(line) + "\n")
    write({"event": "start", "world_size": int(sys.argv[1]), "dataset": hostile, "model": hostile, "global_batch": 8, "precision": "=1+1"})
    for step in range(1, 41):
        write({"event": "step", "step": step, "seconds": 0.01 + step % 3 / 1000, "samples": 8})
    write({"event": "end", "steps": 40})
print("\x1b]0;title\x07=1+1")
PY
cat >hostile.yaml <<'YAML'
name: hostile
command: 'python3 train.py {ranks}'
scales: [1cpu, 2cpu]
repeats: 2
YAML
expect_exit 0 "$SCALEGEN" sweep hostile.yaml -o runs
printf 'rung,seconds,bad\033[31mname\n=1+1,10,x\n@b,5.1,y\n=1+1,10.1,x\n@b,5.2,y\n' >t.csv

# No control character but tabs and new lines, valid UTF-8, no markup of theirs, no cell that a spreadsheet computes.
expect_tame() { # WHAT
  if LC_ALL=C grep --quiet --text --perl-regexp '[\x00-\x08\x0b-\x1f\x7f]' out; then fail "$1 lets a control character through"; fi
  iconv --from-code=UTF-8 --to-code=UTF-8 out >/dev/null || fail "$1 is no UTF-8"
  if grep --quiet --fixed-strings '</script><b>' out && [[ $1 == *'format html' ]]; then fail "$1 has markup of the trainer"; fi
  if grep --quiet --fixed-strings '](javascript' out && [[ $1 == *'format markdown' ]]; then fail "$1 has a link of the trainer"; fi
  if grep --quiet --extended-regexp '(^|,)"?[=@]' out && [[ $1 == *'format csv' ]]; then fail "$1 has a formula"; fi
}

for form in terminal markdown latex html csv json; do
  for target in runs t.csv; do
    "$SCALEGEN" report "$target" --format "$form" >out 2>err || fail "report $target $form" "$(cat err)"
    expect_tame "report $target --format $form"
  done
done
for form in terminal markdown latex html csv json; do
  expect_exit 0 "$SCALEGEN" compare t.csv t.csv --format "$form"
  expect_tame "compare --format $form"
  expect_exit 0 "$SCALEGEN" list . --format "$form"
  expect_tame "list --format $form"
done
for form in markdown latex; do
  expect_exit 0 "$SCALEGEN" report runs --for proposal --format "$form"
  expect_tame "report --for proposal --format $form"
done
