#!/bin/bash
# Each mistake in the command line has its message, and all are told at once.
# shellcheck source-path=SCRIPTDIR
source "${BASH_SOURCE[0]%/*}/train.bash"

good=(--data synthetic --samples 100 --steps 1 --global-batch 4)
refused "scalegen-train: unknown option '--stpes': did you mean '--steps'?" "${good[@]}" --stpes 3
refused "scalegen-train: unknown option 'run'; --help lists the options" run "${good[@]}"
refused "scalegen-train: \`--resume\` is gone since 0.3: a program of your own writes its checkpoints" "${good[@]}" --resume
refused "scalegen-train: --seed needs a value: --seed N" "${good[@]}" --seed
refused "scalegen-train: --no-dropout takes no value" "${good[@]}" --no-dropout=yes
refused "scalegen-train: --steps: expected a whole number from 1, found '0'" "${good[@]}" --steps 0
refused "scalegen-train: --steps: expected a whole number from 1, found '1e3'" "${good[@]}" --steps=1e3
refused "scalegen-train: --steps: expected a whole number from 1, found '99999999999999999999'" --steps 99999999999999999999
refused "scalegen-train: --learning-rate: expected a number above 0, found 'nan'" "${good[@]}" --learning-rate nan
refused "scalegen-train: --optimizer: expected adam, adamw, sgd, adadelta or rmsprop, found 'lion'" "${good[@]}" --optimizer lion
refused "scalegen-train: --evaluate: expected yes, no or each_epoch, found 'maybe'" "${good[@]}" --evaluate maybe
refused "scalegen-train: --drop-last: expected yes or no, found 'true'" "${good[@]}" --drop-last true
refused "scalegen-train: --momentum: expected a number from 0, found '-1'" "${good[@]}" --momentum -1
refused "scalegen-train: --target-accuracy: expected a number above 0, at most 1, found '90'" "${good[@]}" --target-accuracy 90
refused "scalegen-train: expected one of --steps, --epochs and --seconds, found several" "${good[@]}" --epochs 1
refused "scalegen-train: expected two of --global-batch, --per-rank-batch and --accumulate, found all three" \
  "${good[@]}" --per-rank-batch 2 --accumulate 2
refused "scalegen-train: expected one of --model and --recipe, found both" "${good[@]}" --model linear --recipe linear
refused "scalegen-train: --momentum needs --optimizer sgd or rmsprop
scalegen-train: --nesterov needs --optimizer sgd
scalegen-train: --schedule cosine needs --schedule-epochs or --epochs
scalegen-train: --gamma needs --schedule step or exponential
scalegen-train: --target-accuracy needs --evaluate each_epoch
scalegen-train: --patience needs --evaluate each_epoch" \
  "${good[@]}" --momentum 0.9 --nesterov yes --schedule cosine --gamma 0.5 --target-accuracy 0.5 --patience 3
refused "scalegen-train: --bucket-mb needs --strategy ddp or zero1
scalegen-train: --gradient-compression fp16 needs --strategy ddp" \
  "${good[@]}" --strategy data_parallel --bucket-mb 25 --gradient-compression fp16
