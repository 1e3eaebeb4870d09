#!/bin/bash
# A rank that is killed or stands still in the middle of a run: the other one says so and ends, on its own.
# shellcheck source-path=SCRIPTDIR
source "${BASH_SOURCE[0]%/*}/train.bash"

# lose SIGNAL VICTIM: sends the signal to a rank once the run has got going, and expects the other to fail.
lose() {
  local signal=$1 victim=$2 other=$((1 - $2)) child
  rm -f events.jsonl
  MASTER_PORT=$(free_port)
  start_ranks 2 --data synthetic --samples 2000 --steps 1000000 --global-batch 16 --timeout 5 --metrics events.jsonl
  until [[ -e events.jsonl ]] && (($(wc -l <events.jsonl) > 10)); do
    kill -0 "${pids[0]}" "${pids[1]}" || fail "the run ended before it was disturbed"
    sleep 0.1
  done
  child=$(pgrep -P "${pids[victim]}")
  kill "-$signal" "$child"
  wait "${pids[other]}" && fail "rank $other goes on without rank $victim" || code=$?
  kill -KILL "$child" 2>/dev/null || true
  wait "${pids[victim]}" || true
  pids=()
  ((code == 1)) || fail "expected exit code 1, found $code"
  expect_one_line "err.$other"
  grep -qE "^scalegen-train: rank $other: step [0-9]+ failed: .+" "err.$other" || fail "found '$(<"err.$other")'"
}

lose KILL 1
tail -n 1 events.jsonl | grep -qE '^\{"event":"error","time":[0-9.]+,"rank":0,"message":"step [0-9]+ failed: .+"\}$' ||
  fail "the last event is '$(tail -n 1 events.jsonl)'"
lose KILL 0
lose STOP 1
