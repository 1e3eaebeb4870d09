#!/bin/bash
# Each setting of the recipes' table holds on two ranks, beside the settings that a lesson has.
# shellcheck source-path=SCRIPTDIR
source "${BASH_SOURCE[0]%/*}/train.bash"

# holds OPTIONS...: two ranks train two epochs of eight samples each, and learn the same to the bit.
holds() {
  run_ranks 2 --data synthetic --samples 16 --per-rank-batch 4 --epochs 2 --dump-parameters parameters --evaluate no "$@"
  expect_codes 0 0
  cmp parameters.0 parameters.1 || fail "$*: the ranks' parameters differ"
}

for schedule in constant step exponential cosine; do
  holds --recipe gujarat_mnist --optimizer adam --precision fp32 --device cpu --seed 7 --schedule "$schedule"
done
for optimizer in adam adamw sgd adadelta rmsprop; do
  holds --model linear --optimizer "$optimizer" --learning-rate 0.01 --weight-decay 1e-3
done
holds --model linear --optimizer sgd --momentum 0.5 --nesterov yes --schedule step --schedule-epochs 1 --gamma 0.5 \
  --warmup-steps 2 --clip-norm 0.5 --accumulate 2 --drop-last yes --shuffle no --threads 1
holds --model linear --schedule cosine --schedule-epochs 3 --strategy zero1 --channels-last no --cuda-graph no --nccl-priority high
holds --model linear --bucket-mb 1e300 --gradient-compression none
holds --model linear --bucket-mb 1e-9 --gradient-compression fp16 --precision bf16
holds --model linear --evaluate each_epoch --target-accuracy 1 --patience 2
# Recipes whose optimizer, strategy or precision is their own; that of Olivia's needs a GPU, or a newer LibTorch.
for recipe in mnist_cnn cyclone_mnist princeton_mnist gujarat_mnist; do holds --recipe "$recipe"; done
run_ranks 2 --recipe olivia_cifar100 --data synthetic --samples 2 --per-rank-batch 1 --epochs 1 --precision fp32
expect_codes 0 0
for recipe in lumi_vit lumi_deepspeed; do
  run_ranks 2 --recipe "$recipe" --data synthetic --samples 2 --per-rank-batch 1 --epochs 1 --evaluate no
  expect_codes 0 0
done
