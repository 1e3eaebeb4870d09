#!/bin/bash
# The first run of the smallest rung is looked at before all others begin; and what failed before is offered again.
# shellcheck source=tests/end_to_end/expect.bash
source "$(dirname "${BASH_SOURCE[0]}")/expect.bash"
sweep() { "$SCALEGEN" sweep mine.yaml "$@"; }
trainer() { # trainer LINE...: the script is these lines, after it has written itself down. Nothing tells the load beside it
  # shellcheck disable=SC2016 # the run's
  printf '%s\n' '#!/bin/bash' "echo \"\$1\" >>'$work/ledger'" 'rm -f "$SCALEGEN_RUN_DIR"/node.*.txt' "$@" >train.sh
  chmod +x train.sh
}
runs() { tr '\n' ' ' <ledger; }
cat >mine.yaml <<'YAML'
name: mine
command: ./train.sh {ranks} {global_batch}
scales: [2cpu, 1cpu]
parameters: {global_batch: 8}
metrics: {throughput: {regex: 'speed {number}', unit: images/s}}
repeats: 2
YAML
trainer 'exit 0'
expect_exit 0 "$SCALEGEN" plan mine.yaml
expect_text <(head -1 out) "mine: ./train.sh {ranks} {global_batch} on local (this machine) · strong scaling · 2 rounds, order shuffled (seed 7)"
expect_line out "trial: 1cpu-r1 runs first, then 2cpu-r1, each alone; --no-trial leaves it out"

# It fails: nothing else begins, and the same command tries it again.
trainer 'echo "ImportError: No module named torch" >&2' 'exit 1'
for attempt in 1 2; do
  expect_exit 1 sweep
  [[ ! -s out ]] || fail "it printed a table" "$(cat out)"
  expect_text err "run directory: $work/mine-local
1/4  1cpu-r1  failed: exit status 1: ImportError: No module named torch
error: the trial 1cpu-r1 failed: exit status 1: ImportError: No module named torch
      = note: its output is in '$work/mine-local/runs/1cpu-r1/$attempt/err'
      = note: 3 other jobs not submitted
      = hint: fix it, and give the same command again: it begins with a trial; --no-trial submits all at once"
done
[[ $(runs) == "1 1 " ]] || fail "something else has begun" "$(runs)"

# It has no figure: the sweep stops until it has one, and the run is not repeated for it.
trainer 'echo "pace 100 steps/s"'
stopped="error: the trial 1cpu-r1 completed and has no figure: no line of out or err matches throughput's regex
      = note: its output is in '$work/mine-local/runs/1cpu-r1/3/out'
      = note: 3 other jobs not submitted
      = hint: correct 'metrics:' and give the same command again; if the program was fixed instead, give it with --again 1cpu-r1; --no-trial submits all at once"
expect_exit 1 sweep
expect_text err "run directory: $work/mine-local
1/4  1cpu-r1  completed
$stopped"
expect_exit 1 sweep
expect_text err "run directory: $work/mine-local
$stopped"
[[ $(runs) == "1 1 1 " ]] || fail "something else has begun" "$(runs)"
# The program is fixed: that run alone begins again, and its first try stays on the disk.
cp -r mine-local without-figure
cp ledger ledger-before
trainer 'echo "speed 100 images/s"'
expect_exit 0 sweep --again 1cpu-r1
[[ $(<mine-local/runs/1cpu-r1/3/out) == "pace 100 steps/s"* && $(<mine-local/runs/1cpu-r1/4/out) == "speed 100"* ]] ||
  fail "not both attempts are there"
expect_line out "1cpu       100  1 (baseline)"
expect_exit 0 sweep
expect_text err "run directory: $work/mine-local
report as a page: $work/mine-local/report.html"
expect_exit 2 sweep --again 1cpu-r1
expect_text err "run directory: $work/mine-local
error: '1cpu-r1' has a figure, which stays: nothing disturbed its round
      = hint: leave out --again; 'sweep DIR --rounds N' measures its rung again, and 'sweep -o NEW_FOLDER' all"
expect_exit 2 sweep --again 1cpu-r7
expect_line err "error: this sweep has no run '1cpu-r7'"
rm -r mine-local
mv without-figure mine-local
mv ledger-before ledger

