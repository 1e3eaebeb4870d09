#!/bin/bash
# The tutorials' recipes, on two ranks and on a few images in the files in which these are published: by the name of the workload alone
# with data beside the sweep file, by their folder, and by $SCALEGEN_DATA. Each is scaled as its page scales it.
here=$(dirname "${BASH_SOURCE[0]}")
# shellcheck source=tests/end_to_end/expect.bash
source "$here/expect.bash"
train=${SCALEGEN%/*}/scalegen-train
unset SCALEGEN_DATA

python3 "$here/lessons/write_data.py"
tiny=data/tiny-imagenet-200 # black images of class 0, as packed
mkdir $tiny
head --bytes=$((4 * (1 + 3 * 64 * 64))) /dev/zero >$tiny/tiny-imagenet-train.bin
head --bytes=$((1 + 3 * 64 * 64)) /dev/zero >$tiny/tiny-imagenet-val.bin

# lesson WORKLOAD SCALING DATA [LINE...]: one round, with the report of it in `out`.
lesson() {
  printf '%s\n' "name: ${name-$1}" "workload: $1" 'scales: [1cpu, 2cpu]' 'repeats: 1' "${@:4}" >"${name-$1}.yaml"
  expect_exit 0 "$SCALEGEN" sweep "${name-$1}.yaml"
  [[ $(head --lines=1 out) == "$1 on local · $3 · $2, "* ]] || fail "$1 is not scaled as its page does, or on other data" "$(head -1 out)"
}
# A verdict needs no star: the steps of a rung follow from its epochs and batch.
lesson cyclone_mnist 'weak scaling, batch 16 per rank' MNIST
expect_line out "rung  samples/s  speedup"
! grep --quiet "steps is" out err || fail "steps are told as a difference" "$(cat out)"
lesson princeton_mnist 'weak scaling, batch 64 per rank' MNIST 'parameters: {epochs: 2}'
lesson gujarat_mnist 'strong scaling, global batch 128' MNIST 'sweep: {schedule: [step, cosine]}' 'parameters: {epochs: 2, optimizer: adam}'
printf '%s\n' 'name: olivia' 'workload: olivia_cifar100' 'scales: [1cpu, 2cpu]' >olivia.yaml
if [[ $("$train" --capabilities) != *fp16* ]]; then
  expect_exit 2 "$SCALEGEN" plan olivia.yaml
  expect_line err "error: rung '1cpu' does not compute in fp16: the LibTorch of scalegen-train does not on a CPU; that of 2.3 does"
fi
lesson olivia_cifar100 'weak scaling, batch 4 per rank' CIFAR-100 'parameters: {steps: 2, precision: fp32, per_rank_batch: 4}'
lesson lumi_vit 'weak scaling, batch 1 per rank' Tiny-ImageNet 'parameters: {epochs: 1, per_rank_batch: 1}'
lesson lumi_deepspeed 'weak scaling, batch 1 per rank' Tiny-ImageNet 'parameters: {epochs: 1, per_rank_batch: 1}'

# By their folder, wherever it is, and below a folder that a variable names.
mv data elsewhere
small=(wide_resnet_tiny 'strong scaling, global batch 8')
name=folder lesson "${small[@]}" CIFAR-100 "data: ./elsewhere/cifar-100-binary" 'parameters: {steps: 5, global_batch: 8}'
name=variable lesson "${small[@]}" CIFAR-100 "data: cifar100" "env: {SCALEGEN_DATA: $work/elsewhere}" 'parameters: {steps: 5, global_batch: 8}'
rm elsewhere/cifar-100-binary/test.bin
expect_exit 2 "$SCALEGEN" plan folder.yaml
expect_line err "the folder '$work/elsewhere/cifar-100-binary' lacks test.bin"
