#!/bin/bash
# A rank of three that is killed or stands still in the middle of a run: the others say so and end in time, on their own.
# shellcheck source-path=SCRIPTDIR
source "${BASH_SOURCE[0]%/*}/train.bash"

timeout=5

# lose SIGNAL VICTIM REASON REASON_OF_0: sends the signal to a rank once the run has got going. The others end for a reason like
# REASON, rank 0 like REASON_OF_0.
lose() {
  local signal=$1 victim=$2 reason=$3 child rank
  rm -f events.jsonl
  MASTER_PORT=$(free_port)
  start_ranks 3 --data synthetic --samples 2001 --steps 1000000 --global-batch 24 --timeout "$timeout" --metrics events.jsonl
  until [[ -e events.jsonl ]] && (($(wc -l <events.jsonl) > 10)); do
    kill -0 "${pids[@]}" || fail "the run ended before it was disturbed"
    sleep 0.1
  done
  for rank in 0 1 2; do kill -PIPE "$(pgrep -P "${pids[rank]}")"; done # as a write to a peer that is gone may
  child=$(pgrep -P "${pids[victim]}")
  kill "-$signal" "$child"
  count_time
  for rank in 0 1 2; do
    ((rank != victim)) || continue
    code=0
    wait "${pids[rank]}" || code=$?
    ((code == 1)) || fail "SIG$signal of rank $victim: rank $rank ended with $code"
    expect_one_line "err.$rank"
    ((rank > 0)) || reason=${4-}
    grep -qE "^scalegen-train: rank $rank: $reason$" "err.$rank" || fail "found '$(<"err.$rank")'"
    reason=$3
  done
  expect_in_time
  kill -KILL "$child" 2>/dev/null || true
  wait "${pids[victim]}" || true
  pids=()
}

# Rank 0 names the rank that fell silent, and not one that only lost it.
expect_blame() {
  tail -n 1 events.jsonl |
    grep -qE "^\{\"event\":\"error\",\"time\":[0-9.]+,\"rank\":$1,\"message\":\"$silent from host '$HOSTNAME'; $met\"\}\$" ||
    fail "the last event is '$(tail -n 1 events.jsonl)'"
}
silent="no sign of life"
met="rank 0 met: step [0-9]+ failed: .+"

# The others meet the loss themselves, or hear of it from rank 0.
lose KILL 1 "(step [0-9]+ failed: .+|rank 1 failed: $silent from host '$HOSTNAME'; $met)" "rank 1 failed: $silent from host '$HOSTNAME'; $met"
expect_blame 1
lose STOP 2 "(step [0-9]+ failed: .+|rank 2 failed: $silent from host '$HOSTNAME'; $met)" "rank 2 failed: $silent from host '$HOSTNAME'; $met"
expect_blame 2
lose KILL 0 'rank 0 is gone(: step [0-9]+ failed: .+)?'
# Rank 0's store gives no answer, and its connections stay open.
lose STOP 0 "(step [0-9]+ failed: .+|rank 0 has not answered for $timeout s: it stands still, or its machine is gone)"