sed -i 's/speed {number}/pace {number}/' mine.yaml
trainer "[[ \$1 == 1 ]] || { echo 'ValueError: no such device' >&2; exit 3; }" 'echo "pace 100 steps/s"'
# The next trial is of ranks that meet.
expect_exit 1 sweep
sed 's/about [0-9]* s$/about N s/' err >said
expect_text said "the sweep file has changed, and no run depends on it
run directory: $work/mine-local
trial: 1cpu-r1 has a figure; 3 more runs, about N s
2/4  2cpu-r1  failed: exit status 3: ValueError: no such device
error: the trial 2cpu-r1 failed: exit status 3: ValueError: no such device
      = note: its output is in '$work/mine-local/runs/2cpu-r1/1/err'
      = note: 2 other jobs not submitted
      = hint: fix it, and give the same command again: it begins with a trial; --no-trial submits all at once"
[[ $(runs) == "1 1 1 2 " ]] || fail "something else has begun" "$(runs)"

# Without a trial the smaller rung goes on, and no later round of what failed begins.
expect_exit 1 sweep --no-trial
expect_text <(grep -v '^[2-4]/4' err) "run directory: $work/mine-local
1 run failed before: --again failed runs it again
report as a page: $work/mine-local/report.html
2cpu-r1 failed: its output is in $work/mine-local/runs/2cpu-r1/1/err; when the program is fixed, --again failed runs it again
1 run not submitted, since the same failed in its first round: 2cpu-r2; the same command runs it when a file that it names or its script is newer, and --again failed at any time"
[[ $(runs) == "1 1 1 2 1 " ]] || fail "not each run of one rank has begun" "$(runs)"

# Nothing is fixed: it is not submitted again.
expect_exit 1 sweep
expect_line err "1 run not submitted, since the same failed in its first round: 2cpu-r2; the same command runs it when a file that it names or its script is newer, and --again failed at any time"
[[ $(wc -l <ledger) == 5 ]] || fail "what fails was submitted again"

# What failed can be had again: who is no terminal reads how, and who is one is asked.
trainer 'echo "pace 100 steps/s"'
touch --date=2020-01-01 train.sh # as rsync and cp -p keep the date
expect_exit 1 sweep
expect_line err "1 run failed before: --again failed runs it again"
[[ $(runs) == "1 1 1 2 1 2 " ]] || fail "not the round alone that was held back has begun" "$(runs)"
on_terminal() { script --quiet --return --log-out /dev/null --command "$SCALEGEN sweep mine.yaml"; }
echo n | expect_exit 1 on_terminal
expect_line out "1 run failed before: again? [y/N]"
[[ $(wc -l <ledger) == 6 ]] || fail "it was not agreed to"
echo y | expect_exit 0 on_terminal
[[ $(wc -l <ledger) == 7 ]] || fail "it was agreed to"
expect_exit 0 sweep
expect_text err "run directory: $work/mine-local
report as a page: $work/mine-local/report.html"

# Without a trial a round that fails alike stops the sweep all the same.
trainer 'echo "ImportError: No module named torch" >&2' 'exit 1'
expect_exit 1 sweep --no-trial -o at-once
grep -v '^[1-4]/4' err >said
first=$(grep -o '[12]cpu-r1' err | head -1)
expect_text said "run directory: $work/at-once
error: all 2 runs of round 1 ended alike: failed: exit status 1: ImportError: No module named torch
      = note: its output is in '$work/at-once/runs/$first/1/err'
      = note: 2 other jobs not submitted
      = hint: fix it, and give the same command again with --again failed"

# What a person may do besides mending the program, as far as the end of the trial says it.
trainer "[[ \$1 == 1 ]] || kill -KILL \$\$" 'echo "pace 100 steps/s"'
expect_exit 1 sweep -o killed
expect_text <(sed -n '/^error/,$p' err) "error: the trial 2cpu-r1 failed: exit status 137: ended by signal 9 (Killed)
      = note: it printed nothing
      = note: 2 other jobs not submitted
      = hint: signal 9 often says that memory was used up: fix it, and give the same command again: it begins with a trial; --no-trial submits all at once"
trainer "[[ \$1 == 1 ]] || sleep 60" 'echo "pace 100 steps/s"'
echo 'time_limit: 5s' >>mine.yaml
expect_exit 1 sweep -o late
expect_text <(sed -n '/^error/,$p' err) "error: the trial 2cpu-r1 timed out after 5 s (time_limit: 5s)
      = note: it printed nothing
      = note: 2 other jobs not submitted
      = hint: raise 'time_limit:' or fix it, and give the same command again: it begins with a trial; --no-trial submits all at once"
sed -i 's/^time_limit: 5s/time_limit: 6s/' mine.yaml
expect_exit 1 sweep -o late
expect_line err "larger limits, of runs without a figure: "
expect_line err "error: the trial 2cpu-r1 timed out after 6 s (time_limit: 6s)"
