#!/bin/bash
# More repeats of a sweep that has run: only those run, as if they had been asked for from the beginning.
# shellcheck source=tests/end_to_end/expect.bash
source "$(dirname "${BASH_SOURCE[0]}")/expect.bash"
write_quick_sweep
repeat() { sed -i "s/^repeats: .*/repeats: $1/" quick.yaml; }
sweep() { "$SCALEGEN" sweep quick.yaml --train train "$@"; }

# Stands in for scalegen-train: its steps take the same time on every machine.
put_program train <<'TRAIN'
[[ $RANK == 0 ]] || exit 0
echo "$SCALEGEN_METRICS" | sed 's|.*/runs/||; s|/.*||' >>ledger
for step in 1 2 3 4; do
  echo '{"event":"step","step":'$step',"seconds":0.0'$((8 / WORLD_SIZE))',"samples":512}'
done >>"$SCALEGEN_METRICS"
TRAIN
sed -i "s|>>ledger|>>'$work/ledger'|" train

repeat 1
expect_exit 0 sweep
repeat 3
expect_exit 0 sweep
expect_line err "2 rounds more: 4 runs added"
expect_line out "3 rounds"
expect_text <(sort ledger) "$(printf '%s\n' {1,2}cpu-r{1,2,3} | sort)"
expect_text quick-local/sweep.yaml "$(cat quick.yaml)"
cp out table

# The plan is that of a sweep that began with three, but for the line that says so; and so does the table.
expect_exit 0 "$SCALEGEN" generate quick.yaml --train train -o at-once
expect_line quick-local/plan.jsonl ',"rounds_before":[1],"sweep":"'
plan_in() { sed 's/,"rounds_before":\[1\],"sweep":"[^"]*"//; 1s/"root":"[^"]*","made_by":"[^"]*"//; /^{"cksum"/d' "$1/plan.jsonl"; }
diff <(plan_in at-once) <(plan_in quick-local) || fail "not the plan of three repeats"
sed -i 's/,"rounds_before":\[1\]//' quick-local/plan.jsonl
sum_plan quick-local/plan.jsonl
expect_line table "rounds were added after 1: intervals and claims hold for a table that is read once"
sed -i '/^rounds were added after 1/d' table

# Again: nothing runs a second time.
expect_exit 0 sweep
expect_text out "$(cat table)"
[[ $(wc -l <ledger) == 6 ]] || fail "a run was repeated" "$(cat ledger)"

# Killed when the plan was in place and sweep.yaml was not.
sed -i 's/^repeats: .*/repeats: 1/' quick-local/sweep.yaml
expect_exit 0 sweep
expect_text out "$(cat table)"
expect_text quick-local/sweep.yaml "$(cat quick.yaml)"

# Half-way through: what is missing has not started.
mv quick-local/runs/2cpu-r3 aside
expect_exit 0 "$SCALEGEN" report quick-local
expect_line out "round 3: not started"
mv aside quick-local/runs/2cpu-r3

refused() { # refused TEXT: exit status 2 with this text, and nothing has changed
  local before
  before=$(cd quick-local && find . -type f -exec md5sum {} + | sort)
  expect_exit 2 sweep
  expect_text err "$1"
  [[ $(cd quick-local && find . -type f -exec md5sum {} + | sort) == "$before" ]] || fail "a refusal changed something"
}

repeat 2
refused "error: '$work/quick-local' holds 3 rounds of this sweep, and the sweep file asks for 2
      = hint: nothing is taken away: write 'repeats: 3', or begin a new run directory with -o NEW_FOLDER"

# --rounds does the same from the directory alone, and not for a sweep file. The file goes on as it is.
cp -r quick-local by-repeats
expect_exit 0 "$SCALEGEN" sweep quick-local --rounds 4
expect_line err "1 round more: 2 runs added"
expect_line out "4 rounds"
[[ $(wc -l <ledger) == 8 ]] || fail "not each run once" "$(cat ledger)"
repeat 3
expect_exit 0 sweep
expect_line out "4 rounds"
echo "baseline: 1cpu" >>quick.yaml
expect_exit 0 sweep
expect_line err "the sweep file has changed, and no run depends on it"
expect_line out "4 rounds"
repeat 2
refused "error: '$work/quick-local' holds 4 rounds of this sweep, and the sweep file asks for 2
      = hint: nothing is taken away: write 'repeats: 4', or begin a new run directory with -o NEW_FOLDER"
sed -i '/^baseline/d' quick.yaml
repeat 3
expect_exit 2 "$SCALEGEN" sweep quick-local --rounds 3
expect_text err "error: '$work/quick-local' has 4 rounds already, and --rounds asks for 3
      = hint: ask for more: --rounds 5"
# The same command continues; what is refused adds nothing.
expect_exit 0 "$SCALEGEN" sweep quick-local --rounds 4
expect_line out "4 rounds"
expect_exit 2 "$SCALEGEN" sweep quick-local --rounds 5 --detach
expect_line err "error: --detach needs a scheduler"
expect_exit 0 "$SCALEGEN" sweep quick-local
expect_line out "4 rounds"
[[ $(wc -l <ledger) == 8 ]] || fail "a run was measured again" "$(cat ledger)"
expect_exit 2 sweep --rounds 5
expect_text err "error: --rounds is for a run directory
      = hint: write 'repeats: 5' into 'quick.yaml'"
rm -r quick-local
mv by-repeats quick-local

# Another tool is at work there: this very shell says so.
repeat 4
read -ra stat <"/proc/$$/stat"
echo '{"host":"'"$(uname -n)"'","pid":'$$',"start_time":'"${stat[21]}"',"boot_id":"'"$(</proc/sys/kernel/random/boot_id)"'","time":1763719200.0}' >quick-local/lock
refused "error: '$work/quick-local' is in use: process $$ on host '$(uname -n)' has worked there since 2025-11-21 10:00:00 UTC
      = hint: wait for it, or end it with: kill $$"
rm quick-local/lock

sed -i 's/^export OMP_NUM_THREADS=.*/export OMP_NUM_THREADS=7/' quick-local/jobs/1cpu-r1/job.sbatch
refused "error: '$work/quick-local/jobs/1cpu-r1/job.sbatch' was edited by hand: no runs can be added
      = hint: begin a new run directory with -o NEW_FOLDER"

# Templates of one's own are needed again: the plan does not hold them.
mkdir own
echo 'echo "set up by a template of its own"' >own/setup.part
repeat 1
expect_exit 0 sweep --templates own -o own-templates
repeat 2
expect_exit 2 sweep -o own-templates
expect_text err "error: this scalegen and these templates make another script of '$work/own-templates/jobs/1cpu-r1/job.sbatch': no runs can be added
      = hint: give the --templates that made it; what an older scalegen made is measured anew, with -o NEW_FOLDER"
expect_exit 0 sweep --templates own -o own-templates
expect_line err "1 round more: 2 runs added"
expect_exit 2 "$SCALEGEN" sweep own-templates --rounds 3
expect_exit 0 "$SCALEGEN" sweep own-templates --rounds 3 --templates own
expect_line err "1 round more: 2 runs added"
