#!/bin/bash
# A batch that a sweep file states and no program gets is noted, in plan, title and report.
# shellcheck source=tests/end_to_end/expect.bash
source "$(dirname "${BASH_SOURCE[0]}")/expect.bash"

cat >rate.yaml <<'YAML'
name: rate
command: 'echo "rate: $((1000 * {ranks}))"'
metrics: {throughput: {regex: 'rate: (\d+)', unit: images/s}}
scales: [1cpu, 2cpu]
parameters: {global_batch: 128}
repeats: 1
YAML
note="rate.yaml:5:14: note: global_batch is in no command: the program has to have this batch by itself
    5 | parameters: {global_batch: 128}
      |              ^
      = hint: else write {global_batch} or {per_rank_batch} where the program takes it"
warning="warning: global_batch is in no command: this is strong scaling only if the program itself keeps one batch at all sizes; else write {global_batch} or {per_rank_batch} where the program takes it"
expect_exit 0 "$SCALEGEN" plan rate.yaml
expect_text <(head --lines=4 err) "$note"
expect_exit 0 "$SCALEGEN" sweep rate.yaml
expect_exit 0 "$SCALEGEN" report rate-local
expect_line out "strong scaling, global batch 128, as the sweep file states"
expect_line out "$warning"

# A directory of an older version does not know, and goes on.
sed -i 's/,"batch_is_stated":true//' rate-local/plan.jsonl
sum_plan rate-local/plan.jsonl
expect_exit 0 "$SCALEGEN" report rate-local
expect_line out "strong scaling, global batch 128 · throughput as printed"
! grep "in no command" out || fail "it said what it does not know"
sed -i 's/^repeats: 1/repeats: 2/' rate.yaml
expect_exit 0 "$SCALEGEN" sweep rate.yaml
expect_line err "1 round more: 2 runs added"

# What gets it, though by another name, says nothing of it.
sed -e 's/1000 \*/{rows} * 0 + &/' -e 's/global_batch: 128/&, rows: = per_rank_batch/' rate.yaml >gets.yaml
expect_exit 0 "$SCALEGEN" plan gets.yaml
! grep "in no command" err || fail "it said so of a program that gets the batch"
