#!/bin/bash
# A rank of three that is killed or stands still in the middle of a run: the others say so and end in time, on their own.
# shellcheck source-path=SCRIPTDIR
source "${BASH_SOURCE[0]%/*}/train.bash"

timeout=5

# lose SIGNAL VICTIM REASON: sends the signal to a rank once the run has got going. The others end for a reason like REASON.
lose() {
  local signal=$1 victim=$2 reason=$3 child begin rank
  rm -f events.jsonl
  MASTER_PORT=$(free_port)
  start_ranks 3 --data synthetic --samples 2001 --steps 1000000 --global-batch 24 --timeout "$timeout" --metrics events.jsonl
  until [[ -e events.jsonl ]] && (($(wc -l <events.jsonl) > 10)); do
    kill -0 "${pids[@]}" || fail "the run ended before it was disturbed"
    sleep 0.1
  done
  child=$(pgrep -P "${pids[victim]}")
  kill "-$signal" "$child"
  begin=$SECONDS
  for rank in 0 1 2; do
    ((rank != victim)) || continue
    code=0
    wait "${pids[rank]}" || code=$?
    ((code == 1)) || fail "SIG$signal of rank $victim: rank $rank ended with $code"
    expect_one_line "err.$rank"
    grep -qE "^scalegen-train: rank $rank: $reason$" "err.$rank" || fail "found '$(<"err.$rank")'"
  done
  ((SECONDS - begin <= timeout + 5)) || fail "the others ended after $((SECONDS - begin)) s, with a time-out of $timeout s"
  kill -KILL "$child" 2>/dev/null || true
  wait "${pids[victim]}" || true
  pids=()
}

# A rank that only waited for the lost one does not tell rank 0 that it failed itself.
expect_own_event() {
  tail -n 1 events.jsonl | grep -qE '^\{"event":"error","time":[0-9.]+,"rank":0,"message":"step [0-9]+ failed: .+"\}$' ||
    fail "the last event is '$(tail -n 1 events.jsonl)'"
}

lose KILL 1 'step [0-9]+ failed: .+'
expect_own_event
lose STOP 1 'step [0-9]+ failed: .+'
expect_own_event
lose KILL 0 '(step [0-9]+ failed: .+|rank 0 is gone)'
# Rank 0's store gives no answer, and its connections stay open.
lose STOP 0 "(step [0-9]+ failed: .+|rank 0 has not answered for $timeout s: it stands still, or its machine is gone)"
