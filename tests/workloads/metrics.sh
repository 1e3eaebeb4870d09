#!/bin/bash
# The event lines of a run follow the contract, in number, order, fields and sums.
# shellcheck source-path=SCRIPTDIR
source "${BASH_SOURCE[0]%/*}/train.bash"
contract=$1

write_set hundred 100 30
run_ranks 2 --data hundred --epochs 2 --global-batch 32 --metrics events.jsonl
expect_codes 0 0
"$TOOLS/check_metrics" events.jsonl "$contract" 32,32,32,4,32,32,32,4 || fail "the events are not those of the contract"
expect_text events.jsonl '"world_size":2,'
expect_text events.jsonl '"dataset":"hundred","train_samples":100,"global_batch":32,"per_rank_batch":16,'
expect_text events.jsonl '"parameters":1199882,"gradient_bytes":4799528,'
expect_text events.jsonl '"backend":"gloo",'
grep -q '"event":"eval".*"epoch":2,.*"samples":30,' events.jsonl || fail "the evaluation is not of all 30 test samples"
expect_text out.0 'step 8/8 · loss '
[[ ! -s out.1 ]] || fail "rank 1 talks"

# An odd number of test samples: no rank counts one twice.
write_set odd 100 31
run_ranks 2 --data odd --steps 1 --per-rank-batch 3 --metrics odd.jsonl
expect_codes 0 0
"$TOOLS/check_metrics" odd.jsonl "$contract" 6
grep -q '"event":"eval".*"samples":31,' odd.jsonl || fail "the evaluation is not of all 31 test samples"

# $SCALEGEN_METRICS is the default, and lines are appended.
SCALEGEN_METRICS=odd.jsonl "$SCALEGEN_TRAIN" --data odd --steps 2 --global-batch 4 --evaluate no >out.0
(($(grep -c '"event":"start"' odd.jsonl) == 2)) || fail "expected the lines of two runs"
tail -n 5 odd.jsonl | grep -q '"world_size":1,.*"backend":"none"' || fail "one rank alone has no backend"
(($(grep -c '"event":"eval"' odd.jsonl) == 1)) || fail "--evaluate no evaluates"

# What goes wrong is an event too.
SCALEGEN_METRICS=bad.jsonl refused "scalegen-train: --data: expected auto, mnist, fashion_mnist, cifar100, cifar10, tiny_imagenet, synthetic or a folder, found 'none'" \
  --data none --steps 1 --global-batch 1
grep -q '^{"event":"error","time":[0-9.]*,"rank":0,"message":"--data: expected .*"}$' bad.jsonl || fail "found '$(<bad.jsonl)'"
refused "scalegen-train: cannot append to 'no/such/folder': No such file or directory" \
  --data odd --steps 1 --global-batch 1 --metrics no/such/folder
