#!/bin/bash
# The commands of README.md and docs and what they print; the messages and paths that pages name.
here=$(dirname "$(readlink --canonicalize "${BASH_SOURCE[0]}")")
tests=$(dirname "$here")
# shellcheck source=tests/end_to_end/expect.bash
source "$here/expect.bash"
# shellcheck source=tests/end_to_end/docs_surroundings.bash
source "$here/docs_surroundings.bash"
mkdir home
export HOME=$work/home
unset XDG_CONFIG_HOME SBATCH_ACCOUNT SLURM_JOB_ID SLURM_CPUS_PER_TASK
put_surroundings
python3 "$here/docs_facts.py"
# The sweep that begins the page of sweep files, where it is read.
(yaml_of docs/sweep-file.md 'name: mnist' | sed -e 's/seconds: 20/seconds: 1/' -e 's/^repeats: 3/repeats: 1/') >own.yaml
expect_exit 0 "$SCALEGEN" plan own.yaml
expect_exit 0 "$SCALEGEN" sweep own.yaml
python3 -B "$here/docs_commands_can_fail.py"
python3 -B "$here/docs_commands.py"
