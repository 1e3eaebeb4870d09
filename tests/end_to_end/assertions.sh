#!/bin/bash
# What a sweep asserts: decided by the whole interval, confirmed by one more round before it fails, said in each
# report, and told to a CI by the exit status.
# shellcheck source=tests/end_to_end/expect.bash
source "$(dirname "${BASH_SOURCE[0]}")/expect.bash"

sweep_file() { # ASSERTIONS
  cat >rate.yaml <<YAML
name: rate
command: 'echo "rate: \$((1000 * {ranks} - 100 * {ranks} ** 2 + RANDOM % 9))"; echo {ranks} >>ledger; [[ ! -e hook ]] || . ./hook'
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
expect_exit 0 "$SCALEGEN" plan rate.yaml
expect_line out '3 rounds and 1 of some rungs'
expect_line out '8 runs; at most'
expect_line out 'at least: 3 rounds, 6 runs,'
expect_line out 'if no assertion is missed'
expect_exit 0 "$SCALEGEN" sweep rate.yaml -o runs
expect_line out 'speedup at 2cpu >= 1.5              holds  1.7'
expect_line out 'throughput at 1cpu >= 100 tokens/s  open   '
expect_line out 'the report is in images/s'
expect_runs 6
expect_exit 0 "$SCALEGEN" status runs
expect_line out '2 runs not needed (1cpu-r4, 2cpu-r4): there is no missed assertion to confirm'

# A changed assertion is judged by what was measured, and one that is missed is measured once more.
sweep_file '[speedup at 2cpu >= 1.6]'
expect_exit 0 "$SCALEGEN" sweep rate.yaml -o runs
expect_line err 'the sweep file has changed, and no run depends on it'
expect_runs 6
sweep_file '["efficiency at 2cpu >= 95 %"]'
echo false >hook
expect_exit 1 "$SCALEGEN" sweep rate.yaml -o runs
expect_line out 'efficiency at 2cpu >= 95 %  open  8'
expect_line out 'it is missed so far, and 1cpu-r4 is to confirm it (failed: exit status 1)'
rm hook
expect_exit 1 "$SCALEGEN" sweep runs --again failed
expect_runs 10
expect_line out '3 rounds and 1 later of some rungs'
expect_line out 'efficiency at 2cpu >= 95 %  fails  8'
expect_exit 1 "$SCALEGEN" report runs
expect_exit 1 "$SCALEGEN" report runs --for csc
expect_exit 1 "$SCALEGEN" report runs --for csc -o csc
expect_exit 1 "$SCALEGEN" report runs --format latex
expect_exit 1 "$SCALEGEN" report runs --format json
expect_line out '"result": "fails"'
sweep_file '[speedup at 2cpu >= 1.5]'
expect_exit 0 "$SCALEGEN" sweep rate.yaml -o runs
expect_exit 0 "$SCALEGEN" report runs

# A killed sweep confirms the assertion when it is resumed.
rm ledger
sweep_file '["efficiency at 2cpu >= 95 %"]'
cat >hook <<'BASH'
[[ $(wc --lines <ledger) != 7 ]] || kill -KILL "$(cat tool)"
BASH
"$SCALEGEN" sweep rate.yaml -o killed >out 2>err &
echo $! >tool
wait $! && fail "it was not killed"
rm hook
expect_exit 1 "$SCALEGEN" sweep killed
expect_line out 'efficiency at 2cpu >= 95 %  fails  8'

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
