#!/bin/bash
# generate --standalone: each script holds the library, and keeps the same promises alone.
# shellcheck source=tests/end_to_end/expect.bash
source "$(dirname "${BASH_SOURCE[0]}")/expect.bash"
cat >own.yaml <<'YAML'
name: own
command: echo measured
scales: [1cpu]
repeats: 1
YAML
expect_exit 0 "$SCALEGEN" generate own.yaml --standalone -o alone
[[ ! -e alone/lib ]] || fail "a library was written beside scripts that hold it"
script=alone/jobs/1cpu-r1/job.sbatch
shellcheck --shell=bash "$script" || fail "ShellCheck has something to say"
expect_exit 0 bash "$script"
expect_text alone/runs/1cpu-r1/hand/out "measured
scalegen: end of 1cpu-r1"
expect_line alone/runs/1cpu-r1/hand/exit.json '"status": 0'
[[ ! -e alone/runs/1cpu-r1/hand/edited.sbatch ]] || fail "an untouched script was taken for an edited one"
expect_exit 75 bash "$script"

# More repeats are written as the first ones were.
sed --in-place 's/repeats: 1/repeats: 2/' own.yaml
expect_exit 0 "$SCALEGEN" sweep own.yaml -o alone
expect_line err "1 round more: 1 run added"
expect_line alone/jobs/1cpu-r2/job.sbatch "sg_claim_attempt() {"

# Without --standalone a script says that its library is missing, and does nothing.
expect_exit 0 "$SCALEGEN" generate own.yaml -o shared
rm -r shared/lib
expect_exit 69 bash shared/jobs/1cpu-r1/job.sbatch
expect_text err "scalegen: cannot read $work/shared/lib/job.bash, which this script needs"
[[ ! -e shared/runs ]] || fail "it began without its library"
