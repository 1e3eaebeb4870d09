#!/bin/bash
# Why one rank ends stands in rank 0's error event, and every rank ends within the time-out and eight seconds.
# shellcheck source-path=SCRIPTDIR
source "${BASH_SOURCE[0]%/*}/train.bash"

timeout=8
run=(--data synthetic --samples 6000 --steps 1000000 --evaluate no --timeout "$timeout" --metrics events.jsonl)

# start_pair LIMIT ARGUMENTS...: two ranks, of which rank 1 has LIMIT KiB of address space, or "unlimited".
start_pair() {
  local limit=$1 rank
  shift
  MASTER_PORT=$(free_port)
  pids=()
  rm -f events.jsonl
  for rank in 0 1; do
    (
      ((rank == 0)) || ulimit -v "$limit"
      RANK=$rank WORLD_SIZE=2 MASTER_ADDR=127.0.0.1 MASTER_PORT=$MASTER_PORT \
        exec timeout --foreground 60 "$SCALEGEN_TRAIN" "${run[@]}" "$@" >"out.$rank" 2>"err.$rank"
    ) &
    pids+=($!)
  done
}

expect_cause() {
  grep -qE "^\{\"event\":\"error\",\"time\":[0-9.]+,\"rank\":1,\"message\":\"$1" events.jsonl ||
    fail "expected the cause '$1' as the event of rank 1, found '$(tail -n 1 events.jsonl)'"
}

# No memory: at the beginning of rank 1's first pass, whatever rank 0 does then.
count_time
start_pair 3000000 --samples 20000 --per-rank-batch 10000
wait_for_ranks
expect_codes 1 1
expect_in_time
expect_cause '.*(memory|alloc)'
grep -qE '^scalegen-train: rank 0: rank 1 failed: .*(memory|alloc)' err.0 || fail "found '$(<err.0)'"
grep -qE '^scalegen-train: rank 1: .*(memory|alloc)' err.1 || fail "found '$(<err.1)'"
expect_one_line err.1
[[ $(<err.1) != *'frame #'* ]] || fail "a stack trace is no cause: $(<err.1)"

# never_joins CAUSE ARGUMENTS...: with these rank 1 ends before it joins rank 0, which is on a CPU and has the data.
never_joins() {
  local cause=$1
  count_time
  local -x WORLD_SIZE=2 MASTER_ADDR=127.0.0.1 MASTER_PORT
  MASTER_PORT=$(free_port)
  rm -f events.jsonl
  RANK=1 CUDA_VISIBLE_DEVICES=-1 HIP_VISIBLE_DEVICES=-1 timeout 60 "$SCALEGEN_TRAIN" "${run[@]}" --global-batch 4 \
    "${@:2}" >out.1 2>err.1 &
  pids=($!)
  RANK=0 timeout 60 "$SCALEGEN_TRAIN" "${run[@]}" --global-batch 4 --device cpu >out.0 2>err.0 && fail "rank 0 trains alone"
  wait_for_ranks
  expect_codes 2
  expect_in_time
  expect_cause "$cause"
  expect_text err.0 "scalegen-train: rank 0: rank 1 failed: $cause"
}
never_joins "--data: expected auto, mnist, fashion_mnist, cifar100, cifar10, tiny_imagenet, synthetic or a folder, found 'nowhere'" \
  --data nowhere
never_joins "--device cuda: LibTorch sees no GPU here" --device cuda

# rank_0_never_comes CAUSE ARGUMENTS...: with these rank 0 ends before it meets rank 1, which learns why.
rank_0_never_comes() {
  local cause=$1
  count_time
  local -x WORLD_SIZE=2 MASTER_ADDR=127.0.0.1 MASTER_PORT
  MASTER_PORT=$(free_port)
  rm -f events.jsonl
  RANK=0 timeout 60 "$SCALEGEN_TRAIN" "${run[@]}" --global-batch 4 "${@:2}" >out.0 2>err.0 &
  pids=($!)
  RANK=1 timeout 60 "$SCALEGEN_TRAIN" "${run[@]}" --global-batch 4 --device cpu >out.1 2>err.1 && fail "rank 1 trains alone"
  wait_for_ranks
  expect_codes 2
  expect_in_time
  [[ $(<err.1) == "scalegen-train: rank 1: rank 0 failed: $cause" ]] || fail "found '$(<err.1)'"
}
rank_0_never_comes "--data: expected auto, mnist, fashion_mnist, cifar100, cifar10, tiny_imagenet, synthetic or a folder, found 'nowhere'" \
  --data nowhere
rank_0_never_comes "--steps: expected a whole number from 1, found '0'" --steps 0

# Where both have the same mistake, each says so and nobody waits.
count_time
run_ranks 2 "${run[@]}" --data nowhere --global-batch 4
expect_codes 2 2
expect_in_time
for rank in 0 1; do expect_text "err.$rank" "scalegen-train: rank $rank: --data: expected auto"; done

# Rank 0 comes to no collective, since its own file does not take a byte more: rank 1 gives it up, and both end in time.
mkfifo parameters.0
exec 3<>parameters.0 # somebody who could read it lets rank 0 begin
start_pair unlimited --global-batch 4 --steps 5 --dump-parameters parameters
until grep -q '"step":5,' events.jsonl 2>/dev/null; do
  kill -0 "${pids[@]}" || fail "the run ended before its fifth step"
  sleep 0.1
done
count_time
wait_for_ranks
exec 3>&-
expect_codes 1 1
expect_in_time
grep -qE '"rank":0,"message":"rank 1 gave up: ' events.jsonl || fail "found '$(tail -n 1 events.jsonl)'"

# stands_still VICTIM SECONDS: a rank does nothing more so long after its start: the other one ends in time.
stands_still() {
  local victim=$1 other=$((1 - $1)) child code=0
  start_pair unlimited --model vit_b16 --samples 8 --per-rank-batch 1
  sleep "$2"
  child=$(pgrep -P "${pids[victim]}" || true)
  [[ ! $child ]] || kill -STOP "$child"
  count_time
  wait "${pids[other]}" || code=$?
  [[ ! $child ]] || kill -KILL "$child" 2>/dev/null || true
  wait "${pids[victim]}" 2>/dev/null || true
  pids=()
  ((code == 1)) || fail "rank $other ended with $code where rank $victim stood still after $2 s"
  expect_in_time
  expect_one_line "err.$other"
}
# Wherever it is: before the store, in it, while the ranks connect, in the first step.
for delay in 0.05 0.2 0.4 0.7; do stands_still 1 "$delay"; done
for delay in 0.1 0.3 0.6; do stands_still 0 "$delay"; done
