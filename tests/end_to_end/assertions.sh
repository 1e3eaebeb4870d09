#!/bin/bash
# What a sweep asserts: decided by the whole interval, said in each report, and told to a CI by the exit status.
# shellcheck source=tests/end_to_end/expect.bash
source "$(dirname "${BASH_SOURCE[0]}")/expect.bash"

sweep_file() { # ASSERTIONS: of a program so short that nothing shows the load beside it, which leaves no record of that
  cat >rate.yaml <<YAML
name: rate
command: 'rm -f "\$SCALEGEN_RUN_DIR"/node.*.txt; echo "rate: \$((1000 * {ranks} - 100 * {ranks} ** 2 + RANDOM % 9))"; echo {ranks} >>ledger'
metrics: {throughput: {regex: 'rate: (\d+)', unit: images/s}}
scales: [1cpu, 2cpu]
repeats: 3
assert: $1
YAML
}

expect_runs() { # HOW_MANY
  [[ $(wc --lines <ledger) == "$1" ]] || fail "there are not $1 runs in the ledger" "$(cat ledger)"
}

# About 1.78 times as fast: one holds, one is open.
sweep_file '[speedup at 2cpu >= 1.5, throughput at 1cpu >= 100 tokens/s]'
expect_exit 0 "$SCALEGEN" sweep rate.yaml -o runs
expect_line out 'speedup at 2cpu >= 1.5              holds  1.7'
expect_line out 'throughput at 1cpu >= 100 tokens/s  open   '
expect_line out 'the report is in images/s'
expect_runs 6

# A changed assertion is judged by what was measured.
sweep_file '[speedup at 2cpu >= 1.6]'
expect_exit 0 "$SCALEGEN" sweep rate.yaml -o runs
expect_line err 'the sweep file has changed, and no run depends on it'
expect_runs 6
sweep_file '["efficiency at 2cpu >= 95 %"]'
expect_exit 1 "$SCALEGEN" sweep rate.yaml -o runs
expect_runs 6
expect_line out 'efficiency at 2cpu >= 95 %  fails  8'
expect_exit 1 "$SCALEGEN" report runs
expect_exit 1 "$SCALEGEN" report runs --for proposal
expect_exit 1 "$SCALEGEN" report runs --format latex
expect_exit 1 "$SCALEGEN" report runs --format json
expect_line out '"result": "fails"'
sweep_file '[speedup at 2cpu >= 1.5]'
expect_exit 0 "$SCALEGEN" sweep rate.yaml -o runs
expect_exit 0 "$SCALEGEN" report runs
