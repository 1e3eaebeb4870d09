#!/bin/bash
# A plan that somebody edits: its table may not be that of what ran, and says so; nothing more is started.
# shellcheck source=tests/end_to_end/expect.bash
source "$(dirname "${BASH_SOURCE[0]}")/expect.bash"
write_quick_sweep
put_program train <<'TRAIN'
[[ $RANK == 0 ]] || exit 0
for step in 1 2 3 4; do
  echo '{"event":"step","step":'$step',"seconds":0.0'$((50 / WORLD_SIZE))',"samples":32}'
done >>"$SCALEGEN_METRICS"
TRAIN
expect_exit 0 "$SCALEGEN" sweep quick.yaml --train train
expect_line out "2cpu      1280  2.00x"
# The table, as if nothing was known of the machine's load: these runs are short.
table() { rm --force quick-local/runs/*/*/node.*.txt && "$SCALEGEN" report quick-local | sed 's/ · measured .*//'; }
table >as_was
cp quick-local/plan.jsonl as-written

sed --in-place '/^{"run":"2cpu/s/"ranks_per_node":2/"ranks_per_node":1/' quick-local/plan.jsonl
rm --recursive quick-local/runs/1cpu-r1
refusal="error: '$work/quick-local/plan.jsonl' was edited after scalegen had written it
      = hint: put back what was changed, or begin a new run directory with 'scalegen sweep FILE -o NEW_FOLDER'; 'scalegen report' shows what there is"
for command in "sweep quick.yaml --train train" "sweep quick-local"; do
  # shellcheck disable=SC2086 # words
  expect_exit 2 "$SCALEGEN" $command
  expect_text err "$refusal"
done
[[ ! -e quick-local/runs/1cpu-r1 ]] || fail "a run of an edited plan was started"
expect_exit 0 "$SCALEGEN" status quick-local
expect_exit 0 "$SCALEGEN" cancel quick-local

cp as-written quick-local/plan.jsonl
expect_exit 0 "$SCALEGEN" sweep quick-local
expect_text <(table) "$(<as_was)"
sed --in-place '/^{"run":"2cpu/s/"ranks_per_node":2/"ranks_per_node":1/; s/"scaling":"strong"/"scaling":"throughput"/' quick-local/plan.jsonl
expect_text <(table) "mnist_cnn on local · throughput, global batch 32, fp32
2 rounds, order shuffled (seed 7)

No rung can be advised: throughput scaling has no efficiency; 'advise:' with a deadline or a budget judges its rungs.

rung  images/s  speedup
1cpu       640  1 (baseline) *
2cpu      1280  2.00x *

warning: all rungs *: plan.jsonl was edited by hand: ranks, nodes and all that follows from them may not be what ran
warning: 2cpu *: not placed as asked: rounds 1 and 2: asked for 1 node with 1 rank, found 2 ranks on $(uname -n)
no scatter: all rounds of 1cpu, 2cpu have the same value, so nothing can be told from chance; measured values differ, so these were rounded or copied"
expect_exit 0 "$SCALEGEN" report quick-local --format json
expect_line out '"plan_edited": true'
