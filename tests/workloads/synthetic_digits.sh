#!/bin/bash
# The drawn digits can be learned, and are worth learning: a network sees more than nine in ten after a while, not at once.
# shellcheck source-path=SCRIPTDIR
source "${BASH_SOURCE[0]%/*}/train.bash"

accuracy() { sed -n 's/.*"event":"eval".*"accuracy":\([0-9.]*\).*/\1/p' "$1"; }

run_ranks 2 --data synthetic --samples 6000 --steps 1 --global-batch 64 --metrics early.jsonl
expect_codes 0 0
run_ranks 2 --data synthetic --samples 6000 --steps 150 --global-batch 64 --metrics late.jsonl
expect_codes 0 0
expect_text out.0 'data          synthetic digits, 6000 samples'
echo "accuracy after 1 step $(accuracy early.jsonl), after 150 $(accuracy late.jsonl)"
awk "BEGIN { exit !($(accuracy early.jsonl) < 0.6) }" || fail "the digits are no task"
awk "BEGIN { exit !($(accuracy late.jsonl) > 0.9) }" || fail "the digits cannot be learned"

run_ranks 1 --data synthetic --samples 6000 --steps 5 --global-batch 64 --precision bf16 --evaluate no
expect_codes 0
expect_text out.0 'mnist_cnn, 1199882 parameters, bf16'
