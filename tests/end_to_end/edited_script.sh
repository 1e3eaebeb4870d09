#!/bin/bash
# A script that somebody edits is run as it is, kept beside its figures, and the report says so.
# shellcheck source=tests/end_to_end/expect.bash
source "$(dirname "${BASH_SOURCE[0]}")/expect.bash"
cat >own.yaml <<'YAML'
name: own
command: sleep 0.1
scales: [1cpu]
repeats: 2
YAML
expect_exit 0 "$SCALEGEN" generate own.yaml -o own
(cd own && cksum jobs/*/job.sbatch lib/job.bash) | diff --unified - <(sort --key=3 own/scripts.cksum) || fail "these are not the sums of the scripts"

sed --in-place 's/sleep 0.1/sleep 0.2/' own/jobs/1cpu-r2/job.sbatch
expect_exit 0 "$SCALEGEN" sweep own
expect_line out "warning: 1cpu *: its script was edited by hand in round 2; the script that ran is runs/1cpu-r2/1/edited.sbatch"
expect_line out "1 (baseline) *"
cmp own/jobs/1cpu-r2/job.sbatch own/runs/1cpu-r2/1/edited.sbatch || fail "what ran was not kept"
[[ ! -e own/runs/1cpu-r1/1/edited.sbatch ]] || fail "an untouched script was taken for an edited one"

# A script that runs once more after its run has completed makes no other figure.
bash own/jobs/1cpu-r1/job.sbatch
expect_exit 0 "$SCALEGEN" report own
expect_line out "completed more than once, started by hand: 1cpu-r1 (attempt 1 counts, not hand)"

# So is a library that somebody edits: what ran is kept in one file.
cp own/lib/job.bash as-written
sed --in-place 's/^sg_mark_end() {/&\n  echo edited/' own/lib/job.bash
rm -r own/runs/1cpu-r1
expect_exit 0 "$SCALEGEN" sweep own
expect_line out "warning: 1cpu *: its script was edited by hand in rounds 1 and 2; the script that ran is runs/1cpu-r1/1/edited.sbatch"
bash -n own/runs/1cpu-r1/1/edited.sbatch
expect_line own/runs/1cpu-r1/1/edited.sbatch "  echo edited"
cp as-written own/lib/job.bash

# A script with another --time for Slurm is none.
expect_exit 0 "$SCALEGEN" generate mnist.yaml --cluster cyclone --account p123 -o timed
(cd timed && for script in jobs/*/job.sbatch; do grep --invert-match '^#SBATCH --time=' "$script" | cksum | sed "s|\$| $script|"; done) >without-time
[[ -s without-time ]] || fail "there is no script"
! grep --invert-match --line-regexp --fixed-strings --file=timed/scripts.cksum without-time || fail "sums are missing"

# Added rounds have sums too; without sums, as in a directory of an older version, nothing is said.
sed --in-place 's/repeats: 2/repeats: 3/' own.yaml
expect_exit 0 "$SCALEGEN" sweep own.yaml -o own
[[ ! -e own/runs/1cpu-r3/1/edited.sbatch ]] || fail "an added script was taken for an edited one"
rm own/scripts.cksum
sed --in-place 's/repeats: 3/repeats: 4/' own.yaml
expect_exit 0 "$SCALEGEN" sweep own.yaml -o own
[[ ! -e own/runs/1cpu-r4/1/edited.sbatch && ! -e own/scripts.cksum ]] || fail "sums appeared from nowhere"
