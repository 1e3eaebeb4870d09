#!/bin/bash
# While nothing is measured, a changed sweep file replaces the plan; what was there is kept.
# shellcheck source=tests/end_to_end/expect.bash
source "$(dirname "${BASH_SOURCE[0]}")/expect.bash"
sweep() { "$SCALEGEN" sweep mine.yaml "$@"; }
put_program train.sh <<'TRAIN'
[[ ${READY:-} == yes ]] || { echo "ImportError: No module named torch" >&2; exit 1; }
echo "speed 100 images/s"
TRAIN
cat >mine.yaml <<'YAML'
name: mine
command: ./train.sh {ranks} {global_batch}
scales: [1cpu, 2cpu]
parameters: {global_batch: 8}
metrics: {throughput: {regex: 'speed {number}', unit: images/s}}
repeats: 2
YAML
sums() { find mine-local -type f -exec md5sum {} + | sort -k 2; }
expect_exit 1 sweep
expect_line err "error: the trial 1cpu-r1 failed: exit status 1: ImportError: No module named torch"
cp -r mine-local failed

# plan says what sweep would do, and changes nothing.
echo 'env: {READY: no}' >>mine.yaml
before=$(sums)
expect_exit 0 "$SCALEGEN" plan mine.yaml
expect_text <(sed -n '/^run directory/,$p' out) "run directory '$work/mine-local' is there: 4 runs, 0 completed
'sweep' continues it, with changes:
  the sweep file changed since (env: READY: no was added): no run had completed, so they are planned again"
[[ $(sums) == "$before" ]] || fail "plan changed the run directory"

# The cure is in the sweep file, at the second try; the failed attempts are kept, each with its plan.
expect_exit 1 sweep
expect_line err "the sweep file changed since (env: READY: no was added): no run had completed, so they are planned again; what was there is kept in '$work/mine-local/replaced-1'"
sed -i 's/no}/yes}/; s/repeats: 2/repeats: 1/' mine.yaml
expect_exit 0 sweep
expect_text <(grep -v '^[12]/2\|^trial' err) "the sweep file changed since (repeats: 2 -> 1): no run had completed, so they are planned again; what was there is kept in '$work/mine-local/replaced-2'
run directory: $work/mine-local
report as a page: $work/mine-local/report.html"
for old in 1 2; do
  expect_text "mine-local/replaced-$old/runs/1cpu-r1/1/err" "ImportError: No module named torch"
done
diff -r --exclude=lock failed mine-local/replaced-1 || fail "something of the failed sweep is lost"
expect_exit 1 "$SCALEGEN" status mine-local/replaced-2
expect_line out "4 runs: 1 failed, 3 not submitted"
expect_exit 0 sweep
expect_text err "run directory: $work/mine-local
report as a page: $work/mine-local/report.html"

# Now something is measured.
before=$(sums)
sed -i 's/yes}/yes, MORE: 1}/' mine.yaml
refusal="error: '$work/mine-local' holds the runs of another sweep
      = note: env: MORE: 1 was added
      = hint: begin a new run directory with -o NEW_FOLDER"
expect_exit 2 sweep
expect_text err "$refusal"
[[ $(sums) == "$before" ]] || fail "a refusal changed something"
expect_exit 0 "$SCALEGEN" plan mine.yaml
expect_text <(sed -n '/^run directory/,$p' out) "run directory '$work/mine-local' is there: 2 runs, 2 completed
'sweep' refuses it:
$refusal"
cp out refused
expect_exit 0 "$SCALEGEN" plan mine.yaml -o "$work/mine-local"
cmp out refused || fail "the directory that -o names is not looked at"
expect_exit 0 "$SCALEGEN" plan mine.yaml -o elsewhere
! grep '^run directory' out || fail "a directory is there that is not"

# A run is under way, or another scalegen works there: the plan stays.
rm -r mine-local
cp -r failed mine-local
sed -i 's/yes, MORE: 1/no/; s/repeats: 1/repeats: 2/' mine.yaml
sleep 100 &
sleeper=$!
start=$(sed 's/.*) //' /proc/$sleeper/stat | cut -d ' ' -f 20)
holder="{\"boot_id\":\"$(cat /proc/sys/kernel/random/boot_id)\",\"host\":\"$(uname -n)\",\"pid\":$sleeper,\"start_time\":$start"
echo "$holder,\"time\":1763719200.0}" >mine-local/lock
before=$(sums)
expect_exit 2 sweep
expect_line err "error: '$work/mine-local' is in use: process $sleeper on host '$(uname -n)' has worked there since"
rm mine-local/lock
mkdir -p mine-local/runs/2cpu-r1/hand
echo "$holder,\"job\":\"\",\"time\":$(date +%s).0}" >mine-local/runs/2cpu-r1/hand/started.json
before=$(sums)
expect_exit 2 sweep
expect_text err "error: '$work/mine-local' holds the runs of another sweep
      = note: env: READY: no was added
      = hint: 1 run of it is queued or running: wait until nothing is, or 'scalegen cancel $work/mine-local'; if none has completed then, the same command plans the runs again. Or begin a new run directory with -o NEW_FOLDER"
[[ $(sums) == "$before" ]] || fail "a refusal changed something"
kill "$sleeper"
rm -r mine-local

# Killed anywhere in between: the old plan or the new one, whole. The same command, or `sweep DIR`, leads to the new one.
sed -i 's/no}/yes}/' mine.yaml
for call in rename mkdir unlink rmdir; do
  for ((number = 1; ; ++number)); do
    rm -rf mine-local
    cp -r failed mine-local
    status=0
    {
      strace -o /dev/null -e "trace=?$call,?${call}at" -e "inject=?$call,?${call}at:signal=KILL:when=$number" \
        "$SCALEGEN" sweep mine.yaml >out 2>err </dev/null || status=$?
    } 2>/dev/null # where bash says "Killed"
    ((status == 137)) || break
    if [[ -e mine-local/replaced-1 && ! -e mine-local/replacement ]]; then break; fi
    where="killed at $call number $number"
    [[ -e mine-local/plan.jsonl ]] || fail "$where: no plan" "$(find mine-local)"
    again=("$SCALEGEN" sweep mine.yaml)
    if [[ -e mine-local/replacement ]] && ((number % 2)); then again=("$SCALEGEN" sweep mine-local); fi
    expect_exit 0 "${again[@]}"
    diff -r --exclude='.*' --exclude=lock failed mine-local/replaced-1 || fail "$where: something of the failed sweep is lost"
    [[ $(find mine-local -maxdepth 1 -type d \( -name replacement -o -name 'replaced-2' \)) == '' ]] || fail "$where: something is left"
    expect_line mine-local/plan.jsonl '"READY":"yes"'
    (cd mine-local && cksum jobs/*/job.sbatch lib/job.bash | diff - <(sort -k 3 scripts.cksum)) || fail "$where: other scripts"
  done
done
