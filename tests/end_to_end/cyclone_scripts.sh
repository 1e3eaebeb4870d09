#!/bin/bash
# The README's words for a cluster: scripts that a shell and ShellCheck accept, and a report of a folder where none ran.
# shellcheck source=tests/end_to_end/expect.bash
source "$(dirname "${BASH_SOURCE[0]}")/expect.bash"
expect_exit 0 "$SCALEGEN" generate mnist.yaml --cluster cyclone --account p123 -o by-hand
[[ $(find by-hand/jobs -name job.sbatch | wc -l) == 12 ]] || fail "not four rungs in three rounds" "$(ls by-hand/jobs)"
for script in by-hand/jobs/*/job.sbatch; do
  bash -n "$script"
  shellcheck "$script"
done
expect_exit 0 "$SCALEGEN" report by-hand
expect_line out "not started"
