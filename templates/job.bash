# What the scripts of a run directory share: lib/job.bash, written once. A script sets `root`, sources this file, and calls
#
#   begin_local_run, begin_slurm_run   claim the attempt; from then on every way out but SIGKILL writes exit.json
#   require_prepared, require_program, require_data, make_workdir, enter_workdir   fail with a message where something is missing
#   keep_time_limit, keep_time_limit_here          end the run after its time limit
#   record_environment, watch_gpus, log_nccl       keep what the run ran on
#   launch_...                         start the command and wait for it; if it fails, leave with its status
#   mark_end                           say that all ended well
#   run_in_turn                        (instead of all these) run several scripts in one allocation
#   ask_before_each_run                before run_in_turn: leave out runs that are not needed
#
# docs/run-directory.md of scalegen has the promises that it keeps.
: "${root:?a script sets it before it sources this file}"
run=          # the name of this run
script=       # this script's path within the run directory
scheduler=    # local or slurm
attempt=      # the folder of this attempt
claimed=      # what its started.json says
workdir=      # where the command runs; empty: it does not matter
groups=()     # the process groups that this script started
timer=        # what keeps the time limit on this machine
cause=        # what ended the script: time_limit, INT, TERM, HUP
launched=     # seconds since 1970, around the command itself
finished=
begun_at=     # by the clock of boot_clock: the script, the command, and what the command took
launched_at=
ran=
apart=0       # how long it took to read both clocks
stage=        # what holds the script before its command begins
never=        # a pipe for pause
failed_rank=  # the first that failed, of ranks that this script started, and where
failed_node=
hosts=()      # the nodes of the job
nodes=1       # of the run, and how srun is told of them
step=(--nodes=1)
tool=         # scalegen, which says of each run of an allocation whether it is needed; empty: all are
rank_setup=   # lines of bash that each rank runs first
# What a text with pipes runs first: should it fail, it leaves its status, and then that of each part of its last pipe.
# shellcheck disable=SC2016,SC2034 # scripts read it, and their texts expand it
note_parts='trap '\''set -- $? "${PIPESTATUS[@]}"; (($1 == 0)) || echo "$*" >>"$SCALEGEN_RUN_DIR/parts.txt"'\'' EXIT
'

# --- Begin: claim the attempt, and take care of every way out.

begin_local_run() { # RUN SCRIPT [ATTEMPT]
  scheduler=local
  begin_run "$1" "$2" "${3:-hand}"
  tell_program "$$" 127.0.0.1
}

begin_slurm_run() { # RUN SCRIPT [ATTEMPT]
  require_allocation "$root/${2%/*}/job.sbatch"
  scheduler=slurm
  begin_run "$1" "$2" "${3:-slurm-$SLURM_JOB_ID}"
  trap 'cause=time_limit; exit 124' USR1 # from keep_time_limit
  unset SLURM_EXPORT_ENV # of --export=NONE, by which srun would keep all variables from the ranks
  local names
  names=$(in_time 60 scontrol show hostnames "$SLURM_JOB_NODELIST") || fail "scontrol does not name the job's nodes"
  mapfile -t hosts <<<"$names"
  tell_program "$SLURM_JOB_ID" "${hosts[0]}"
}

require_allocation() { # SCRIPT
  [[ -z ${SLURM_JOB_ID:-} ]] || return 0
  echo "scalegen: this script wants a Slurm allocation: sbatch $1" >&2
  exit 69
}

begin_run() { # RUN SCRIPT ATTEMPT
  run=$1 script=$2 attempt=$root/runs/$1/$3
  stage="its set-up"
  boot_clock begun_at
  leave_to_new_plan "$2"
  claim_attempt
  trap_every_exit
  keep_edited_script
}

tell_program() { # NUMBER ADDRESS: where the ranks meet and where they report. The setup knows it, too
  export SCALEGEN_METRICS=$attempt/metrics.jsonl SCALEGEN_RUN_DIR=$attempt SCALEGEN_RUN_ID=$run-$1
  export MASTER_ADDR=$2
  export MASTER_PORT=$((10000 + $1 % 20000)) # one for each that runs, below the ports of outgoing connections
}

# A job that nobody knew of may have waited while another plan took the place of its own: its runs are no longer there, though
# their names may be. Whoever takes the place has $root/replacement/replaced meanwhile.
leave_to_new_plan() { # SCRIPT
  local sum
  if [[ ! -e $root/replacement/replaced ]]; then
    compgen -G "$root/replaced-*/scripts.cksum" >/dev/null || return 0
    sum="$(cksum <"$0") $1"
    if grep --quiet --no-messages --line-regexp --fixed-strings "$sum" "$root/scripts.cksum"; then return 0; fi
    grep --quiet --line-regexp --fixed-strings "$sum" "$root"/replaced-*/scripts.cksum || return 0
  fi
  echo "scalegen: the plan that this script was made for was replaced by another: no run begins" >&2
  exit 75
}

