#!/bin/bash
# A folder of tokens trains a model of text: alone, on two ranks as on one, and from a shorter row. What is no such folder, or does not
# fit the model, is refused by name.
# shellcheck source-path=SCRIPTDIR
source "${BASH_SOURCE[0]%/*}/train.bash"

# tokens COUNT: 0 to 255 in turn, two bytes each, the lower first.
tokens() {
  local i
  for ((i = 0; i < $1; ++i)); do printf '%b' "$(printf '\\x%02x\\x00' $((i % 256)))"; done
}

mkdir -p text
tokens 1025 >text/train.bin
tokens 400 >text/val.bin
run=(--model gpt_tiny --data text --steps 3 --global-batch 512 --dump-parameters parameters --metrics events)

run_ranks 1 "${run[@]}"
expect_codes 0
expect_text out.0 "  data          text, 1024 tokens"
expect_text events '"flops_per_sample":5701632,'
expect_text events '"batch_unit":"tokens","sequence_length":128,'
grep -q '"step":1,.*"samples":512,' events || fail "a step is not of 512 tokens"
mv parameters.0 alone
for strategy in ddp zero1; do
  run_ranks 2 "${run[@]}" --evaluate yes --strategy "$strategy"
  expect_codes 0 0
  cmp parameters.0 parameters.1 || fail "$strategy: the ranks' parameters differ"
  "$TOOLS/compare_floats" parameters.0 alone 1e-5 2e-3 || fail "$strategy: two ranks are not one"
  expect_text out.0 "· 384 tokens in" # three rows of the 400
done
run_ranks 1 "${run[@]}" --strategy data_parallel --replicas 2
"$TOOLS/compare_floats" parameters.0 alone 1e-5 2e-3 || fail "two replicas are not one"
run_ranks 1 "${run[@]}" --sequence-length 32 --samples 20 --global-batch 64
expect_codes 0
expect_text out.0 "  data          text, 640 tokens"
run_ranks 1 "${run[@]}" --precision bf16
expect_codes 0

says() { refused "scalegen-train: $1" "${run[@]}" "${@:2}"; }
says "--data: gpt_tiny learns from synthetic tokens (auto, synthetic) or from a folder with train.bin and val.bin; found 'mnist'" --data mnist
says "--global-batch 500 does not divide by 1 rank in rows of 128 tokens; the nearest that do are 384 and 512" --global-batch 500
says "the global batch of 2048 is more than the 1024 training tokens" --global-batch 2048
says "--sequence-length 129: gpt_tiny reads at most 128 tokens" --sequence-length 129
says "--augment yes: it is of images, and gpt_tiny reads text" --augment yes
says "--batch-unit samples: gpt_tiny's batches count tokens" --batch-unit samples
says "'text/train.bin': its 1025 tokens are 8 rows of 128 and one behind, expected at least 9" --samples 9
refused "scalegen-train: --batch-unit tokens: it is of text, and linear sees images" --model linear --batch-unit tokens
refused "scalegen-train: --sequence-length 8: it is of text, and linear sees images" --model linear --sequence-length 8

mkdir bad
says "cannot read 'bad/train.bin': No such file or directory" --data bad
tokens 100 >bad/train.bin
says "'bad/train.bin': its 100 tokens are 0 rows of 128 and one behind, expected at least 1" --data bad
: >bad/train.bin
says "'bad/train.bin': its 0 tokens are 0 rows of 128 and one behind, expected at least 1" --data bad
{ tokens 512 && printf '\1'; } >bad/train.bin
says "'bad/train.bin': expected tokens of 2 bytes, found 1025 bytes: is it cut off?" --data bad
{ tokens 300 && printf '\0\1' && tokens 300; } >bad/train.bin
says "'bad/train.bin': expected tokens from 0 to 255, which are gpt_tiny's, found 256 at token 300" --data bad
{ printf '\x88\xd8\x34\x01' && tokens 600; } >bad/train.bin
says "'bad/train.bin' has llm.c's header: expected bare tokens, as of tail -c +1025 'bad/train.bin'" --data bad
tokens 600 >bad/train.bin
run_ranks 1 "${run[@]}" --data bad
expect_codes 0
says "cannot read 'bad/val.bin': No such file or directory" --data bad --evaluate yes
