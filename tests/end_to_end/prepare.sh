#!/bin/bash
# `prepare:` runs once, before the first run, unmeasured, with a log and a failure of its own, whatever is killed meanwhile.
# shellcheck source=tests/end_to_end/expect.bash
source "$(dirname "${BASH_SOURCE[0]}")/expect.bash"
sweep() { "$SCALEGEN" sweep own.yaml "$@"; }
cat >own.yaml <<'YAML'
name: own
command: ./train.sh {ranks}
scales: [1cpu, 2cpu]
metrics: {throughput: {regex: 'speed {number}', unit: images/s}}
repeats: 1
env: {LIBRARY: mine}
setup: test -e built
prepare:
  - echo "$PWD $LIBRARY" >>ledger
  - while [[ -e hold ]]; do sleep 0.1; done
  - test -e network || { echo "no route to the data" >&2; exit 3; }
  - touch "{sweep_dir}/built"
YAML
put_program train.sh <<'SH'
echo "$1" >>runs
echo "speed $1"
SH
expect_exit 0 "$SCALEGEN" plan own.yaml
expect_line out "prepare: 4 lines, once, before the first run, where scalegen runs"

# It fails: no run begins, and the same command tries again.
for _ in 1 2; do
  expect_exit 2 sweep
  expect_text err "run directory: $work/own-local
2 jobs to be submitted later: 4 lines of 'prepare:' run first
error: the preparation failed: exit status 3
      = note: its last line: no route to the data
      = note: its output is in '$work/own-local/jobs/prepare'
      = hint: correct it, and give the same command again: no run has begun"
done
expect_text ledger "$work mine
$work mine"
[[ ! -e runs && ! -e own-local/prepared ]] || fail "a run has begun"

# The tool is killed while it runs: the next one waits for its end, and does nothing twice.
touch network hold
rm ledger
"$SCALEGEN" sweep own.yaml >out 2>err &
follower=$!
for ((i = 0; i < 200; ++i)); do [[ ! -e ledger ]] || break && sleep 0.05; done
kill -KILL "$follower"
wait "$follower" 2>/dev/null || true
(sleep 1 && rm hold) &
expect_exit 0 sweep
wait
expect_text ledger "$work mine"
expect_text runs "1
2"
expect_exit 0 sweep
expect_text ledger "$work mine"
expect_line own-local/jobs/prepare/local-once.out "no route to the data"

# Lines are a script by themselves: its end, its variables and what it leaves running are its own.
cat >lines.yaml <<'YAML'
name: lines
command: sh -c "echo speed {ranks}"
scales: [1cpu]
metrics: {throughput: {regex: 'speed {number}', unit: images/s}}
repeats: 1
workdir: made
prepare:
  - mkdir --parents made && echo "$UNSET" >>made/ledger
  - root=/nowhere
  - sleep 600 & echo "$!" >made/left
  - test -e made/again || { touch made/again; exit 1; }
  - exit 0
YAML
expect_exit 2 "$SCALEGEN" sweep lines.yaml
expect_exit 0 "$SCALEGEN" sweep lines.yaml
kill "$(<made/left)"
[[ $(wc --lines <made/ledger) == 2 && -e lines-local/prepared ]] || fail "it did not run beside the sweep file" "$(ls made lines-local)"

# Other lines are another preparation; what has been measured does not change with it.
sed --in-place 's/network ||/network \&\& true ||/' own.yaml
expect_exit 2 sweep
expect_line err "'$work/own-local' holds the runs of another sweep"

# By hand: a script says what is to come first.
expect_exit 0 "$SCALEGEN" generate own.yaml -o by-hand
expect_line out "prepare, once:       bash $work/by-hand/jobs/prepare/job.sbatch"
expect_exit 69 bash by-hand/jobs/1cpu-r1/job.sbatch
expect_text err "scalegen: nothing is prepared yet: bash $work/by-hand/jobs/prepare/job.sbatch"
expect_exit 0 bash by-hand/jobs/prepare/job.sbatch
expect_exit 0 bash by-hand/jobs/1cpu-r1/job.sbatch again
