#!/bin/bash
# Evaluation: at the end, each epoch, and as a reason to stop, with any number of samples.
# shellcheck source-path=SCRIPTDIR
source "${BASH_SOURCE[0]%/*}/train.bash"

epochs_of() { grep '"event":"eval"' "$1" | sed 's/.*"epoch":\([0-9]*\).*/\1/' | xargs; }

write_set small 40 3
run_ranks 4 --data small --epochs 3 --global-batch 16 --evaluate each_epoch --metrics each.events
expect_codes 0 0 0 0
[[ $(epochs_of each.events) == "1 2 3" ]] || fail "expected an evaluation of each epoch, found '$(epochs_of each.events)'"
(($(grep -c '"event":"eval".*"samples":3,' each.events) == 3)) || fail "four ranks do not evaluate three samples"

# The last epoch is not over: it is evaluated all the same.
run_ranks 1 --data small --steps 4 --global-batch 16 --evaluate each_epoch --metrics half.events
expect_codes 0
[[ $(epochs_of half.events) == "1 2" ]] || fail "expected epochs 1 and 2, found '$(epochs_of half.events)'"
grep -q '"step":3,"epoch":1,.*"samples":8,' half.events || fail "no short batch"

# --drop-last leaves the eight samples out.
run_ranks 1 --data small --steps 4 --global-batch 16 --drop-last yes --evaluate no --metrics dropped.events
expect_codes 0
grep -q '"step":3,"epoch":2,.*"samples":16,' dropped.events || fail "the short batch is not dropped"

# All pixels of this set are alike, and nothing can be learned: two epochs without a better accuracy end it.
run_ranks 2 --data small --epochs 50 --global-batch 40 --evaluate each_epoch --patience 2 --metrics patience.events
expect_codes 0 0
(($(epochs_of patience.events | wc -w) < 50)) || fail "patience does not end"
grep -q '"event":"end"' patience.events || fail "no end"

# Any accuracy reaches the target, for two epochs in a row.
write_set one 40 10
run_ranks 2 --data one --epochs 50 --global-batch 40 --evaluate each_epoch --target-accuracy 0.05 --patience 2 --metrics target.events
expect_codes 0 0
[[ $(epochs_of target.events) == "1 2" ]] || fail "expected two epochs at the target, found '$(epochs_of target.events)'"