claim_attempt() { # a rename works once, so a job that was submitted twice measures once
  local claim stat fields job
  mkdir -p "$root/runs/$run"
  claim=$(mktemp -d "$root/runs/$run/.claim.XXXXXX")
  chmod +rx "$claim"
  [[ ! -f /proc/$$/fd/1 ]] || ln -sr "$(readlink "/proc/$$/fd/1")" "$claim/script.out" || true
  stat=$(<"/proc/$$/stat")
  read -ra fields <<<"${stat##*) }" # what follows the name: field 3 and on; 22 is when the process started
  job=${SLURM_ARRAY_JOB_ID:+${SLURM_ARRAY_JOB_ID}_${SLURM_ARRAY_TASK_ID}} # as Slurm calls a task of an array
  claimed=$(printf '{"pid": %d, "start_time": %s, "boot_id": "%s", "host": "%s", "job": "%s", "time": %s}' \
    "$$" "${fields[19]}" "$(</proc/sys/kernel/random/boot_id)" "$(uname -n)" "${job:-${SLURM_JOB_ID:-}}" "$(date +%s.%N)")
  echo "$claimed" >"$claim/started.json"
  if ! mv -T "$claim" "$attempt" 2>/dev/null; then
    rm -r "$claim"
    [[ -e $attempt/started.json ]] || { echo "scalegen: cannot make the folder $attempt" >&2; exit 73; }
    echo "scalegen: $attempt: already run by $(<"$attempt/started.json")" >&2
    exit 75
  fi
}

# From here on no command holds two substitutions, $(...), those of its redirections among them: bash 5.2 loses the trap of a signal
# that arrives during the first, and ends with status 2. Rarely it does so with one: who ends a script reckons with it.
trap_every_exit() {
  set -m # what is started with & leads a process group, so that its children end with it
  trap leave EXIT
  trap 'cause=HUP; exit 129' HUP
  trap 'cause=INT; exit 130' INT
  trap 'cause=TERM; exit 143' TERM
}

leave() { # ends what this script started, then says how it ended, as the last act
  local status=$? now suspended=0
  set +e
  trap '' HUP INT TERM USR1
  disown -a # bash need not report what is ended here
  end_groups
  end_what_goes_on
  look_after
  keep_claim
  boot_clock now
  [[ ! -s $attempt/.suspended ]] || suspended=$(<"$attempt/.suspended")
  printf '{"status": %d, "time": %s, "cause": "%s", "launched": %s, "finished": %s, "lasted": %s%s%s%s%s}\n' "$status" \
    "$(date +%s.%N)" "$cause" "${launched:-null}" "${finished:-null}" "$(in_seconds $((now - begun_at)))" \
    "${ran:+, \"ran\": $(in_seconds "$ran"), \"apart\": $(in_seconds "$apart")}" \
    "$( ((suspended == 0)) || echo ", \"suspended\": $(in_seconds "$suspended")")" \
    "${stage:+$(say_json ', "held_by": ' "$stage")}" \
    "${failed_rank:+, \"failed_rank\": $failed_rank, $(say_json '"failed_node": ' "$failed_node")}" >"$attempt/.exit.json" &&
    mv -T "$attempt/.exit.json" "$attempt/exit.json"
}

keep_claim() { # whatever the program removed: without it nobody would know that the run has been
  cmp --quiet "$attempt/started.json" - <<<"$claimed" 2>/dev/null && return
  [[ -d $root ]] || return 0 # somebody moved it, and may put it back
  mkdir -p "$attempt" && echo "$claimed" >"$attempt/started.json"
}

