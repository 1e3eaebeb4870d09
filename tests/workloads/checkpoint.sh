#!/bin/bash
# A run that is killed and goes on from its checkpoint ends with the weights of one that was not killed, to the bit on up to two
# ranks; no checkpoint is ever half there; one that is of another run, or damaged, is refused.
# shellcheck source-path=SCRIPTDIR
source "${BASH_SOURCE[0]%/*}/train.bash"

await_step() { # FILE STEP
  local deadline=$((SECONDS + 60))
  until grep -q "\"step\":$2," "$1" 2>/dev/null; do
    ((SECONDS < deadline)) || fail "step $2 does not come"
    sleep 0.02
  done
}

kill_ranks() {
  local pid
  for pid in "${pids[@]}"; do
    pkill -KILL -P "$pid" || true
  done
  wait_for_ranks 2>/dev/null
}

# The step of the last checkpoint in `folder`.
last_step() { sed 's/step-//' folder/last; }

# same_after_kill RANKS OPTIONS...: a run that is killed after its twelfth step and goes on is one that was not killed.
same_after_kill() {
  local ranks=$1 rank from
  shift
  rm -rf folder killed resumed
  MASTER_PORT=$(free_port)
  start_ranks "$ranks" "$@" --steps 100000 --checkpoint folder --checkpoint-steps 5 --metrics killed
  await_step killed 12
  kill_ranks
  from=$(last_step)
  run_ranks "$ranks" "$@" --steps $((from + 6)) --checkpoint folder --resume --dump-parameters parameters --metrics resumed
  expect_codes "$(yes 0 | head -n "$ranks" | xargs)"
  grep -q "\"resumed_after\":$from," resumed || fail "the start event does not say after which step the run goes on"
  grep -q "\"event\":\"step\",\"step\":$((from + 1))," resumed || fail "the next step is not $((from + 1))"
  [[ $(ls folder) == "last"$'\n'"step-$((from + 6))" ]] || fail "found $(ls folder)"
  run_ranks "$ranks" "$@" --steps $((from + 6)) --dump-parameters whole
  for ((rank = 0; rank < ranks; ++rank)); do
    cmp "parameters.$rank" "whole.$rank" || fail "$ranks ranks, $*: rank $rank ends with other weights"
  done
}

small=(--data synthetic --samples 300 --per-rank-batch 16 --evaluate no)
same_after_kill 1 "${small[@]}"
same_after_kill 2 "${small[@]}" --optimizer sgd --learning-rate 0.01 --schedule exponential --gamma 0.9 --warmup-steps 20
same_after_kill 2 "${small[@]}" --strategy zero1 --accumulate 2
same_after_kill 1 "${small[@]}" --strategy data_parallel --replicas 2
same_after_kill 1 --model wide_resnet_tiny --data synthetic --samples 60 --global-batch 8 --augment yes --channels-last yes \
  --evaluate each_epoch --patience 100

# Whatever the moment at which it is killed, the next one can go on.
rm -rf folder
for ((i = 0; i < 12; ++i)); do
  rm -f events
  start_ranks 1 --model linear --data synthetic --samples 300 --global-batch 30 --evaluate no --steps 1000000 \
    --checkpoint folder --checkpoint-steps 1 --resume --metrics events
  if ((i == 0)); then await_step events 3; else sleep "0.$((RANDOM % 900 + 100))"; fi
  kill_ranks
  [[ ! -s err.0 ]] || fail "kill $i: $(<err.0)"
done
[[ -e folder/last ]] || fail "there is no checkpoint"

# Without steps a checkpoint is written at the end of each epoch.
rm -rf folder
run_ranks 2 --model linear --data synthetic --samples 100 --per-rank-batch 10 --epochs 2 --checkpoint folder
expect_codes 0 0
[[ $(<folder/last) == step-10 ]] || fail "the last checkpoint is of $(<folder/last)"

# A run that does not go with its checkpoint ends before the first step, and leaves the checkpoint as it is.
linear=(--model linear --data synthetic --samples 100 --global-batch 20 --checkpoint folder)
rm -rf folder
run_ranks 1 "${linear[@]}" --steps 4
expect_codes 0
cp -r folder kept
refused "scalegen-train: --checkpoint folder: 'folder' has step 4 of a run: go on from it with --resume, or name another folder" \
  "${linear[@]}" --steps 9
refused "scalegen-train: --checkpoint folder: it is of step 4, and the run has 3" "${linear[@]}" --steps 3 --resume
refused "scalegen-train: --checkpoint folder: it is of another run: this run has '--momentum 0, --optimizer adam', the checkpoint has '--momentum 0.9, --optimizer sgd'" \
  "${linear[@]}" --steps 9 --resume --optimizer adam --learning-rate 0.01
code=0
"$SCALEGEN_TRAIN" --data synthetic --samples 100 --global-batch 20 --checkpoint folder --steps 9 --resume >out.0 2>err.0 || code=$?
((code == 2)) || fail "another model's checkpoint: exit code $code"
expect_one_line err.0
grep -q "it is of another run: this run has '.*model mnist_cnn.*', the checkpoint has '.*model linear" err.0 || fail "found '$(<err.0)'"
cmp folder/step-4/rank-0 kept/step-4/rank-0 || fail "the checkpoint has changed"
# The same in other words is the same run, and a run may be evaluated otherwise.
cp -r kept again
run_ranks 1 --recipe linear --data synthetic --samples 100 --global-batch 20 --weight-decay 0e0 --checkpoint again --steps 5 --resume \
  --evaluate no
