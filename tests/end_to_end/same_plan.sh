#!/bin/bash
# A plan is itself an input: its very runs once more, in a new run directory.
# shellcheck source=tests/end_to_end/expect.bash
source "$(dirname "${BASH_SOURCE[0]}")/expect.bash"
mkdir data
cat >own.yaml <<'YAML'
name: own
command: sh say {data} {size}
data: ./data
scales: [1cpu]
repeats: 2
sweep: {size: [1, 2, 3]}
YAML
cat >say <<'END'
echo "$1 $(pwd)" >>ledger
END
expect_exit 0 "$SCALEGEN" sweep own.yaml -o old
expect_exit 0 "$SCALEGEN" sweep old/plan.jsonl -o new
plan_in() { sed '1s/"root":"[^"]*","made_by":"[^"]*"//; /^{"cksum"/d' "$1/plan.jsonl"; }
diff <(plan_in old) <(plan_in new) || fail "these are other runs"
expect_line new/plan.jsonl '"root":"'"$work"'/new","made_by":"scalegen '
cmp old/sweep.yaml new/sweep.yaml || fail "this is another sweep"
[[ $(sort --unique ledger | wc --lines) == 1 && $(wc --lines <ledger) == 12 ]] || fail "not six runs twice, in the same folder" "$(cat ledger)"

# The same command goes on in it, and finds nothing to do; another plan is refused.
rm -r new/runs/1cpu-size=2-r1
expect_exit 0 "$SCALEGEN" sweep old/plan.jsonl -o new
expect_exit 0 "$SCALEGEN" sweep old/plan.jsonl -o new
[[ $(wc --lines <ledger) == 13 ]] || fail "not one run more" "$(cat ledger)"
sed 's/"rounds":2,/"rounds":2,"rounds_before":[1],/' old/plan.jsonl >old/other.jsonl
sum_plan old/other.jsonl
expect_exit 2 "$SCALEGEN" sweep old/other.jsonl -o new
expect_text err "error: '$work/new' holds other runs than this plan
      = hint: begin a new run directory with -o NEW_FOLDER"

expect_exit 2 "$SCALEGEN" sweep old/plan.jsonl
expect_text err "error: a plan is run again in a run directory of its own
      = hint: name one with -o NEW_FOLDER"
head --bytes=-5 old/plan.jsonl >old/torn.jsonl
expect_exit 2 "$SCALEGEN" sweep old/torn.jsonl -o third
expect_line err "old/torn.jsonl:14:1: error: this line is not one of a plan: it is not a whole JSON object"
printf '%s\n' 'name: mine' 'extends: local' >mine.yaml
expect_exit 2 "$SCALEGEN" sweep old/plan.jsonl --cluster ./mine.yaml -o third
expect_text err "error: the plan is for the cluster 'local', but 'mine' was asked for
      = hint: add --cluster local, or the path of that profile"
sed 's/"dataset":"[^"]*"/"dataset":"MNIST"/' old/plan.jsonl >old/mnist.jsonl
expect_exit 2 "$SCALEGEN" sweep old/mnist.jsonl -o third
expect_text err "error: 'old/mnist.jsonl' was edited after scalegen had written it
      = hint: put back what was changed, or begin a new run directory with 'scalegen sweep FILE -o NEW_FOLDER'; 'scalegen report' shows what there is"
[[ ! -e third ]] || fail "a refusal left a folder"
rm old/sweep.yaml
expect_exit 2 "$SCALEGEN" sweep old/plan.jsonl -o third
expect_text err "error: cannot read 'old/sweep.yaml': No such file or directory"
