#!/bin/bash
# Trainers that do what none should: the sweep goes on, within its limits, and what their figures are worth is said.
# shellcheck source=tests/end_to_end/expect.bash
source "$(dirname "${BASH_SOURCE[0]}")/expect.bash"
metric="metrics: {throughput: {regex: 'Throughput: {number}', unit: images/s}}"

# sweep STATUS NAME LINE...: trainer.sh on standard input is the trainer. A second rung shows that the sweep goes on.
sweep() {
  cat >trainer.sh
  printf '%s\n' "name: $2" 'scales: [1cpu, 2cpu]' 'repeats: 1' 'workdir: "{run_dir}"' 'command: bash trainer.sh {ranks}' "${@:3}" >"$2.yaml"
  expect_exit "$1" timeout 60 "$SCALEGEN" sweep --no-trial "$2.yaml"
}
lives() { grep --quiet --no-messages "^State:[[:space:]]*[^ZX[:space:]]" "/proc/$1/status"; }
row_of() { sed --quiet "/run again to prove it/d; s/  */ /g; s/ $//; /^$1\(:\| [0-9]\)/p" out; } # or why it has no figure

# Much output without an end of line, binary, and nothing.
sweep 0 much "$metric" <<'SH'
head -c 60000000 /dev/zero | tr '\0' x
echo
yes "a line of a trainer that says too much" | head -c 60000000
echo
echo "Throughput: ${1}00"
SH
[[ $(row_of 2cpu) == "2cpu 200 2.00x "* ]] || fail "not the figure of what printed much" "$(cat out)"
sweep 0 binary "$metric" <<'SH'
head -c 3000000 /dev/urandom
printf '\n\xff\xfe\0Throughput: %s00\n' "$1"
head -c 3000000 /dev/urandom | tr '\n\r' x
SH
[[ $(row_of 2cpu) == "2cpu 200 2.00x "* ]] || fail "not the figure among binary output" "$(cat out)"
sweep 1 silent "$metric" <<<:
[[ $(row_of 2cpu) == *"no line of out or err matches throughput's regex" ]] || fail "silence has a figure" "$(cat out)"

# It forks and returns: a child in its group, and one in a session of its own. Neither lives on, and no wall time counts.
for how in "" setsid; do
  sweep 1 "forks$how" <<SH
$how sleep 300 >/dev/null 2>&1 &
echo \$! >pid.\$1
SH
  [[ $(row_of 2cpu) == *" 'sleep 300' went on when its command had returned: start it in the foreground" ]] ||
    fail "a program that forked and returned has a figure" "$(cat out)"
  for rung in 1 2; do
    pid=$(<"forks$how-local/runs/${rung}cpu-r1/1/work/pid.$rung")
    ! lives "$pid" || fail "process $pid outlived its run"
  done
done
sweep 0 helper "$metric" <<'SH'
setsid sleep 300 &
echo "Throughput: ${1}00"
SH
expect_line out "warning: 2cpu: when the command of 2cpu-r1 had returned, 'sleep 300' went on and was ended: its figure may not be of the \
whole work; start it in the foreground"
sweep 0 brief <<'SH'
sleep 0.5 &
SH

# It ignores SIGTERM, in a session of its own too, and takes too long.
sweep 1 deaf 'time_limit: 2s' <<'SH'
trap '' TERM
setsid bash -c 'trap "" TERM; echo $$ >pid; while :; do sleep 1; done' &
while :; do sleep 1; done
SH
[[ $(row_of 2cpu) == *"timed out after 2 s (time_limit: 2s)" ]] || fail "not timed out" "$(cat out)"
! lives "$(<deaf-local/runs/2cpu-r1/1/work/pid)" || fail "what ignores SIGTERM outlived its run"

# It changes folders.
sweep 0 moves "$metric" <<'SH'
cd /
echo "Throughput: ${1}00"
SH

# It writes to its run directory.
sweep 1 removes "$metric" <<'SH'
echo "Throughput: ${1}00"
rm -r "$SCALEGEN_RUN_DIR"
SH
[[ $(row_of 2cpu) == *"the program removed files of its run, in $work/removes-local/runs/2cpu-r1/1, and may have removed its figures" ]] ||
  fail "a removed folder is not said" "$(cat out err)"
sweep 1 removes-output "$metric" <<'SH'
echo "Throughput: ${1}00"
rm "$SCALEGEN_RUN_DIR/out"
SH
[[ $(row_of 2cpu) == *"the program removed files of its run, in "* ]] || fail "removed output is not said" "$(cat out)"
sweep 0 writes "$metric" <<'SH'
for file in exit.json started.json folder.txt goes_on.x.txt place.x.txt environment.json; do echo '{"status": 7}' >"$SCALEGEN_RUN_DIR/$file"; done
sleep 1 # whoever follows has time to read them
echo "Throughput: ${1}00"
SH
[[ $(row_of 2cpu) == "2cpu 200 2.00x "* ]] || fail "no figure of what wrote to its run directory" "$(cat out err)"
sweep 1 metrics <<'SH'
echo 'no event' >"$SCALEGEN_METRICS"
SH
expect_line out "line 1 of metrics.jsonl"
sweep 0 plan "$metric" <<'SH' # the sweep goes on with what it has read
echo "Throughput: ${1}00"
rm -f "$SCALEGEN_RUN_DIR"/../../../plan.jsonl
SH
[[ $(row_of 2cpu) == "2cpu 200 2.00x "* ]] || fail "no figure without a plan" "$(cat out err)"
expect_exit 2 "$SCALEGEN" report plan-local
expect_line err "error: '$work/plan-local' is not a run directory: it has no plan.jsonl"

# It removes its own script: the next run says so.
sweep 1 script "$metric" <<'SH'
echo "Throughput: ${1}00"
rm "$0"
SH
expect_line out "trainer.sh: No such file or directory"
