#!/bin/bash
# The losses of the first steps, 20 or fewer of a large model, are Python's, on the same start, batches and order: for each model named, or,
# with `learning`, for what optimizers, schedules and precisions do with one of them. Python is cmake/cuda-wheel's or Debian's.
# shellcheck source-path=SCRIPTDIR
source "${BASH_SOURCE[0]%/*}/train.bash"
# shellcheck source=tests/torch.bash
source "${BASH_SOURCE[0]%/*}/../torch.bash"
need "a PyTorch that counts operations" can_import torch.nn.attention torch.utils.flop_counter
twin=${BASH_SOURCE[0]%/*}/python_twin.py # ctest calls this script by an absolute name

# same MODEL SAMPLES TOLERANCE OPTIONS...: $steps steps of both, on the same samples in the set's own order.
steps=20
same() {
  local model=$1 samples=$2 tolerance=$3 normalise
  shift 3
  rm -f events
  "$SCALEGEN_TRAIN" --model "$model" --data synthetic --samples "$samples" --steps "$steps" --shuffle no --no-dropout --evaluate no \
    --metrics events "$@" >out.0 2>err.0 || fail "$model $*: scalegen-train ends with $?"
  normalise=$("$TOOLS/write_synthetic" "$model" "$samples" samples)
  # shellcheck disable=SC2086 # two words
  "$torch_bin/python3" "$twin" --model "$model" --samples-file samples --normalise $normalise --samples "$samples" --events events \
    --steps "$steps" --tolerance "$tolerance" "$@" >out.1 2>err.1 || {
    cat out.1
    fail "$model $*: not Python's losses"
  }
  cat out.1
}

learning() {
  # 60 samples make epochs of four steps, of which the last is short.
  local sgd=(--global-batch 16 --optimizer sgd --learning-rate 0.05 --momentum 0.9)
  same cyclone_cnn 60 1e-4 "${sgd[@]}" --nesterov yes --weight-decay 0.01 --schedule step --schedule-epochs 2 --gamma 0.5
  same cyclone_cnn 60 1e-4 "${sgd[@]}" --momentum 0 --schedule exponential --gamma 0.7 --warmup-steps 6
  same cyclone_cnn 60 1e-4 "${sgd[@]}" --momentum 0.5 --schedule cosine --schedule-epochs 3 --clip-norm 0.5 --accumulate 4
  same mnist_cnn 400 1e-4 --global-batch 16 --optimizer adadelta --learning-rate 1
  same mnist_cnn 400 1e-4 --global-batch 16 --optimizer adamw --learning-rate 0.001 --weight-decay 0.05
  same mnist_cnn 400 3e-6 --global-batch 16 --optimizer adamw --learning-rate 0.01
  same mnist_cnn 400 1e-4 --global-batch 16 --optimizer rmsprop --learning-rate 0.0005 --momentum 0.5
  same wide_resnet_tiny 400 1e-3 "${sgd[@]}" --learning-rate 0.0001 --channels-last yes
  same mnist_cnn 400 5e-3 "${sgd[@]}" --precision bf16
  same vit_tiny 400 2e-2 "${sgd[@]}" --precision bf16
  # Debian's LibTorch has no fp16 on CPUs.
  if "$SCALEGEN_TRAIN" --data synthetic --samples 10 --global-batch 10 --steps 1 --precision fp16 >out.0 2>err.0; then
    same mnist_cnn 400 2e-2 "${sgd[@]}" --precision fp16 --clip-norm 1
    same vit_tiny 400 2e-2 "${sgd[@]}" --precision fp16
  else
    [[ $(<err.0) == "scalegen-train: --precision fp16: LibTorch "*" does not compute in it on a CPU; 2.3 does" ]] || fail "found '$(<err.0)'"
  fi
}

case $1 in
vit_b16 | wide_resnet) steps=6 ;;
gpt2_small) steps=2 ;;
esac
case $1 in
learning) learning ;;
*_cnn | vit_tiny) same "$1" 400 1e-4 --global-batch 16 --optimizer adam --learning-rate 0.001 ;;
vit_b16) same "$1" 20 1e-4 --global-batch 1 --optimizer sgd --learning-rate 0.01 --momentum 0.9 ;;
gpt_tiny)
  same "$1" 100 1e-5 --global-batch 512 --optimizer adamw --learning-rate 0.001 --weight-decay 0.1 --clip-norm 1
  # Epochs of four steps, of which the last has a row.
  same "$1" 13 1e-5 --global-batch 512 --optimizer sgd --learning-rate 0.1 --momentum 0.9 --clip-norm 1 --accumulate 2
  ;;
gpt2_small) same "$1" 2 1e-5 --global-batch 1024 --optimizer adamw --learning-rate 0.0001 --weight-decay 0.1 --clip-norm 1 ;;
wide_resnet*) same "$1" "$((steps * $2))" 1e-3 --global-batch "$2" --optimizer sgd --learning-rate 0.0001 --momentum 0.9 ;;
linear) same "$1" 400 1e-4 --global-batch 16 --optimizer sgd --learning-rate 0.01 --momentum 0.9 ;;
esac
