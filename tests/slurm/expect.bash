#!/bin/bash
# Sourced by the tests that need a Slurm. Nothing is timed: what takes a while is asked for until it is there, and missing after a minute
# is a failure.
set -uo pipefail
source=$(dirname "$(readlink --canonicalize "${BASH_SOURCE[0]}")")
# shellcheck source=tests/slurm/wait_until.bash
. "$source/wait_until.bash"
testbed=$source/testbed
failures=0
failures_here=0

# Exit 77 is ctest's skip.
cannot_run() {
  echo "cannot run here: $1"
  [[ ! ${SCALEGEN_NO_SKIP-} ]] || exit 1
  exit 77
}

need_slurm() {
  local as_root=()
  ((EUID == 0)) || as_root=(--map-root-user)
  PATH=$PATH:/usr/sbin command -v slurmctld >/dev/null || cannot_run "no Slurm; cmake/install-packages slurm"
  unshare "${as_root[@]}" --net --mount --uts --pid --fork true || cannot_run "no namespaces for this user"
}

# try FUNCTION: its name is the sentence that it tries. If it fails and a slurmd of the testbed aborted meanwhile, which costs a run an
# attempt, it is tried again.
try() {
  local died_before tries
  for tries in 1 2 3; do
    failures_here=0
    died_before=$(slurmds_died)
    "$1"
    ((failures_here && tries < 3 && $(slurmds_died) > died_before)) || break
    echo "again   ${1//_/ }: a slurmd died of a signal"
    scancel --user="$(id --user --name)" 2>/dev/null
  done
  if ((failures_here)); then echo "FAILED  ${1//_/ }" && ((++failures)); else echo "ok      ${1//_/ }"; fi
}

slurmds_died() { cat "${scratch-/nowhere}"/*/log/*.out 2>/dev/null | grep --count '^testbed: node:.* died of signal'; }

# Names the line of the function that `try` called.
fail() {
  local i=1
  while ((i < ${#FUNCNAME[@]} - 1)) && [[ ${FUNCNAME[i]} != try ]]; do ((++i)); done
  echo "    line ${BASH_LINENO[i > 1 ? i - 2 : 0]}: $1"
  ((++failures_here))
}

expect_equal() { [[ $1 == "$2" ]] || fail "expected"$'\n'"$2"$'\n'"    but found"$'\n'"$1"; }

# expect_refusal TEXT COMMAND...: exactly this on standard error, and a status that is not 0.
expect_refusal() {
  local text=$1 said
  shift
  if said=$("$@" 2>&1 >/dev/null); then fail "'$*' was not refused"; fi
  expect_equal "$said" "$text"
}

eventually() { wait_until 120 "$@" || fail "never became true: $*"; }

state_of() { scontrol --oneliner show job "$1" | grep --only-matching --perl-regexp ' JobState=\K\S+'; }
is_in_state() { [[ $(state_of "$1") == "$2" ]]; }

# Waits until slurmctld has written to disk what it knows of all jobs. What it has not saved, it forgets when it is killed.
# The held job marks the moment: its name is in the file. The file's time says nothing, as all may have been saved before.
save_jobs() {
  local name=saved-$((++saves)) id
  id=$(sbatch --parsable --hold --job-name="$name" --output=/dev/null --wrap true) || fail "no job marks the moment"
  eventually grep --quiet --text --fixed-strings "$name" "$bed/state/job_state"
  scancel "$id"
}
saves=0

# A new folder to work in, with the testbeds in it, and no settings of the user's; kept where something failed.
enter_scratch() {
  scratch=$(mktemp --directory /tmp/scalegen.XXXXXX)
  export HOME=$scratch
  cd "$scratch" || exit 1
  trap leave_scratch EXIT
}

leave_scratch() {
  local status=$?
  down_all
  if ((status)); then echo "left to look at: $scratch"; else rm --recursive --force "$scratch"; fi
}

down_all() {
  local bed
  for bed in "$scratch"/*/init.pid; do [[ ! -e $bed ]] || "$testbed" down "${bed%/init.pid}"; done
}
