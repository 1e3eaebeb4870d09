#!/bin/bash
# Two ranks learn Fashion-MNIST as well as the literature's small networks do: two epochs of all 60,000 images.
# shellcheck source-path=SCRIPTDIR
source "${BASH_SOURCE[0]%/*}/train.bash"

limit=1700 run_ranks 2 --data fashion_mnist --epochs 2 --global-batch 64 --learning-rate 0.001 --metrics events.jsonl
expect_codes 0 0
expect_text events.jsonl '"event":"end"'
expect_text events.jsonl '"steps":1876,"samples":120000,'
accuracy=$(sed -n 's/.*"event":"eval".*"accuracy":\([0-9.]*\).*/\1/p' events.jsonl)
echo "accuracy $accuracy"
awk "BEGIN { exit !($accuracy > 0.895) }" || fail "expected an accuracy above 0.895, found $accuracy"