end_groups() {
  ((${#groups[@]} > 0)) || return 0
  signal_groups TERM
  groups_end_within 40 && return # 0.8 seconds to end well
  signal_groups KILL
  groups_end_within 100 # 2 seconds: the kernel takes its time, and until then they hold cores and GPUs
}

signal_groups() { # SIGNAL: fails if none of them is left
  kill "-$1" -- "${groups[@]/#/-}" 2>/dev/null
}

groups_end_within() { # COUNT of 0.02 seconds
  local i
  for ((i = 0; i < $1; ++i)); do
    groups_live || return 0
    sleep 0.02
  done
  return 1
}

groups_live() { # a zombie holds nothing, and stays where nobody waits for orphans, as in many containers
  local any
  signal_groups 0 || return 1
  any=$(IFS='|' && echo "${groups[*]}")
  grep --quiet --no-messages --extended-regexp ") [^ZX] [0-9]+ ($any) " /proc/[0-9]*/stat
}

fail() { # MESSAGE
  echo "scalegen: $1" | tee -a "$attempt/err" >&2
  exit 69
}

fail_removed() {
  keep_claim
  fail "the program removed files of its run, in $attempt, and may have removed its figures"
}

# --- An edited script measures something else: keep what ran beside its figures, and reports say so.

keep_edited_script() {
  local edited=$attempt/edited.sbatch library=$root/lib/job.bash
  [[ -e $root/scripts.cksum ]] || return 0
  if [[ -e $library ]] && ! is_as_written lib/job.bash "$library"; then
    with_library "$library" <"$0" >"$edited" || true
  elif ! is_as_written "$script" "$0" && ! is_as_written "$script" <(grep --invert-match '^#SBATCH --time=' "$0"); then
    cp "$0" "$edited" || true
  fi
}

is_as_written() { # NAME FILE
  grep --quiet --line-regexp --fixed-strings "$(cksum <"$2") $1" "$root/scripts.cksum"
}

with_library() { # LIBRARY: the script on standard input as one file
  local line
  while IFS= read -r line; do
    # shellcheck disable=SC2016 # as it stands in the script
    if [[ $line == 'source "$root/lib/job.bash"'* ]]; then cat "$1"; else printf '%s\n' "$line"; fi
  done
}

# --- Fail early, with a message, where something is missing.

require_prepared() { # bash|sbatch, whichever runs the script that prepares: by that script as it is now
  local script=$root/jobs/prepare/job.sbatch prepared
  prepared=$(cat "$root/prepared" 2>/dev/null) || true
  [[ $(cksum <"$script") == "$prepared" ]] || fail "nothing is prepared yet: $1 $script"
}

require_program() { # PROGRAM
  [[ -x $1 ]] || fail "there is no program $1: 'scalegen build' makes it"
}

require_data() { # FOLDER SET...: the names of a set's files, of which one set must be there
  local files lacks all=
  for files in "${@:2}"; do
    lacks=$(missing_files "$1" "$files")
    [[ -n $lacks ]] || return 0
    all+=${all:+", or "}$lacks
  done
  [[ -z $all ]] || fail "the data folder $1 lacks $all"
}

missing_files() { # FOLDER NAMES
  local file lacks=()
  for file in $2; do
    [[ -e $1/$file || -e $1/$file.gz ]] || lacks+=("$file")
  done
  echo "${lacks[*]}"
}

make_workdir() { # FOLDER
  mkdir -p "$1" || fail "cannot make the folder $1"
}

enter_workdir() { # FOLDER
  workdir=$1
  cd "$workdir" || fail "there is no folder $workdir"
}

# --- Record what the run runs on.

use_first_nodes() { # COUNT [SRUN-OPTION...]: of a larger allocation, where srun would choose others for each step
  local first=("${hosts[@]:0:$1}")
  use_nodes "$1" "--nodelist=$(IFS=, && echo "${first[*]}")" "${@:2}"
}

use_nodes() { # COUNT [SRUN-OPTION...]: the nodes of the run, and the options that place a step on them
  nodes=$1
  step=("--nodes=$1" "${@:2}")
}

# One process a node, beside the ranks. The node of this script needs no step of Slurm's: where GPUs are bound to cores, one
# that shares its node with other jobs may be given fewer GPUs than the job has.
on_each_node() { # FUNCTION [ARGUMENT...]
  local text count=$nodes where=("${step[@]}") others
  text="$(declare -f in_time "$1"); \"\$@\""
  if [[ $scheduler != slurm || ${SLURMD_NODENAME-} == "${hosts[0]}" ]]; then
    ((nodes > 1)) || exec bash -c "$text" on_each_node "$@" </dev/null
    bash -c "$text" on_each_node "$@" </dev/null &
    count=$((nodes - 1)) others=("${hosts[@]:1:nodes-1}")
    where=(--nodes="$count" --nodelist="$(IFS=, && echo "${others[*]}")")
  fi
  srun --overlap "${where[@]}" --ntasks="$count" --ntasks-per-node=1 --cpus-per-task=1 --job-name=scalegen-monitor \
    bash -c "$text" on_each_node "$@" </dev/null || true
  wait
}

record_environment() { # nvidia_smi|rocm_smi|none, which lists the GPUs: writes environment.json
  local separator name host index uuid driver gpu
  stage="the record of its environment"
  {
    say_json '{"host": ' "$(uname -n)"
    say_json ', "kernel": ' "$(uname -r)"
    say_json ', "cpu": ' "$(sed -n '/^model name/{s/[^:]*: //p;q}' /proc/cpuinfo)"
    say_json ', "modules": ' "${LOADEDMODULES:-}"
    printf ', "slurm": {'
    separator=
    for name in "${!SLURM_@}"; do
      say_json "$separator" "$name"
      say_json ': ' "${!name}"
      separator=', '
    done
    printf '}, '
    if [[ -n $workdir ]]; then
      say_json '"git": ' "$(in_time 10 git describe --always --dirty --abbrev=12 2>/dev/null || true)"
      printf ', '
    fi
    printf '"gpus": ['
    separator='{'
    while IFS=', ' read -rt 60 host index uuid driver gpu; do # a driver in trouble keeps even a killed process
      say_json "$separator\"host\": " "$host"
      say_json ', "index": ' "$index"
      say_json ', "uuid": ' "$uuid"
      say_json ', "driver": ' "$driver"
      say_json ', "name": ' "$gpu"
      printf '}'
      separator=', {'
    done < <([[ $1 == none ]] || on_each_node "list_gpus_of_$1" || true)
    printf ']}\n'
  } >"$attempt/environment.json"
}

say_json() { # BEFORE TEXT: what stands before it, then the text as JSON
  local text=${2//\\/\\\\}
  text=${text//\"/\\\"}
  printf '%s"%s"' "$1" "${text//[[:cntrl:]]/ }"
}

list_gpus_of_nvidia_smi() {
  in_time 20 nvidia-smi --query-gpu=index,uuid,driver_version,name --format=csv,noheader | sed "s/^/$(uname -n), /"
}

list_gpus_of_rocm_smi() {
  local driver
  driver=$(cat /sys/module/amdgpu/version 2>/dev/null) || driver=
  in_time 20 rocm-smi --showuniqueid --csv | sed -n "s/^card\([0-9]*\),\([^,]*\).*/$(uname -n), \1, \2, $driver, AMD/p"
}

in_time() { # SECONDS COMMAND...: what is not the program must not hold it up
  local status=0
  timeout --kill-after=2 "$@" || status=$?
  ((status < 124)) || echo "scalegen: '$2' on $(uname -n) does not answer within $1 s" >&2
  return "$status"
}

watch_gpus() { # nvidia_smi MILLISECONDS FIELDS | rocm_smi SECONDS OPTION...
  on_each_node "watch_with_$1" "$attempt" "${@:2}" &
  groups+=("$!")
  disown "$!" 2>/dev/null || true # it may end when it likes
}

watch_with_nvidia_smi() { # FOLDER MILLISECONDS FIELDS, to which it adds why clocks are low
  local asked=$3 reasons
  exec >"$1/gpu.$(uname -n).csv"
  # The first is the name since driver 535. A driver that is asked for a field it does not know gives none of them.
  for reasons in clocks_event_reasons.active clocks_throttle_reasons.active; do
    [[ $asked != *_reasons.active* ]] || break
    [[ $(nvidia-smi --format=csv,noheader --query-gpu="$reasons" 2>/dev/null) != 0x* ]] || asked+=,$reasons
  done
  TZ=UTC exec nvidia-smi --format=csv --loop-ms="$2" --query-gpu="$asked"
}

watch_with_rocm_smi() { # FOLDER SECONDS OPTION...
  while date --utc +"time,%s.%N"; do
    rocm-smi "${@:3}" --csv
    sleep "$2"
  done >"$1/rocm.$(uname -n).csv"
}

log_nccl() { # NCCL says, while it connects the ranks, which way each pair talks
  [[ -z ${NCCL_DEBUG:-} ]] || return 0
  export NCCL_DEBUG=INFO NCCL_DEBUG_SUBSYS=INIT,NET NCCL_DEBUG_FILE=$attempt/nccl.%h.%p.log
}

# --- Launch on this machine. What rank 0 says goes to out and err, what rank r says to out.r and err.r.

keep_time_limit_here() { # SECONDS
  # Should this script be killed outright, the kernel ends what runs under setpriv.
  setpriv --pdeathsig KILL sleep "$1" &
  timer=$!
  groups+=("$timer")
}

launch_ranks_here() { # CORES... -- COMMAND...: a process for each word of CORES, which it is pinned to
  local cores=() rank pids=()
  while [[ $1 != -- ]]; do
    cores+=("$1")
    shift
  done
  export WORLD_SIZE=${#cores[@]}
  begin_launch
  for rank in "${!cores[@]}"; do
    RANK=$rank LOCAL_RANK=$rank start_here "$rank" "${cores[rank]}" "${@:2}"
    pids+=("$!")
  done
  await_here "${#cores[@]}" || { local status=$?; note_failed_rank "$status" "${pids[@]}"; exit "$status"; }
  end_launch
}

launch_once_here() { # CORES -- COMMAND...
  begin_launch
  start_here 0 "$1" "${@:3}"
  await_here 1
  end_launch
}

start_here() { # RANK CORES COMMAND...
  local out=$attempt/out err=$attempt/err
  if (($1 > 0)); then out+=.$1 err+=.$1; fi
  SCALEGEN_PROGRAM=$SCALEGEN_RUN_ID-$1 taskset --cpu-list "$2" setpriv --pdeathsig KILL \
    bash -c "$(declare -f say_where); say_where; exec \"\$@\"" task "${@:3}" </dev/null >>"$out" 2>>"$err" &
  groups+=("$!")
}

await_here() { # COUNT: the first that fails ends the script, and with it the others; its status is the script's
  local left=$1 status children
  while ((left > 0)); do
    children=$(jobs -p)
    status=0
    wait -n || status=$?
    if was_stopped "$status" && [[ $(jobs -p) == "$children" ]]; then continue; fi
    left=$((left - 1))
    kill -0 "$timer" 2>/dev/null || { cause=time_limit; exit 124; }
    ((status == 0)) || return "$status"
  done
}

note_failed_rank() { # STATUS PID...: of the ranks that have ended by now, the first with this status
  local rank status pids=("${@:2}")
  for rank in "${!pids[@]}"; do
    ! kill -0 "${pids[rank]}" 2>/dev/null || continue
    status=0
    wait "${pids[rank]}" 2>/dev/null || status=$?
    if ((status == $1)); then
      failed_rank=$rank failed_node=$(uname -n)
      return
    fi
  done
}

# --- Launch under Slurm. All that is started runs in the background, so that the script hears signals.

keep_time_limit() { # SECONDS, all of them: Slurm's own warning may come 90 seconds early, and it ends a job up to a minute late
  (await_seconds_of_running "$1" && kill -USR1 "$$") &
  groups+=("$!")
  disown "$!" # a `wait` of the set-up does not wait for it
}

# Slurm does not count the time in which it suspends a job; nor does this, which notes it, because such a run is no figure. A look each
# second: one that comes late was suspended meanwhile, unless it waited for a core, as the kernel counts it.
await_seconds_of_running() { # SECONDS
  local left=$(($1 * 100)) before now waited_before waited away suspended=0
  boot_clock before
  time_without_core waited_before
  while ((left > 0)); do
    pause $((left < 100 ? left : 100))
    kill -0 "$$" 2>/dev/null || return
    boot_clock now
    time_without_core waited
    away=$((now - before - 100 - (waited - waited_before)))
    if ((away > 150)); then
      suspended=$((suspended + away)) left=$((left + away))
      echo "$suspended" >"$attempt/.suspended"
    fi
    left=$((left - (now - before))) before=$now waited_before=$waited
  done
}

time_without_core() { # NAME of the variable: how long this process was ready and had none, in hundredths of a second
  local ready=0 rest # in nanoseconds; before it stands how long it had one
  { read -r rest ready rest <"/proc/$BASHPID/schedstat"; } 2>/dev/null || true
  printf -v "$1" %d $((ready / 10000000))
}

before_each_rank() { # lines of bash on standard input
  rank_setup=$(cat)
}

launch_ranks() { # SRUN-OPTION... -- COMMAND...: one process a rank; a rank's own number is known only inside srun
  # shellcheck disable=SC2016 # expanded by each rank
  launch_tasks 'export RANK=$SLURM_PROCID LOCAL_RANK=$SLURM_LOCALID WORLD_SIZE=$SLURM_NTASKS' "$@"
}

launch_torchrun() { # SRUN-OPTION... -- COMMAND...: one process a node; it starts the ranks
  launch_tasks : "$@"
}

launch_tasks() { # TEXT SRUN-OPTION... -- COMMAND...
  local text options=()
  text="$(declare -f say_where say_used run_task record_what_goes_on list_what_goes_on)
$1
$rank_setup
run_task \"\$@\""
  while shift && [[ $1 != -- ]]; do options+=("$1"); done
  begin_launch
  srun "${step[@]}" "${options[@]}" --kill-on-bad-exit=1 bash -c "$text" task "${@:2}" \
    </dev/null >>"$attempt/out" 2>>"$attempt/err" &
  await_in_job "$!"
}

run_task() { # COMMAND...: in each task. srun's own status is the largest, which may be that of a task that it ended
  local node status=0
  node=$SCALEGEN_RUN_DIR/node.$(uname -n).txt
  say_where
  SCALEGEN_PROGRAM=$SCALEGEN_RUN_ID-$SLURM_PROCID- "$@" || status=$?
  [[ ! -e $node ]] || say_used task "$$" >>"$node"
  ((status > 0)) || {
    ((SLURM_LOCALID > 0)) || record_what_goes_on "$SLURM_PROCID-" # once a node
    exit 0
  }
  set -o noclobber # the first writes
  echo "$status${RANK:+ $RANK $(uname -n)}" 2>/dev/null >"$SCALEGEN_RUN_DIR/.failed"
  sleep 0.5 # srun, which ends at once when it hears of this, would leave behind what is not yet there of the output
  exit "$status"
}

launch_once() { # COMMAND...: on this node, the job's first; the command itself starts what runs on the others
  begin_launch
  say_where
  SCALEGEN_PROGRAM=$SCALEGEN_RUN_ID- "$@" </dev/null >>"$attempt/out" 2>>"$attempt/err" &
  await_in_job "$!"
}

await_in_job() { # PID: the first task that failed has left its status, and its rank if it is one
  local status=0 lives=yes
  groups+=("$1")
  wait "$1" || status=$?
  while [[ $lives ]] && was_stopped "$status"; do
    kill -0 "$1" 2>/dev/null || lives= # and has left this status itself
    status=0
    wait "$1" || status=$?
  done
  ((status == 0)) || {
    [[ ! -s $attempt/.failed ]] || read -r status failed_rank failed_node <"$attempt/.failed"
    exit "$status"
  }
  end_launch
}

# --- A program that goes on in the background has not ended when its command returns: its wall time is none.

list_what_goes_on() { # RANK: the processes of a rank on this node that live; empty: of all ranks. Lines "PID COMMAND"
  local file pid
  { grep --files-with-matches --null-data "^SCALEGEN_PROGRAM=$SCALEGEN_RUN_ID-$1" /proc/[0-9]*/environ 2>/dev/null || true; } |
    while IFS=/ read -r file file pid file; do
      echo "$pid $(tr '\0' ' ' <"/proc/$pid/cmdline")"
    done 2>/dev/null
}

record_what_goes_on() { # RANK: it has a second to end
  local i
  for ((i = 0; i < 5; ++i)); do
    [[ -n $(list_what_goes_on "$1") ]] || return 0
    sleep 0.2
  done
  list_what_goes_on "$1" >>"$SCALEGEN_RUN_DIR/goes_on.$(uname -n).txt" || true
}

end_what_goes_on() { # what left its process group would live for ever
  [[ -n $launched ]] || return 0
  local signal pid rest
  for signal in TERM KILL; do
    list_what_goes_on "" | while read -r pid rest; do kill "-$signal" "$pid"; done 2>/dev/null
    [[ -z $(list_what_goes_on "") ]] || sleep 0.5
  done
}

# --- What both kinds of launch share.

begin_launch() {
  look_before || true
  look_at_node begin
  watch_meeting
  stage=
  read_clocks launched launched_at
}

end_launch() {
  local now
  read_clocks finished now
  ran=$((now - launched_at))
  look_at_node end
  record_what_goes_on ""
}

# What the kernel of this node, the run's first, has counted until now: the work of its cores, what this script's processes
# used of it, and the connections to the port where ranks meet. Under Slurm tasks say themselves what they used.
look_at_node() { # begin|end
  local load cpu_stat=(/sys/fs/cgroup/cpu.stat /sys/fs/cgroup/cpu/cpu.stat)
  {
    echo "$1 $(date +%s.%N)"
    read -r load </proc/loadavg && echo "load $load"
    grep --no-filename --no-messages --extended-regexp '^(cpu[0-9]|some|throttled_)' /proc/stat /proc/pressure/cpu "${cpu_stat[@]}"
    echo "heat $(sum_of /sys/devices/system/cpu/cpu[0-9]*/thermal_throttle/core_throttle_count)"
    [[ $scheduler != slurm ]] || say_memory_peak </proc/self/cgroup /sys/fs/cgroup /sys/fs/cgroup/memory
    [[ $scheduler == slurm ]] || say_used script "$$" ${groups[@]+"${groups[@]}"}
    echo "port $MASTER_PORT"
    grep --no-filename --no-messages --extended-regexp "local_address|:$(printf %04X "$MASTER_PORT") " /proc/net/tcp /proc/net/tcp6
  } >>"$attempt/node.$(uname -n).txt" 2>/dev/null || true
}

read_clocks() { # NAME of seconds since 1970, NAME of the boot clock; `apart` is what may come between, on a busy node
  local begun
  boot_clock begun
  printf -v "$1" %s "$(date +%s.%N)"
  boot_clock "$2"
  apart=$((apart + ${!2} - begun))
}

boot_clock() { # NAME of the variable: hundredths of a second since this node started, by a clock that nobody sets
  local up rest
  read -r up rest </proc/uptime
  printf -v "$1" %d $((10#${up/./}))
}

in_seconds() { # HUNDREDTHS
  printf '%d.%02d' $(($1 / 100)) $(($1 % 100))
}

pause() { # HUNDREDTHS of a second, without a child, which would outlive this process
  local seconds
  [[ $never ]] || exec {never}<> <(:) # nothing is ever written there
  printf -v seconds '%d.%02d' $(($1 / 100)) $(($1 % 100))
  read -rt "$seconds" -u "$never" || true
}

# Job control has `wait` return when a child is stopped, as Slurm stops all that it suspends: the child has not ended.
was_stopped() { # STATUS of wait
  local signal
  (($1 > 128)) || return 1
  signal=$(kill -l "$1" 2>/dev/null) || return 1
  [[ $signal == STOP || $signal == TSTP || $signal == TTIN || $signal == TTOU ]] || return 1
  sleep 0.2 # while it is stopped, the next wait returns at once
}

sum_of() { # FILE...: of the numbers in them; nothing if there are none
  local file number sum=
  for file; do
    if read -r number <"$file"; then sum=$((${sum:-0} + number)); fi
  done 2>/dev/null
  echo "$sum"
}

say_used() { # WHO PID...: the CPU time of these processes and of those that they waited for, in ticks of 10 ms
  local pid stat fields sum=0
  for pid in "${@:2}"; do
    if read -r stat <"/proc/$pid/stat"; then
      read -ra fields <<<"${stat##*) }" # field 3 and on; 14 to 17 are times
      sum=$((sum + fields[11] + fields[12] + fields[13] + fields[14]))
    fi
  done 2>/dev/null
  echo "$1 $sum"
}

# The most memory that this job has held on this node until now, in bytes, with the files that the kernel keeps for it. Nothing
# where it has no cgroup of its own: the peak of another one is that of others, too.
say_memory_peak() { # FOLDER...: the roots of cgroups, of both versions; on standard input those of a process of the job
  local line group folder file bytes
  while IFS= read -r line; do
    group=${line#*:*:}/
    case $group in
      */job_"$SLURM_JOB_ID"/*) group=${group%%/job_"$SLURM_JOB_ID"/*}/job_$SLURM_JOB_ID ;;
      */job_*) continue ;; # of another job
      */step_*) group=${group%%/step_*} ;; # since Slurm 26.05 a job's is not called by its number
      *) continue ;;
    esac
    for folder; do
      for file in "$folder$group"/memory.peak "$folder$group"/memory.max_usage_in_bytes; do
        if read -r bytes <"$file"; then
          echo "memory_peak $bytes"
          return
        fi
      done 2>/dev/null
    done
  done
}

watch_meeting() { # when connections of this node's processes to the port where ranks meet appear
  look_for_meeting "$$" "$attempt/meeting.txt" &
  groups+=("$!")
  disown "$!" # it may end when it likes
}

# Looks less and less often, and no more after the second connection: one may be torchrun's own. One that was closed (06) is
# listed for a minute, and counts unless there were such before, of another run in this allocation.
look_for_meeting() { # SCRIPT FILE: writes lines "COUNT TIME TIME-OF-THE-LOOK-BEFORE"
  local count known=0 before now centiseconds=25 client
  client=": [0-9A-F]+:[0-9A-F]+ [0-9A-F]+:$(printf %04X "$MASTER_PORT") 0"
  if (($(count_connections "${client}6") > 0)); then client+=1; else client+='[16]'; fi
  before=$(date +%s.%N)
  while ((known < 2)) && kill -0 "$1" 2>/dev/null; do
    pause "$centiseconds"
    now=$(date +%s.%N)
    count=$(count_connections "$client")
    if ((count > known)); then echo "$count $now $before" >>"$2" && known=$count; fi
    before=$now
    centiseconds=$((centiseconds < 400 ? centiseconds * 5 / 4 : 500))
  done
}

count_connections() { # REGEX of their lines
  cat /proc/net/tcp /proc/net/tcp6 2>/dev/null | grep --count --extended-regexp "$1" || true
}

# --- Where runs share a folder: what a run found there of earlier ones, and what it left.

look_before() {
  [[ -n $workdir && $PWD/ != "$attempt"/* ]] || return 0
  list_folder >"$attempt/.before"
  {
    printf 'begun=%s\nfolder=%s\n' "$(date +%s.%N)" "${PWD//[[:cntrl:]]/?}"
    sed 's/^[^ ]* [^ ]* /there=/' "$attempt/.before" | LC_ALL=C sort
  } >"$attempt/folder.txt"
}

look_after() {
  [[ -e $attempt/.before ]] || return 0
  list_folder | LC_ALL=C comm -13 "$attempt/.before" - | sed 's/^[^ ]* [^ ]* /made=/' | LC_ALL=C sort >>"$attempt/folder.txt"
  rm -f "$attempt/.before"
}

list_folder() { # lines "TIME SIZE NAME" of files here that changed since the sweep was written: at most 200, for 2 seconds
  local reference=$root/lib/job.bash other log aside=()
  [[ -e $reference ]] || reference=$root/$script
  for other in */plan.jsonl; do # run directories
    [[ ! -e $other ]] || aside+=(-o -path "./${other%/*}")
  done
  for other in "/proc/$PPID/fd/"[12] "/proc/$$/fd/"[12]; do # what scalegen prints may be kept here
    log=$(readlink "$other") && [[ ! -f $log ]] || aside+=(-o -samefile "$log")
  done
  timeout 2 find . -mindepth 1 -maxdepth 3 \( -name '.*' -o -name __pycache__ -o -samefile "$root" "${aside[@]}" \) -prune -o \
    -type f -cnewer "$reference" ! -name $'*[\001-\037]*' -printf '%C@ %s %P\n' 2>/dev/null | head -n 200 | LC_ALL=C sort || true
}

say_where() { # the cores that this process may use, its node's switches as Slurm knows them, and the GPUs that it is shown
  local cpus=/sys/devices/system/cpu active=0
  {
    echo "rank=${RANK-} cores=$(sed -n "s/^Cpus_allowed_list:[[:space:]]*//p" /proc/self/status)" \
      ${SLURM_TOPOLOGY_ADDR:+"topology=$SLURM_TOPOLOGY_ADDR pattern=${SLURM_TOPOLOGY_ADDR_PATTERN-}"} \
      "gpus=${CUDA_VISIBLE_DEVICES-${ROCR_VISIBLE_DEVICES-}}"
    # Once a node, which CPUs the kernel has, and which of them are threads of one core.
    [[ ${SLURM_LOCALID:-${LOCAL_RANK:-0}} != 0 ]] || {
      echo "cpus=$(<$cpus/online)"
      ! read -r active <$cpus/smt/active || ((active == 0)) ||
        echo "threads=$(sort --unique $cpus/cpu[0-9]*/topology/thread_siblings_list | paste --serial --delimiters=' ')"
    } 2>/dev/null
  } >>"$SCALEGEN_RUN_DIR/place.$(uname -n).txt" || true
}

mark_end() { # on a line of its own
  [[ -e $attempt/out && -e $attempt/started.json ]] || fail_removed
  [[ -z $(tail -c 1 "$attempt/out") ]] || echo >>"$attempt/out"
  echo "scalegen: end of $run" >>"$attempt/out"
}

# --- One run after the other in one allocation, each by a script of its own.

ask_before_each_run() { # SCALEGEN
  tool=$1
}

is_to_run() { # RUN: false only if scalegen says that the run is not needed, or has to wait for another job
  local answer
  [[ -n $tool ]] || return 0
  answer=$(timeout 60 "$tool" needed "$root" "$1" </dev/null 2>&1) || answer="no answer (status $?) $answer"
  case $answer in
    needed) return 0 ;;
    "not needed: "* | "not now: "*) echo "scalegen: $1 is $answer" >&2; return 1 ;;
  esac
  echo "scalegen: $1 is measured, needed or not, since '$tool needed' cannot say it here: $answer" >&2
}

run_in_turn() { # FOLDER [ATTEMPT [RUN...]]: names of runs on standard input, a line each; without RUN all of them
  require_allocation "$root/$1/job.sbatch"
  leave_to_new_plan "$1/job.sbatch"
  local folder=$root/$1 attempt=${2:-slurm-$SLURM_JOB_ID} named=" ${*:3} " status=0 ended run
  child=
  stopped=
  trap 'hand_on TERM' TERM
  trap 'hand_on INT' INT
  trap 'hand_on HUP' HUP
  while read -r run; do
    [[ $named == "  " || $named == *" $run "* ]] || continue
    is_to_run "$run" || continue
    [[ -z $stopped ]] || break
    bash "$folder/$run.bash" "$attempt" </dev/null >>"$folder/$run-$SLURM_JOB_ID.out" 2>&1 &
    child=$!
    wait "$child"
    ended=$?
    while kill -0 "$child" 2>/dev/null; do # a signal ended the wait, not the run
      wait "$child"
      ended=$?
    done
    child=
    ((ended == 0)) || status=$ended
    [[ -z $stopped ]] || break
    ((ended != 75)) || break # another job has this run, and with it all that follow
  done
  exit "$status"
}

hand_on() { # SIGNAL: to the run, from Slurm at the job's end, or from a person
  stopped=yes
  [[ -z $child ]] || kill "-$1" "$child" 2>/dev/null
}