refused "scalegen-train: --gradient-compression fp16 needs --strategy ddp" "${good[@]}" --strategy zero1 --bucket-mb 1 --gradient-compression fp16
refused "scalegen-train: --bucket-mb: expected a number above 0, found '0'" "${good[@]}" --bucket-mb 0
refused "scalegen-train: --gradient-compression: expected none or fp16, found 'bf16'" "${good[@]}" --gradient-compression bf16
refused "scalegen-train: --nesterov needs --momentum" "${good[@]}" --optimizer sgd --momentum 0.0 --nesterov yes
refused "scalegen-train: --schedule-epochs needs --schedule step or cosine" "${good[@]}" --schedule-epochs 3
refused "scalegen-train: --timeout: expected a whole number from 1 to 1000000, found '9999999999'" "${good[@]}" --timeout 9999999999
refused "scalegen-train: --threads: expected a whole number from 1 to 100000, found '4294967297'" "${good[@]}" --threads 4294967297
refused "scalegen-train: --model: expected one of mnist_cnn, cyclone_cnn, wide_resnet, wide_resnet_tiny, \
vit_b16, vit_tiny, linear, gpt2_small, gpt_tiny, found 'cyclone_mnist'
scalegen-train: --precision: expected fp32, tf32, bf16 or fp16, found 'y'" --model cyclone_mnist --precision y
refused "scalegen-train: --recipe: expected one of mnist_cnn, cyclone_cnn, wide_resnet, wide_resnet_tiny, \
vit_b16, vit_tiny, linear, gpt2_small, gpt_tiny, cyclone_mnist, olivia_cifar100, gujarat_mnist, lumi_vit, lumi_deepspeed, princeton_mnist, found 'x'" --recipe x
refused "scalegen-train: --precision tf32 is a GPU's: a CPU has fp32, bf16 and fp16" "${good[@]}" --device cpu --precision tf32
refused "scalegen-train: --global-batch 4 is no multiple of 3, which 1 rank with --per-rank-batch 3 make" "${good[@]}" --per-rank-batch 3
refused "scalegen-train: the global batch of 101 is more than the 100 training samples" "${good[@]}" --global-batch 101
refused "scalegen-train: a run of --epochs 9223372036854775807 times 25 is more than can be counted" \
  --data synthetic --samples 100 --global-batch 4 --epochs 9223372036854775807
code=0
"$SCALEGEN_TRAIN" --data synthetic --samples 4000000000000000000 --steps 1 >out.0 2>err.0 || code=$?
((code == 2)) || fail "a set larger than memory: expected exit code 2, found $code"
expect_text err.0 "scalegen-train: --samples 4000000000000000000: of 784 bytes each they and 666666666666666666 for tests are more \
than this machine's memory of "
write_set data/mnist 20 10
refused "scalegen-train: --samples is of the synthetic set, and the data are MNIST" --data mnist --samples 20 --steps 1 --global-batch 4
refused "scalegen-train: --dump-parameters: cannot write 'none/such.0'" "${good[@]}" --dump-parameters none/such

# A loss that is no number is said once.
"$SCALEGEN_TRAIN" --model vit_tiny --data synthetic --samples 100 --steps 6 --global-batch 2 --optimizer sgd --learning-rate 1e30 \
  --evaluate no >out.0 2>err.0 || fail "a loss that is no number ended the run: $(<err.0)"
grep -qE '^scalegen-train: the loss is no number from step [0-9]+ on: nothing is learned$' err.0 || fail "found '$(<err.0)'"
expect_one_line err.0

# A mistake is told where the event lines go, whichever way that is said.
refused "scalegen-train: --steps: expected a whole number from 1, found '0'" "${good[@]}" --metrics mistake.jsonl --steps 0
expect_text mistake.jsonl "--steps: expected a whole number from 1, found '0'"

if [[ $("$SCALEGEN_TRAIN" --capabilities) == *nccl* ]]; then
  refused "scalegen-train: --backend nccl needs --device cuda" "${good[@]}" --device cpu --backend nccl
else
  refused "scalegen-train: --backend nccl: this build of scalegen-train has no nccl" "${good[@]}" --backend nccl
fi

run_ranks 2 --data synthetic --samples 100 --steps 1 --global-batch 5
expect_codes 2 2
expect_text err.1 "scalegen-train: rank 1: --global-batch 5 does not divide by 2 ranks; the nearest that do are 4 and 6"

[[ $("$SCALEGEN_TRAIN" --version) =~ ^scalegen-train\ [0-9]+\.[0-9]+\.[0-9]+$ ]] || fail "--version"
[[ $("$SCALEGEN_TRAIN" --capabilities) =~ ^\{\"torch\":\"[0-9.]+\",\"gpus\":[0-9]+,\"backends\":\[\"gloo\".*\],\"cpu_precisions\":\[\"fp32\",\"bf16\".*\],\"version\":\"[0-9.]+\"\}$ ]] ||
  fail "--capabilities"
"$SCALEGEN_TRAIN" --help >out.0
for option in --model --data-root --per-rank-batch --threads --dump-parameters; do expect_text out.0 "$option"; done
