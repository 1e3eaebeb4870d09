#!/bin/bash
# SIGTERM ends a run at once, or with a checkpoint after a step that all ranks agree on.
# shellcheck source-path=SCRIPTDIR
source "${BASH_SOURCE[0]%/*}/train.bash"

run=(--data synthetic --samples 300 --per-rank-batch 8 --evaluate no --timeout 20)

# signalled RANKS WHOM OPTIONS...: a run whose ranks WHOM get the signal when it has got going.
signalled() {
  local ranks=$1 whom=$2 rank deadline=$((SECONDS + 60))
  local -a children=()
  shift 2
  rm -f events.jsonl
  MASTER_PORT=$(free_port)
  start_ranks "$ranks" "${run[@]}" --steps 1000000 --metrics events.jsonl "$@"
  until grep -q '"step":12,' events.jsonl 2>/dev/null; do
    ((SECONDS < deadline)) || fail "the twelfth step does not come"
    sleep 0.02
  done
  for rank in $whom; do children+=("$(pgrep -P "${pids[rank]}")"); done
  kill -TERM "${children[@]}"
  wait_for_ranks
}
expect_event() { # RANK MESSAGE
  tail -n 1 events.jsonl | grep -qE "^\{\"event\":\"error\",\"time\":[0-9.]+,\"rank\":$1,\"message\":\"$2\"\}\$" ||
    fail "the last event is '$(tail -n 1 events.jsonl)'"
}
asked="asked to end \(SIGTERM\)"

# Without a checkpoint. A rank that gets it alone tells the others.
signalled 1 0
expect_codes 143
expect_event 0 "$asked"
[[ $(<err.0) == "scalegen-train: asked to end (SIGTERM)" ]] || fail "found '$(<err.0)'"
signalled 2 "0 1"
expect_codes 143 143
expect_event 0 "$asked"
signalled 2 1
expect_codes 1 143
expect_event 1 "$asked"
[[ $(<err.1) == "scalegen-train: rank 1: asked to end (SIGTERM)" ]] || fail "found '$(<err.1)'"

# While ranks wait for each other.
MASTER_PORT=$(free_port)
WORLD_SIZE=3 start_ranks 2 "${run[@]}" --steps 2 --metrics waiting.jsonl
sleep 2
kill -TERM "$(pgrep -P "${pids[0]}")" "$(pgrep -P "${pids[1]}")"
wait_for_ranks
expect_codes 143 143

# With one, whoever gets it: all ranks end after the same step, and go on from there as if they had never stopped.
goes_on() { # RANKS WHOM
  local step rank
  rm -rf folder
  signalled "$1" "$2" --checkpoint folder
  expect_codes "$(yes 143 | head -n "$1" | xargs)"
  expect_event 0 "$asked: go on with --checkpoint folder --resume"
  step=$(sed 's/step-//' folder/last)
  grep '"event":"step"' events.jsonl | tail -n 1 | grep -q "\"step\":$step," || fail "the checkpoint is of $step, the last step another"
  run_ranks "$1" "${run[@]}" --steps $((step + 5)) --checkpoint folder --resume --dump-parameters resumed
  expect_codes "$(yes 0 | head -n "$1" | xargs)"
  run_ranks "$1" "${run[@]}" --steps $((step + 5)) --dump-parameters whole
  for ((rank = 0; rank < $1; ++rank)); do cmp "resumed.$rank" "whole.$rank" || fail "rank $rank ends with other weights"; done
}
goes_on 1 0
goes_on 2 "0 1"
goes_on 2 1
goes_on 2 0

# With one, too, at once while nobody trains.
rm -rf folder
MASTER_PORT=$(free_port)
WORLD_SIZE=3 start_ranks 1 "${run[@]}" --steps 2 --checkpoint folder
sleep 1
kill -TERM "$(pgrep -P "${pids[0]}")"
wait_for_ranks
expect_codes 143