expect_codes 0
refused "scalegen-train: --checkpoint-steps and --resume need --checkpoint DIR" --steps 9 --resume
refused "scalegen-train: --checkpoint has no use with --strategy none, whose ranks learn each for itself" \
  --steps 9 --checkpoint folder --strategy none
refused "scalegen-train: --checkpoint needs --steps or --epochs: where --seconds end is another step each time" --seconds 9 --checkpoint folder

size=$(stat -c %s folder/step-4/rank-0)
for cut in 0 5 60 $((size / 2)) $((size - 1)); do
  head -c "$cut" kept/step-4/rank-0 >folder/step-4/rank-0
  code=0
  "$SCALEGEN_TRAIN" "${linear[@]}" --steps 9 --resume >out.0 2>err.0 || code=$?
  ((code == 2)) || fail "cut after $cut bytes: exit code $code"
  grep -q "^scalegen-train: 'folder/step-4/rank-0' is no whole checkpoint: " err.0 || fail "cut after $cut bytes: found '$(<err.0)'"
  expect_one_line err.0
done
cp kept/step-4/rank-0 folder/step-4/rank-0
printf '\377' | dd of=folder/step-4/rank-0 bs=1 seek=$((size - 300)) conv=notrunc status=none
refused "scalegen-train: 'folder/step-4/rank-0' is no whole checkpoint: it is damaged" "${linear[@]}" --steps 9 --resume
rm folder/step-4/rank-0
refused "scalegen-train: cannot read 'folder/step-4/rank-0': No such file or directory" "${linear[@]}" --steps 9 --resume
echo nonsense >folder/last
refused "scalegen-train: 'folder/last': expected step-N, found 'nonsense'" "${linear[@]}" --steps 9 --resume

# The parts of zero1 were once laid out in another way: an older checkpoint's would be taken for others.
zero1=(--model linear --data synthetic --samples 100 --global-batch 20 --evaluate no --strategy zero1 --checkpoint folder)
rm -rf folder
run_ranks 2 "${zero1[@]}" --steps 4
expect_codes 0 0
LC_ALL=C sed -i 's/,"weights at 16 bytes"//' folder/step-4/rank-*
run_ranks 2 "${zero1[@]}" --steps 8 --resume
expect_codes 2 2
expect_text err.0 "--checkpoint folder: it is of another run: this run has 'weights at 16 bytes', which the checkpoint lacks"

# evaluations FILE: what its evaluations found, without times.
evaluations() { sed -nE '/"event":"eval"/ { s/"(time|seconds)":[0-9.e+-]+,?//g; p }' "$1"; }

# ends_again RANKS OPTIONS...: a run that has ended, and goes on, finds what it found before at its end, and trains no more.
ends_again() {
  rm -rf folder ended again.jsonl
  run_ranks "$@" --checkpoint folder --metrics ended
  run_ranks "$@" --checkpoint folder --resume --metrics again.jsonl
  expect_codes "$(yes 0 | head -n "$1" | xargs)"
  [[ $(evaluations again.jsonl) == $(evaluations ended | tail -n 1) ]] || fail "found '$(evaluations again.jsonl)', not '$(evaluations ended)'"
  ! grep -q '"event":"step"' again.jsonl || fail "it trains on"
  grep -qE '^\{"event":"end","time":[0-9.]+,"steps":0,"samples":0,"seconds":0.0,' again.jsonl || fail "found '$(tail -n 1 again.jsonl)'"
}
ends_again 1 --model linear --data synthetic --samples 100 --global-batch 20 --steps 7
ends_again 2 --model linear --data synthetic --samples 101 --per-rank-batch 10 --epochs 2

# A run that stopped early has ended, unless it is to be more patient.
early=(--model linear --data synthetic --samples 100 --global-batch 20 --epochs 50 --evaluate each_epoch --target-accuracy 0.1)
rm -rf folder
run_ranks 1 "${early[@]}" --checkpoint folder
expect_codes 0
[[ $(<folder/last) == step-5 ]] || fail "the run stopped after $(<folder/last)"
ends_again 1 "${early[@]}"
run_ranks 1 "${early[@]}" --checkpoint folder --resume --patience 3
expect_codes 0
[[ $(<folder/last) == step-15 ]] || fail "the run stopped after $(<folder/last)"

# The name of a set need not be UTF-8.
odd=$'d\377'
write_set "$odd" 100 10
for steps in 2 4; do
  run_ranks 1 --data "$odd" --global-batch 20 --evaluate no --steps "$steps" --checkpoint odd --resume
  expect_codes 0
done

# A refused run leaves the parameters of an earlier one as they are.
printf 'earlier' >parameters.0
refused "scalegen-train: --checkpoint odd: it is of step 4, and the run has 3" \
  --data "$odd" --global-batch 20 --evaluate no --steps 3 --checkpoint odd --resume --dump-parameters parameters
[[ $(<parameters.0) == earlier ]] || fail "a refused run has changed the parameters of another"

# A folder that cannot be written is told before the first step.
: >file
refused "scalegen-train: cannot write into the folder 'file/folder': Not a directory" \
  --model linear --data synthetic --samples 100 --global-batch 10 --steps 2 --checkpoint file/folder
