# --- The claim: an attempt belongs to the script that was first to rename a folder to its name, and to no other.

begin_local_run() { # RUN SCRIPT [ATTEMPT]
  _scheduler=local
  begin_run "$1" "$2" "${3:-hand}"
  export_run_variables "$$" 127.0.0.1
}

begin_slurm_run() { # RUN SCRIPT [ATTEMPT]
  require_allocation "$_root/${2%/*}/job.sbatch"
  _scheduler=slurm
  begin_run "$1" "$2" "${3:-slurm-$SLURM_JOB_ID}"
  unset SLURM_EXPORT_ENV # of --export=NONE, by which srun would keep all variables from the ranks
  local names
  names=$(in_time 60 scontrol show hostnames "$SLURM_JOB_NODELIST") || fail "scontrol does not name the job's nodes"
  mapfile -t _hosts <<<"$names"
  export_run_variables "$SLURM_JOB_ID" "${_hosts[0]}"
  record_queue >"$_attempt/queue.txt" || true
}

require_allocation() { # SCRIPT
  [[ -z ${SLURM_JOB_ID:-} ]] || return 0
  echo "scalegen: this script wants a Slurm allocation: sbatch $1" >&2
  exit 69
}

begin_run() { # RUN SCRIPT ATTEMPT
  _run=$1 _script=$2 _attempt=$_root/runs/$1/$3
  _stage="its set-up"
  boot_clock _begun_at
  leave_to_new_plan "$2"
  claim_attempt
  trap_every_exit
  keep_edited_script
}

export_run_variables() { # NUMBER ADDRESS: where the ranks meet and where they report. The setup knows it, too
  export SCALEGEN_METRICS=$_attempt/metrics.jsonl SCALEGEN_RUN_DIR=$_attempt SCALEGEN_RUN_ID=$_run-$1
  export MASTER_ADDR=$2
  export MASTER_PORT=$((10000 + $1 % 20000)) # one for each that runs, below the ports of outgoing connections
}

# A job that nobody knew of may have waited while another plan took the place of its own: its runs are no longer there, though
# their names may be. Whoever takes the place has $root/replacement/replaced meanwhile.
leave_to_new_plan() { # SCRIPT
  local sum
  if [[ ! -e $_root/replacement/replaced ]]; then
    compgen -G "$_root/replaced-*/scripts.cksum" >/dev/null || return 0
    sum="$(cksum <"$0") $1"
    if grep --quiet --no-messages --line-regexp --fixed-strings "$sum" "$_root/scripts.cksum"; then return 0; fi
    grep --quiet --line-regexp --fixed-strings "$sum" "$_root"/replaced-*/scripts.cksum || return 0
  fi
  echo "scalegen: the plan that this script was made for was replaced by another: no run begins" >&2
  exit 75
}

claim_attempt() { # a rename works once, so a job that was submitted twice measures once
  local claim stat fields job
  mkdir -p "$_root/runs/$_run"
  claim=$(mktemp -d "$_root/runs/$_run/.claim.XXXXXX")
  chmod +rx "$claim"
  [[ ! -f /proc/$$/fd/1 ]] || ln -sr "$(readlink "/proc/$$/fd/1")" "$claim/script.out" || true
  stat=$(<"/proc/$$/stat")
  read -ra fields <<<"${stat##*) }" # what follows the name: field 3 and on; 22 is when the process started
  job=${SLURM_ARRAY_JOB_ID:+${SLURM_ARRAY_JOB_ID}_${SLURM_ARRAY_TASK_ID}} # as Slurm calls a task of an array
  _claimed=$(printf '{"pid": %d, "start_time": %s, "boot_id": "%s", "host": "%s", %s, "time": %s}' \
    "$$" "${fields[19]}" "$(</proc/sys/kernel/random/boot_id)" "$(uname -n)" \
    "$(say_json '"job": ' "${job:-${SLURM_JOB_ID:-}}")" "$(date +%s.%N)")
  echo "$_claimed" >"$claim/started.json"
  if ! mv -T "$claim" "$_attempt" 2>/dev/null; then
    rm -r "$claim"
    [[ -e $_attempt/started.json ]] || { echo "scalegen: cannot make the folder $_attempt" >&2; exit 73; }
    echo "scalegen: $_attempt: already run by $(<"$_attempt/started.json")" >&2
    exit 75
  fi
}

keep_claim() { # whatever the program removed: without it nobody would know that the run has been
  cmp --quiet "$_attempt/started.json" - <<<"$_claimed" 2>/dev/null && return
  [[ -d $_root ]] || return 0 # somebody moved it, and may put it back
  mkdir -p "$_attempt" && echo "$_claimed" >"$_attempt/started.json"
}

# An edited script measures something else: what ran is kept beside its figures, and reports say so.
keep_edited_script() {
  local edited=$_attempt/edited.sbatch library=$_root/lib/job.bash
  [[ -f $_root/scripts.cksum ]] || return 0 # a pipe would keep it for ever
  if [[ -e $library ]] && ! is_as_written lib/job.bash "$library"; then
    with_library "$library" <"$0" >"$edited" || true
  elif ! is_as_written "$_script" "$0" && ! is_as_written "$_script" <(grep --invert-match '^#SBATCH --time=' "$0"); then
    cp "$0" "$edited" || true
  fi
}

is_as_written() { # NAME FILE
  grep --quiet --line-regexp --fixed-strings "$(cksum <"$2") $1" "$_root/scripts.cksum"
}

with_library() { # LIBRARY: the script on standard input as one file
  local line
  while IFS= read -r line; do
    # shellcheck disable=SC2016 # as it stands in the script
    if [[ $line == 'source "$_root/lib/job.bash"'* ]]; then cat "$1"; else printf '%s\n' "$line"; fi
  done
}
