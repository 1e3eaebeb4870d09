#!/bin/bash
# Folders that are gone, names that are too long, disks that are too small: a message and exit status 2, never a crash.
# shellcheck source=tests/end_to_end/expect.bash
source "$(dirname "${BASH_SOURCE[0]}")/expect.bash"
printf 'name: own\ncommand: "exit {code}"\nscales: [1cpu]\nparameters: {code: 0}\nrepeats: 1\n' >own.yaml

long=$(printf 'x%.0s' {1..300})
expect_exit 2 "$SCALEGEN" report "$long"
expect_text err "error: cannot read '$long': File name too long"
ln -s loop loop
expect_exit 2 "$SCALEGEN" report loop
expect_text err "error: cannot read 'loop': Too many levels of symbolic links"
expect_exit 2 "$SCALEGEN" generate own.yaml -o "$long"
expect_line err "File name too long"

for verb in "report x" "status x" "sweep ../own.yaml" "generate ../own.yaml -o x" "plan ../own.yaml"; do
  status=0
  # shellcheck disable=SC2086 # words of a command
  (mkdir -p gone && cd gone && rmdir ../gone && exec "$SCALEGEN" $verb) >out 2>err || status=$?
  ((status == 2)) || fail "'$verb' where the folder is gone ended with $status" "$(cat out err)"
  expect_line err "error: cannot read"
done

# Templates that were asked for are not passed over.
expect_exit 2 "$SCALEGEN" generate own.yaml --templates absent
expect_text err "error: there is no folder 'absent'
      = hint: --templates names a folder of templates"
expect_exit 2 "$SCALEGEN" generate own.yaml --templates own.yaml
expect_text err "error: there is no folder 'own.yaml'
      = hint: --templates names a folder of templates"

# A limit on the size of files is an error of the write, and nothing is left.
status=0
(ulimit -f 0 && exec "$SCALEGEN" generate own.yaml -o small) >/dev/null 2> >(cat >err) || status=$?
((status == 2)) || fail "a limit on files gave $status"
[[ ! -e small ]] || fail "a part of a run directory was left"
compgen -G ".small.*" >/dev/null && fail "a staging folder was left"

# Commands that are told can be pasted.
expect_exit 0 "$SCALEGEN" generate own.yaml -o "my run"
expect_text out "wrote 1 script: $work/my run/jobs/*/job.sbatch
submit one by hand:  bash '$work/my run/jobs/1cpu-r1/job.sbatch'
then, for the table: scalegen report '$work/my run'"

# What is still to come is no failure; a run that failed is one.
expect_exit 0 "$SCALEGEN" status "my run"
sed -i 's/code: 0/code: 3/' own.yaml
expect_exit 1 "$SCALEGEN" sweep own.yaml
expect_line err "1cpu-r1 failed: it printed nothing; when the program is fixed, --again failed runs it again"
expect_exit 1 "$SCALEGEN" status own-local
expect_line out "1 failed"
expect_text err "1 run failed; to run what failed again:  scalegen sweep $work/own-local --again failed"
expect_exit 1 "$SCALEGEN" report own-local

# Who follows a sweep would go on after a cancel: here this very shell says that it does.
read -ra stat <"/proc/$$/stat"
echo '{"host":"'"$(uname -n)"'","pid":'$$',"start_time":'"${stat[21]}"',"boot_id":"'"$(</proc/sys/kernel/random/boot_id)"'","time":1763719200.0}' >"my run/lock"
expect_exit 2 "$SCALEGEN" cancel "my run"
expect_text err "error: '$work/my run' is in use: process $$ on host '$(uname -n)' has worked there since 2025-11-21 10:00:00 UTC
      = note: it would submit again what is cancelled
      = hint: wait for it, or end it with: kill $$"
rm "my run/lock"
expect_exit 0 "$SCALEGEN" cancel "my run"
expect_text out "0 jobs ended; to run what is missing: scalegen sweep '$work/my run'"

# Without DIR it is the only one here.
expect_exit 2 "$SCALEGEN" status
expect_text err "error: there are 2 run directories here
      = note: my run, own-local
      = hint: name one of them"

# What was renamed is not run into its old name.
expect_exit 0 "$SCALEGEN" generate own.yaml -o before
mv before after
expect_exit 2 "$SCALEGEN" sweep after
expect_line err "error: the scripts in '$work/after' are for another folder"
expect_line err "its plan.jsonl says root=$work/before"
[[ ! -e before ]] || fail "the old name was made again"
mv after before
expect_exit 1 "$SCALEGEN" sweep before # its code is 3
expect_exit 0 "$SCALEGEN" generate own.yaml --root /elsewhere/run -o there
expect_line out "copy it to:          /elsewhere/run"
expect_line out "submit one by hand:  bash /elsewhere/run/jobs/1cpu-r1/job.sbatch"

# What a directory of another user says of jobs may be anything, and its scripts would run as this one.
if ((EUID == 0)); then # others cannot give theirs away
  chown 4711 own-local
  for verb in sweep cancel 'status --wait'; do
    read -ra words <<<"$verb"
    expect_exit 2 "$SCALEGEN" "${words[@]}" own-local
    expect_text err "error: '$work/own-local' belongs to user 4711, and you are user 0
      = hint: 'report' and 'status' work there; to measure, name a folder of your own: sweep FILE -o FOLDER"
  done
  expect_exit 1 "$SCALEGEN" status own-local
  expect_line out "1 failed"
  expect_exit 1 "$SCALEGEN" report own-local
fi
