#!/bin/bash
# Ranks that were told different things stop before the first step, and say which.
# shellcheck source-path=SCRIPTDIR
source "${BASH_SOURCE[0]%/*}/train.bash"

data=(--data synthetic --samples 200)

# start_rank RANK OPTIONS...: of two; 0 comes first. Of an option that is given twice the last counts.
start_rank() {
  (($1 > 0)) || MASTER_PORT=$(free_port)
  RANK=$1 WORLD_SIZE=2 MASTER_ADDR=127.0.0.1 MASTER_PORT=$MASTER_PORT timeout 60 "$SCALEGEN_TRAIN" --device cpu \
    "${data[@]}" --per-rank-batch 4 --steps 2 --evaluate no --timeout 10 "${@:2}" >"out.$1" 2>"err.$1" &
  pids[$1]=$!
}

# run_pair OPTIONS...: rank 1 has OPTIONS besides.
run_pair() {
  start_rank 0
  start_rank 1 "$@"
  wait_for_ranks
}

says() { # RANK MESSAGE
  [[ $(<"err.$1") == "scalegen-train: rank $1: $2" ]] || fail "expected '$2' of rank $1 and nothing else, found '$(<"err.$1")'"
}

# disagree FACT OTHER: both ranks ended, and both say that rank 0 has FACT and rank 1 OTHER.
disagree() {
  expect_codes 1 1
  says 0 "ranks disagree: rank 0 has '$1', rank 1 has '$2'"
  says 1 "ranks disagree: rank 1 has '$2', rank 0 has '$1'"
}

# is_alone OPTION: rank 1 has it, and rank 0 nothing in its place.
is_alone() {
  expect_codes 1 1
  for rank in 0 1; do says "$rank" "ranks disagree: rank 1 has '$1', which rank 0 lacks"; done
}

run_pair --per-rank-batch 5
disagree '--per-rank-batch 4' '--per-rank-batch 5'

run_pair --evaluate yes
disagree '--evaluate no' '--evaluate yes'

run_pair --no-dropout
is_alone --no-dropout

run_pair --seed 2
is_alone '--seed 2'

SCALEGEN_RUN_ID=2cpu-r1 start_rank 0
SCALEGEN_RUN_ID=2cpu-r2 start_rank 1
wait_for_ranks
disagree "run '2cpu-r1'" "run '2cpu-r2'"

# Two sets of one name and size, of which one has another byte, as a node's old copy may have.
write_set ours 20 10
cp -r ours theirs
printf '\1' | dd of=theirs/train-images-idx3-ubyte bs=1 seek=100 conv=notrunc status=none
data=(--data mnist)
start_rank 0 --data-root ours
start_rank 1 --data-root theirs
wait_for_ranks
mapfile -t sums < <(grep -oE '\([0-9a-f]{16}\)' err.0)
disagree "20 + 10 samples of MNIST ${sums[0]-}" "20 + 10 samples of MNIST ${sums[1]-}"

# Ranks agree where their options are written otherwise and mean the same.
data=(--data synthetic --samples 200)
start_rank 0 --recipe mnist_cnn --learning-rate 0.001
start_rank 1 --model mnist_cnn --learning-rate 1e-3
wait_for_ranks
expect_codes 0 0

# One backend by another name is no disagreement. A CPU has no second one.
run_pair --backend gloo
expect_codes 0 0
