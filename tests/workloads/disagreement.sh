#!/bin/bash
# Ranks that were told different things stop before the first step, and say which.
# shellcheck source-path=SCRIPTDIR
source "${BASH_SOURCE[0]%/*}/train.bash"

run=(--samples 200 --steps 2 --evaluate no --timeout 10)
start_pair() {
  local rank
  MASTER_PORT=$(free_port)
  pids=()
  for rank in 0 1; do
    RANK=$rank WORLD_SIZE=2 MASTER_ADDR=127.0.0.1 MASTER_PORT=$MASTER_PORT \
      timeout 60 "$SCALEGEN_TRAIN" "${run[@]}" --data synthetic --per-rank-batch $((4 + rank * $1)) >"out.$rank" 2>"err.$rank" &
    pids+=($!)
  done
  wait_for_ranks
}

start_pair 1
expect_codes 1 1
expect_text err.0 "scalegen-train: rank 0: ranks disagree: rank 0 has '--per-rank-batch 4', rank 1 has '--per-rank-batch 5'"
expect_text err.1 "scalegen-train: rank 1: ranks disagree: rank 1 has '--per-rank-batch 5', rank 0 has '--per-rank-batch 4'"

start_pair 0
expect_codes 0 0
