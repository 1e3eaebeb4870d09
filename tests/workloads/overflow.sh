#!/bin/bash
# A run in fp16 whose gradients overflow for ever says so. LibTorch computes in fp16 on a CPU from 2.3 on.
# shellcheck source-path=SCRIPTDIR
source "${BASH_SOURCE[0]%/*}/train.bash"

# trains LEARNING_RATE: two ranks, whose 20 steps leave the number of those that were skipped in `skipped`.
trains() {
  rm -f events.jsonl
  run_ranks 2 --model vit_tiny --data synthetic --samples 64 --global-batch 8 --steps 20 --precision fp16 --optimizer sgd --evaluate no \
    --learning-rate "$1" --metrics events.jsonl
  expect_codes 0 0
  skipped=$(sed -nE 's/^\{"event":"end",.*,"steps":20,.*,"skipped_steps":([0-9]+)\}$/\1/p' events.jsonl)
  [[ $skipped ]] || fail "the last event is '$(tail -n 1 events.jsonl)'"
}

trains 0.01
((skipped <= 5)) || fail "$skipped steps were skipped"
[[ ! -s err.0 ]] || fail "found '$(<err.0)'"
trains 1000000
((skipped >= 15)) || fail "only $skipped steps were skipped"
expect_text err.0 "scalegen-train: $skipped of 20 steps were skipped: their gradients overflowed in fp16, and they updated nothing"
[[ ! -s err.1 ]] || fail "found '$(<err.1)'"
