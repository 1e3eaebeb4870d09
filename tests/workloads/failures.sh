#!/bin/bash
# Why one rank ends stands in rank 0's error event, and every rank ends within the time-out and five seconds.
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

expect_in_time() {
  local seconds=$((SECONDS - begin))
  ((seconds <= timeout + 5)) || fail "the ranks ended after $seconds s, with a time-out of $timeout s"
}

# No memory: in the first pass of rank 1, whatever rank 0 waits for then.
begin=$SECONDS
start_pair 3000000 --per-rank-batch 3000
wait_for_ranks
expect_codes 1 1
expect_in_time
expect_cause '.*(memory|alloc)'
grep -qE '^scalegen-train: rank 0: rank 1 failed: .*(memory|alloc)' err.0 || fail "found '$(<err.0)'"
grep -qE '^scalegen-train: rank 1: .*(memory|alloc)' err.1 || fail "found '$(<err.1)'"

# Rank 1 has not the data, and never joins the others.
begin=$SECONDS
MASTER_PORT=$(free_port)
rm -f events.jsonl
RANK=1 WORLD_SIZE=2 MASTER_ADDR=127.0.0.1 MASTER_PORT=$MASTER_PORT timeout 60 "$SCALEGEN_TRAIN" "${run[@]}" --global-batch 4 \
  --data nowhere >out.1 2>err.1 &
pids=($!)
RANK=0 WORLD_SIZE=2 MASTER_ADDR=127.0.0.1 MASTER_PORT=$MASTER_PORT timeout 60 "$SCALEGEN_TRAIN" "${run[@]}" --global-batch 4 \
  >out.0 2>err.0 && fail "rank 0 trains alone"
wait_for_ranks
expect_codes 2
expect_in_time
expect_cause "--data: expected auto, mnist, fashion_mnist, cifar100, cifar10, tiny_imagenet, synthetic or a folder, found 'nowhere'"
expect_text err.0 "scalegen-train: rank 0: rank 1 failed: --data: expected auto"

# A rank that stands still, wherever it is: before the store, in it, while the ranks connect, in the first step.
for delay in 0.05 0.2 0.4 0.7; do
  start_pair unlimited --model vit_b16 --samples 8 --per-rank-batch 1
  sleep "$delay"
  child=$(pgrep -P "${pids[1]}" || true)
  [[ ! $child ]] || kill -STOP "$child"
  begin=$SECONDS
  code=0
  wait "${pids[0]}" || code=$?
  [[ ! $child ]] || kill -KILL "$child" 2>/dev/null || true
  wait "${pids[1]}" 2>/dev/null || true
  pids=()
  ((code == 1)) || fail "rank 0 ended with $code where rank 1 stood still after $delay s"
  expect_in_time
  expect_one_line err.0
done
