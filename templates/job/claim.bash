# --- The claim: an attempt belongs to the script that was first to rename a folder to its name, and to no other.

sg_begin_local_run() { # RUN SCRIPT [ATTEMPT]
  _scheduler=local
  sg_begin_run "$1" "$2" "${3:-hand}"
  sg_export_run_variables "$$" 127.0.0.1
}

sg_begin_slurm_run() { # RUN SCRIPT [ATTEMPT]
  sg_require_allocation "$_root/${2%/*}/job.sbatch"
  _scheduler=slurm
  sg_begin_run "$1" "$2" "${3:-slurm-$SLURM_JOB_ID}"
  unset SLURM_EXPORT_ENV # of --export=NONE, by which srun would keep all variables from the ranks
  local sg_names
  sg_names=$(sg_in_time 60 scontrol show hostnames "$SLURM_JOB_NODELIST") || sg_fail "scontrol does not name the job's nodes"
  mapfile -t _hosts <<<"$sg_names"
  sg_export_run_variables "$SLURM_JOB_ID" "${_hosts[0]}"
  sg_record_queue >"$_attempt/queue.txt" || true
}

sg_require_allocation() { # SCRIPT
  [[ -z ${SLURM_JOB_ID:-} ]] || return 0
  echo "scalegen: this script wants a Slurm allocation: sbatch $1" >&2
  exit 69
}

sg_begin_run() { # RUN SCRIPT ATTEMPT
  _run=$1 _script=$2 _attempt=$_root/runs/$1/$3
  _stage="its set-up"
  sg_boot_clock _begun_at
  sg_leave_to_new_plan "$2"
  sg_claim_attempt
  sg_trap_every_exit
  sg_keep_edited_script
}

sg_export_run_variables() { # NUMBER ADDRESS: where the ranks meet and where they report. The setup knows it, too
  _id=$_run-$1
  export SCALEGEN_METRICS=$_attempt/metrics.jsonl SCALEGEN_RUN_DIR=$_attempt SCALEGEN_RUN_ID=$_id
  export MASTER_ADDR=$2
  export MASTER_PORT=$((10000 + $1 % 20000)) # one for each that runs, below the ports of outgoing connections
}

# A job that nobody knew of may have waited while another plan took the place of its own: its runs are no longer there, though
# their names may be. Whoever takes the place has $root/replacement/replaced meanwhile.
sg_leave_to_new_plan() { # SCRIPT
  local sg_sum
  if [[ ! -e $_root/replacement/replaced ]]; then
    compgen -G "$_root/replaced-*/scripts.cksum" >/dev/null || return 0
    sg_sum="$(cksum <"$0") $1"
    if grep --quiet --no-messages --line-regexp --fixed-strings "$sg_sum" "$_root/scripts.cksum"; then return 0; fi
    grep --quiet --line-regexp --fixed-strings "$sg_sum" "$_root"/replaced-*/scripts.cksum || return 0
  fi
  echo "scalegen: the plan that this script was made for was replaced by another: no run begins" >&2
  exit 75
}

sg_claim_attempt() { # a rename works once, so a job that was submitted twice measures once
  local sg_claim sg_stat sg_fields sg_job sg_boot sg_now
  read -r sg_stat <"/proc/$$/stat"
  read -ra sg_fields <<<"${sg_stat##*) }" # what follows the name: field 3 and on; 22 is when the process started
  sg_claim=$_root/runs/$_run/.claim.$_host.$$.${sg_fields[19]} # no other process has this folder
  mkdir -p "$sg_claim"
  [[ ! -f /proc/$$/fd/1 ]] || ln -sfr "/proc/$$/fd/1" "$sg_claim/script.out" || true # `ln -r` makes it a link to the file
  sg_job=${SLURM_ARRAY_JOB_ID:+${SLURM_ARRAY_JOB_ID}_${SLURM_ARRAY_TASK_ID}} # as Slurm calls a task of an array
  read -r sg_boot </proc/sys/kernel/random/boot_id
  sg_clock sg_now
  {
    printf '{"pid": %d, "start_time": %s, "boot_id": "%s", "host": "%s", ' "$$" "${sg_fields[19]}" "$sg_boot" "$_host"
    sg_say_json '"job": ' "${sg_job:-${SLURM_JOB_ID:-}}"
    printf ', "time": %s}\n' "$sg_now"
  } >"$sg_claim/started.json"
  _claimed=$(<"$sg_claim/started.json")
  if ! mv -T "$sg_claim" "$_attempt" 2>/dev/null; then
    rm -r "$sg_claim"
    [[ -e $_attempt/started.json ]] || { echo "scalegen: cannot make the folder $_attempt" >&2; exit 73; }
    echo "scalegen: $_attempt: already run by $(<"$_attempt/started.json")" >&2
    exit 75
  fi
}

sg_keep_claim() { # whatever the program removed: without it nobody would know that the run has been
  local sg_there=
  [[ ! -f $_attempt/started.json ]] || sg_there=$(<"$_attempt/started.json") # a pipe would keep it for ever
  [[ $sg_there != "$_claimed" && -d $_root ]] || return 0 # somebody moved the root, and may put it back
  mkdir -p "$_attempt" && echo "$_claimed" >"$_attempt/started.json"
}

# An edited script measures something else: what ran is kept beside its figures, and reports say so.
sg_keep_edited_script() {
  local sg_edited=$_attempt/edited.sbatch sg_library=$_root/lib/job.bash
  [[ -f $_root/scripts.cksum ]] || return 0 # a pipe would keep it for ever
  ! sg_are_both_as_written "$sg_library" || return 0
  if [[ -e $sg_library ]] && ! sg_is_as_written lib/job.bash "$sg_library"; then
    sg_with_library "$sg_library" <"$0" >"$sg_edited" || true
  elif ! sg_is_as_written "$_script" "$0" && ! sg_is_as_written "$_script" <(grep --invert-match '^#SBATCH --time=' "$0"); then
    cp "$0" "$sg_edited" || true
  fi
}

sg_are_both_as_written() { # LIBRARY: by one look; where it fails, each is looked at
  local sg_sums sg_library sg_script sg_rest sg_found
  sg_sums=$(cksum "$1" "$0" 2>/dev/null) || return 1
  { read -r sg_library sg_rest sg_found && read -r sg_script sg_found; } <<<"$sg_sums"
  sg_library+=" $sg_rest" sg_script+=" ${sg_found%% *}"
  [[ "$sg_library $sg_script" =~ ^[0-9]+\ [0-9]+\ [0-9]+\ [0-9]+$ ]] || return 1
  sg_found=$(grep --count --line-regexp --fixed-strings --regexp="$sg_library lib/job.bash" --regexp="$sg_script $_script" "$_root/scripts.cksum")
  [[ $sg_found == 2 ]]
}

sg_is_as_written() { # NAME FILE
  grep --quiet --line-regexp --fixed-strings "$(cksum <"$2") $1" "$_root/scripts.cksum"
}

sg_with_library() { # LIBRARY: the script on standard input as one file
  local sg_line
  while IFS= read -r sg_line; do
    # shellcheck disable=SC2016 # as it stands in the script
    if [[ $sg_line == 'source "$_root/lib/job.bash"'* ]]; then cat "$1"; else printf '%s\n' "$sg_line"; fi
  done
}
