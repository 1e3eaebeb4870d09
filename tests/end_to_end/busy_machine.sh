#!/bin/bash
# What other programs use of a run's cores is said beside its interval: here a loop on each core that a run may be on.
# shellcheck source=tests/end_to_end/expect.bash
source "$(dirname "${BASH_SOURCE[0]}")/expect.bash"
cat >busy.yaml <<'YAML'
name: busy
command: bash work
scales: [1cpu]
repeats: 1
parameters: {cpus_per_task: 1}
YAML
# Of less than two seconds nothing is claimed, and it may get most of its core.
echo 'for ((i = 0; i < 4000000; ++i)); do :; done' >work

loops=()
trap '((${#loops[@]} == 0)) || kill "${loops[@]}"; rm -rf "$work"' EXIT
allowed=$(sed --quiet 's/^Cpus_allowed_list:[[:space:]]*//p' /proc/self/status)
for range in ${allowed//,/ }; do
  for core in $(seq "${range%-*}" "${range#*-}"); do
    taskset --cpu-list "$core" bash -c 'while :; do :; done' &
    loops+=("$!")
  done
done
expect_exit 0 "$SCALEGEN" sweep busy.yaml
grep --quiet '^1cpu .* 1 (baseline) \*' out || fail "no mark beside the rung" "$(cat out)"
grep --quiet --extended-regexp "^warning: 1cpu \\*: other programs used [1-9][0-9]+ % of its cores' time: its values hold for such a load only\$" out ||
  fail "others are not named" "$(cat out)"
expect_exit 0 "$SCALEGEN" report busy-local --format json
expect_line out '"disturbed": true'

# Its round is measured again, and what it had is said.
kill "${loops[@]}"
loops=()
expect_exit 0 "$SCALEGEN" sweep busy.yaml --again 1cpu-r1
expect_line out "measured again with their round, by --again; what they had counts no more: 1cpu-r1 ("
