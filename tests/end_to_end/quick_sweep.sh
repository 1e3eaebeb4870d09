#!/bin/bash
# The real tool and the real workload, on one rank and on two: a table whose every figure was measured.
# shellcheck source=tests/end_to_end/expect.bash
source "$(dirname "${BASH_SOURCE[0]}")/expect.bash"
write_quick_sweep

expect_exit 0 "$SCALEGEN" sweep quick.yaml --verbose
expect_line out "synthetic digits"
for rung in 1cpu 2cpu; do
  grep --quiet --extended-regexp "^$rung +[0-9]+ +(1 \(baseline\)|[0-9.]+x)" out || fail "no figures for $rung" "$(cat out)"
done
expect_line out "1 (baseline)"
expect_line out "placement: as asked in all 4 runs; node $(uname -n)"
for run in 1cpu-r1 2cpu-r1 1cpu-r2 2cpu-r2; do
  folder=quick-local/runs/$run/1
  expect_line "$folder/out" "scalegen: end of $run"
  expect_line "$folder/exit.json" '"status": 0'
  expect_line "$folder/environment.json" '"host"'
  [[ $(grep --count '"event":"step"' "$folder/metrics.jsonl") == 12 ]] || fail "$run has not 12 steps"
done
cp out first

# Again: nothing runs a second time, and the table is the same.
expect_exit 0 "$SCALEGEN" sweep quick.yaml --verbose
expect_text out "$(cat first)"
[[ -z $(find quick-local/runs -name 2 -type d) ]] || fail "a run that was completed ran again"

# report reads the same, also where it may not write; the only run directory here need not be named.
expect_exit 0 "$SCALEGEN" report quick-local --verbose
expect_text out "$(cat first)"
expect_exit 0 "$SCALEGEN" report --verbose
expect_text out "$(cat first)"
expect_exit 0 "$SCALEGEN" status --wait
expect_text out "4 runs: 4 completed"
