#!/bin/bash
# What other programs use of a run's cores is said beside its interval: here a loop on each core that a run may be on.
# shellcheck source=tests/end_to_end/expect.bash
source "$(dirname "${BASH_SOURCE[0]}")/expect.bash"
is_busy=yes
cat >busy.yaml <<'YAML'
name: busy
command: bash work
scales: [1cpu]
repeats: 1
parameters: {cpus_per_task: 1}
YAML
# It is so long that it cannot get most of its core all the time.
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

# Runs of 0.3 s on a quiet machine: the sweep says it after the first, once; nothing is left out of one size alone, and no size is
# advised.
cat >short.yaml <<'YAML'
name: short
command: bash short {ranks}
scales: [1cpu, 2cpu]
repeats: 5
parameters: {cpus_per_task: 1}
metrics: {time: {regex: 'took {number} ms', unit: ms}}
YAML
cat >short <<'END'
begin=${EPOCHREALTIME/./}
for ((rank = 0; rank < $1; ++rank)); do
  (for ((i = 0; i < 100000 / $1; ++i)); do :; done) &
done
wait
echo "took $(((${EPOCHREALTIME/./} - begin) / 1000)) ms"
END
expect_exit 0 "$SCALEGEN" sweep short.yaml
expect_text <(grep --count "if it stays, the figures will be uncertain" err) 1
grep --quiet --extended-regexp "^[12]cpu: other programs used [1-9][0-9]+ % of its cores' time; if it stays, the figures will be uncertain\$" err ||
  fail "the load is not said after the first run" "$(cat err)"
[[ $(sed --quiet '/completed/{n;p;q}' err) == *"if it stays, the figures will be uncertain" ]] || fail "not after the first run" "$(cat err)"
grep --quiet '^1cpu .* 1 (baseline) \*' out || fail "no mark beside the baseline" "$(cat out)"
grep --quiet --extended-regexp '^2cpu .*x .*\* .* % .*\*' out || fail "no mark beside 2cpu" "$(cat out)"
! grep --extended-regexp "^Ask for [12]cpu" out || fail "a size is advised on a busy machine"
! grep "left out:" out || fail "rounds are left out though none is quiet"

# Its round is measured again, and what it had is said.
kill "${loops[@]}"
loops=()
expect_exit 0 "$SCALEGEN" sweep busy.yaml --again 1cpu-r1
expect_line out "measured again with their round, by --again; what they had counts no more: 1cpu-r1 ("
