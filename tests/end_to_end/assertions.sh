#!/bin/bash
# What a sweep asserts: decided by the whole interval, said in each report, and told to a CI by the exit status.
# shellcheck source=tests/end_to_end/expect.bash
source "$(dirname "${BASH_SOURCE[0]}")/expect.bash"

sweep_file() { # ASSERTIONS
  cat >rate.yaml <<YAML
name: rate
command: 'echo "rate: \$((1000 * {ranks} - 100 * {ranks} ** 2 + RANDOM % 9))"'
metrics: {throughput: {regex: 'rate: (\d+)', unit: images/s}}
scales: [1cpu, 2cpu]
repeats: 3
assert: $1
YAML
}

# About 1.78 times as fast: one holds, one fails.
sweep_file '[speedup at 2cpu >= 1.5, "efficiency at 2cpu >= 95 %", throughput at 1cpu >= 100 tokens/s]'
expect_exit 1 "$SCALEGEN" sweep rate.yaml -o runs
expect_line out 'speedup at 2cpu >= 1.5              holds  1.7'
expect_line out 'efficiency at 2cpu >= 95 %          fails  8'
expect_line out 'throughput at 1cpu >= 100 tokens/s  open   '
expect_line out 'the report is in images/s'
expect_exit 1 "$SCALEGEN" report runs
expect_exit 1 "$SCALEGEN" report runs --format json
expect_line out '"result": "fails"'

# No run depends on it: a changed assertion is judged by what was measured.
sweep_file '[speedup at 2cpu >= 1.5]'
expect_exit 0 "$SCALEGEN" sweep rate.yaml -o runs
expect_line err 'the sweep file has changed, and no run depends on it'
expect_exit 0 "$SCALEGEN" report runs

# Mistakes, each with its place.
sweep_file '[speedup at 4cpu >= 1.5, efficiency at 2cpu >= 95, sped at 2cpu >= 1, speedup at 2cpu >= 1, speedup at 2cpu >= 1]'
expect_exit 2 "$SCALEGEN" plan rate.yaml
expect_line err "rate.yaml:6:34: error: 'efficiency at 2cpu >= 95' asserts an efficiency of 9500 %"
expect_line err "rate.yaml:6:60: error: 'sped' is no figure of a rung"
expect_line err "rate.yaml:6:101: error: 'speedup at 2cpu >= 1' is asserted twice"
sweep_file '[speedup at 4cpu >= 1.5]'
expect_exit 2 "$SCALEGEN" plan rate.yaml
expect_line err "rate.yaml:6:10: error: no rung of this sweep is called '4cpu'"
expect_line err "hint: did you mean '1cpu'?"
