#!/bin/bash
# With --seconds all ranks end after the same step, once the seconds are over.
# shellcheck source-path=SCRIPTDIR
source "${BASH_SOURCE[0]%/*}/train.bash"

# ended EVENTS: the steps that rank 0 tells of take the seconds that were asked for.
ended() {
  grep '"event":"step"' "$1" | grep -o '"seconds":[0-9.e-]*' | cut -d: -f2 >steps
  awk '{ sum += $1 } END { exit !(NR > 3 && sum >= 1.5) }' steps || fail "the steps end before the seconds: '$(tail -n 3 "$1")'"
}

run=(--model linear --data synthetic --samples 960 --per-rank-batch 32 --seconds 1.5 --evaluate no)
run_ranks 1 "${run[@]}" --metrics alone.events
expect_codes 0
ended alone.events
expect_text out.0 "  seconds       1.5"
grep -q '^step [0-9]* · loss' out.0 || fail "no line tells of a step"

for ranks in 2 3; do
  run_ranks "$ranks" "${run[@]}" --metrics "$ranks.events" --dump-parameters parameters
  expect_codes "$(yes 0 | head -n "$ranks" | xargs)"
  ended "$ranks.events"
  cmp parameters.0 parameters.1 || fail "the ranks ended after different steps"
done

# Ranks that do not wait for each other's gradients end after the same step too.
run_ranks 2 "${run[@]}" --strategy none --profile phases --metrics none.events
expect_codes 0 0
mapfile -t steps < <(grep -o '"steps":[0-9]*,"seconds"' <(grep '"event":"ranks"' none.events))
expect_text out.0 '  phase             time s  per step ms   median ms    p90 ms       %'
(($(grep -cE '^  (data|forward|backward|communication|optimizer)( +[0-9]+\.[0-9]+){5}$' out.0) == 5)) || fail "found '$(<out.0)'"
[[ ${#steps[@]} == 2 && ${steps[0]} == "${steps[1]}" ]] || fail "the ranks made ${steps[*]}"

# An evaluation takes none of the seconds.
run_ranks 2 --model linear --data synthetic --samples 96 --seconds 1.5 --evaluate each_epoch --metrics evaluated.events
expect_codes 0 0
ended evaluated.events

refused "scalegen-train: expected one of --steps, --epochs and --seconds, found several" --seconds 1 --steps 4
refused "scalegen-train: --seconds: expected a number above 0, found '0'" --seconds 0
