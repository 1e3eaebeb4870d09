#!/bin/bash
# Ctrl-C, SIGTERM (as of `timeout`), and kill -9: nothing is left running that ought not to, and the same command goes on.
# shellcheck source=tests/end_to_end/expect.bash
source "$(dirname "${BASH_SOURCE[0]}")/expect.bash"
write_quick_sweep
sed -i 's/steps: 12/steps: 4000/; s/^repeats: .*/repeats: 1/' quick.yaml

wait_for() { # wait_for FILE: it is there
  for _ in {1..600}; do
    [[ -e $1 ]] && return 0
    sleep 0.05
  done
  fail "$1 does not appear"
}
ranks_alive() { pgrep --full "scalegen-train .*--steps 4000" >/dev/null; }

# A shell without job control starts what is in the background deaf to INT: setsid gives it ears again.
start() {
  setsid --fork env --default-signal=INT bash -c 'echo $$ >pid; exec "$@" >out 2>err' start "$SCALEGEN" sweep quick.yaml
  wait_for pid
}
ended() {
  for _ in {1..300}; do
    kill -0 "$1" 2>/dev/null || return 0
    sleep 0.05
  done
  return 1
}

start
wait_for quick-local/plan.jsonl
first=$(awk -F'"' '/"run"/ {print $4; exit}' quick-local/plan.jsonl)
wait_for "quick-local/runs/$first/1/metrics.jsonl"
kill -INT "$(cat pid)"
ended "$(cat pid)" || fail "an interrupted sweep goes on"
ranks_alive && fail "ranks outlive an interrupted sweep"
expect_line err "interrupted: 0 of 2 runs are completed; the same command continues"
expect_line "quick-local/runs/$first/1/exit.json" '"cause": "TERM"'

# Killed outright, the script lives on, and the next sweep waits for it instead of starting it again.
rm pid
start
wait_for "quick-local/runs/$first/2/metrics.jsonl"
kill -KILL "$(cat pid)"
ended "$(cat pid)" || fail "kill -9 does not end the tool"
ranks_alive || fail "the ranks ended with the tool"
rm pid
start
sleep 1
expect_exit 2 "$SCALEGEN" sweep quick.yaml
expect_line err "quick-local"
[[ ! -e quick-local/runs/$first/3 ]] || fail "a living run was started again"
kill -INT "$(cat pid)"
ended "$(cat pid)" || fail "an interrupted sweep goes on"
ranks_alive && fail "ranks outlive an interrupted sweep"

# Runs that have completed are measured: what is said of them is the command that shows them.
cat >short.yaml <<'YAML'
name: short
command: "echo {ranks}.5 images/s; (({ranks} == 1)) || sleep 60"
scales: [1cpu, 2cpu]
repeats: 1
metrics: {throughput: {regex: '{number} images/s', unit: images/s}}
YAML
for signal in TERM INT; do
  rm -rf pid short-local
  setsid --fork env --default-signal=INT bash -c 'echo $$ >pid; exec "$@" >out 2>err' start "$SCALEGEN" sweep short.yaml --no-trial
  wait_for short-local/runs/1cpu-r1/1/exit.json
  wait_for short-local/runs/2cpu-r1/1/started.json
  kill -"$signal" "$(cat pid)"
  ended "$(cat pid)" || fail "a sweep goes on after $signal"
  forget_load err
  expect_text err "run directory: $work/short-local
1/2  1cpu-r1  completed
1/2  2cpu-r1  cancelled
interrupted: 1 of 2 runs are completed; the same command continues, and 'scalegen report $work/short-local' shows what is measured"
  expect_exit 0 "$SCALEGEN" report short-local --format csv
  expect_line out "1cpu,cpu,1,1,1,1.5,"
done
