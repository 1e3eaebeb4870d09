#!/bin/bash
# Each model and recipe trains, on two ranks the same to the bit, and says what it trained.
# shellcheck source-path=SCRIPTDIR
source "${BASH_SOURCE[0]%/*}/train.bash"

# trains NAME FLAG OPTIONS...: two steps of two ranks.
trains() {
  local name=$1 flag=$2
  rm -f "$name.events"
  run_ranks 2 "$flag" "$name" --data synthetic --samples 96 --steps 2 --dump-parameters parameters --metrics "$name.events" "${@:3}"
  expect_codes 0 0
  cmp parameters.0 parameters.1 || fail "the ranks' parameters differ"
  grep -q "\"recipe\":\"$name\"" "$name.events" || fail "the start event does not name the recipe"
  (($(grep -c '"event":"step"' "$name.events") == 2)) || fail "$name did not take two steps"
}

trains mnist_cnn --model --global-batch 8
expect_text mnist_cnn.events '"parameters":1199882,'
trains cyclone_cnn --model --global-batch 8
expect_text cyclone_cnn.events '"parameters":1199882,'
# BatchNorm's buffers differ from rank to rank after a step: before the evaluation all get rank 0's.
trains wide_resnet_tiny --model --global-batch 8 --evaluate yes
expect_text wide_resnet_tiny.events '"parameters":181284,'
expect_text wide_resnet_tiny.events '"optimizer":"sgd","learning_rate":0.01,'
trains vit_tiny --model --global-batch 8 --channels-last yes
expect_text vit_tiny.events '"parameters":557796,'
trains linear --model
expect_text linear.events '"parameters":129,'
trains cyclone_mnist --recipe
expect_text cyclone_mnist.events '"model":"cyclone_cnn",'
expect_text cyclone_mnist.events '"global_batch":32,"per_rank_batch":16,'
trains princeton_mnist --recipe --evaluate no --samples 300
expect_text princeton_mnist.events '"optimizer":"adadelta","learning_rate":1.0,'
trains mnist_cnn --recipe --global-batch 8 --precision bf16 --optimizer adamw
expect_text mnist_cnn.events '"precision":"bf16","optimizer":"adamw","learning_rate":0.001,'

# Of the large ones the first step on one rank.
for model in wide_resnet vit_b16; do
  timeout 250 "$SCALEGEN_TRAIN" --model "$model" --data synthetic --samples 2 --steps 1 --global-batch 1 --metrics large.events >out.0 2>err.0 ||
    fail "$model ends with $?"
done
expect_text large.events '"model":"wide_resnet","parameters":17175444,'
expect_text large.events '"model":"vit_b16","parameters":86567656,'

# A control: the same work, and nobody waits.
run_ranks 2 --model linear --data synthetic --samples 96 --steps 2 --strategy none --dump-parameters parameters --metrics control.events
expect_codes 0 0
! cmp -s parameters.0 parameters.1 || fail "ranks without gradients of each other learned the same"
expect_text control.events '"strategy":"none","sync":"none",'
