#!/bin/bash
# Rounds end when intervals are narrow, also across a kill -9, and a climb ends where a rung does not deserve the next one.
# shellcheck source=tests/end_to_end/expect.bash
source "$(dirname "${BASH_SOURCE[0]}")/expect.bash"

# Its times scatter by half a percent, as this table says. How often a size ran is kept beside it.
cat >program <<'SH'
#!/bin/bash
scatter=(0 7 -9 4 -3 8 -6 2 5 -8 1 3)
runs=$(cat "$2/$1" 2>/dev/null || echo 0)
echo $((runs + 1)) >"$2/$1"
base=$(($1 == 1 ? 10000 : 19000))
echo "rate: $((base + base * scatter[(runs + $1) % 12] / 1000))"
SH
chmod +x program
mkdir counts
cat >enough.yaml <<YAML
name: enough
command: $PWD/program {ranks} $PWD/counts
metrics: {throughput: {regex: 'rate: (\d+)', unit: images/s}}
scales: [1cpu, 2cpu]
repeats: {until: 3 %, at_most: 8}
YAML

runs_of() { # STATE: how many runs are in it
  "$SCALEGEN" status enough-local --json | python3 -c "import json, sys; print(json.load(sys.stdin)['counts'].get('$1', 0))"
}

expect_exit 0 "$SCALEGEN" plan enough.yaml
expect_line out 'at least: 4 rounds, 8 runs'
expect_line out 'expected: 8 rounds, 16 runs'
expect_exit 0 "$SCALEGEN" plan enough.yaml --json
python3 - <<'PY' || fail "other prices than the text has" "$(tail --bytes=300 out)"
import json
plan = json.load(open("out"))
assert (plan["price_at_least"]["rounds"], plan["price_at_least"]["runs"]) == (4, 8), plan["price_at_least"]
assert (plan["price_expected"]["rounds"], plan["price_expected"]["runs"]) == (8, 16), plan["price_expected"]
assert plan["price_at_least"]["core_hours"] * 16 == plan["price_at_most"]["core_hours"] * 8
PY

# Killed in the middle: the next command comes to the same end.
"$SCALEGEN" sweep enough.yaml >/dev/null 2>&1 &
tool=$!
for _ in {1..300}; do
  [[ ! -e enough-local/runs/2cpu-r2/1/exit.json && ! -e enough-local/runs/1cpu-r2/1/exit.json ]] || break
  sleep 0.1
done
kill -KILL "$tool"
wait "$tool" || true
expect_exit 0 "$SCALEGEN" sweep enough-local
expect_line out "5 of at most 8 rounds"
expect_line out "rounds ended by 'until: 3 %' after 5 of at most 8; simulated coverage of such intervals"
[[ $(runs_of completed) == 10 && $(runs_of 'not needed') == 6 ]] || fail "other runs than expected" "$("$SCALEGEN" status enough-local)"
expect_exit 0 "$SCALEGEN" report enough-local
! grep -q 'not started' out || fail "the report misses runs that are not needed" "$(cat out)"
expect_exit 0 "$SCALEGEN" sweep enough-local # nothing is left
[[ $(runs_of completed) == 10 ]] || fail "a run was measured that was not needed"
expect_exit 0 "$SCALEGEN" needed enough-local 1cpu-r6
[[ $(cat out) == "not needed: rounds ended by 'until: 3 %' after 5 of at most 8" ]] || fail "another answer" "$(cat out)"
expect_exit 0 "$SCALEGEN" needed enough-local 1cpu-r5
[[ $(cat out) == needed ]] || fail "another answer" "$(cat out)"
expect_exit 2 "$SCALEGEN" needed enough-local 1cpu-r9
expect_line err "enough-local' has no run '1cpu-r9'"
expect_exit 0 "$SCALEGEN" list
expect_line out '16 runs: 10 completed, 6 not needed'

# The baseline's speedup is 1, with which this climb ends at once.
sed -e 's/^repeats: .*/repeats: 2/' -e 's/^name: .*/name: climbed/' enough.yaml >climbed.yaml
echo 'climb: {while: "speedup > 1.5"}' >>climbed.yaml
expect_exit 0 "$SCALEGEN" sweep climbed.yaml
expect_line out "not run: 1cpu has speedup 1.00x, 'speedup > 1.5' does not hold"
[[ ! -e climbed-local/runs/2cpu-r1/1 ]] || fail "2cpu ran"
