# --- Launch under Slurm. All that is started runs in the background, so that the script hears signals.

sg_launch_ranks() { # SRUN-OPTION... -- COMMAND...: one process a rank; a rank's own number is known only inside srun
  # shellcheck disable=SC2016 # expanded by each rank
  sg_launch_tasks 'export RANK=$SLURM_PROCID LOCAL_RANK=$SLURM_LOCALID WORLD_SIZE=$SLURM_NTASKS' "$@"
}

sg_launch_torchrun() { # SRUN-OPTION... -- COMMAND...: one process a node; it starts the ranks
  sg_launch_tasks : "$@"
}

sg_launch_tasks() { # TEXT SRUN-OPTION... -- COMMAND...
  local sg_text sg_options=()
  sg_text="$(declare -f sg_clock sg_say_evidence sg_say_used sg_run_task sg_record_survivors sg_list_survivors sg_without_secrets)
$1
sg_run_task \"\$@\""
  while shift && [[ $1 != -- ]]; do sg_options+=("$1"); done
  sg_wake_nodes
  sg_begin_launch
  sg_give_back srun "${_step[@]}" "${sg_options[@]}" --kill-on-bad-exit=1 bash -p -c "$sg_text" task "${_task[@]}" "${@:2}" \
    </dev/null >>"$_attempt/out" 2>>"$_attempt/err" &
  sg_await_in_job "$!"
}

# The first step on a node may wait there for Slurm's Prolog: it is not to be a rank's. When all nodes have answered, each is asked for its
# time, and clocks.txt says when it was asked and when it was heard.
sg_wake_nodes() {
  ((_nodes > 1)) || return 0
  _stage="the first step on its nodes"
  sg_ask_nodes_for_time >"$_attempt/clocks.txt" 2>/dev/null & # what fails there fails again, and is seen, when the ranks begin
  _groups+=("$!")
  until wait "$!"; do sg_was_stopped "$?" || break; done
}

sg_ask_nodes_for_time() {
  local sg_line sg_rest sg_sent sg_heard sg_from sg_to sg_left=$_nodes sg_answers=()
  # shellcheck disable=SC2016 # expanded on each node
  coproc sg_nodes {
    unset SLURM_LABELIO # which puts the task's number before each line
    exec srun --overlap "${_step[@]}" --ntasks="$_nodes" --ntasks-per-node=1 --cpus-per-task=1 --input=all --job-name=scalegen-clocks \
      bash -p -c 'echo awake; read -rt 600; echo "$(uname -n) $(date +%s.%N)"'
  }
  exec {sg_from}<&"${sg_nodes[0]}" {sg_to}>&"${sg_nodes[1]}"
  while ((sg_left > 0)) && read -r -u "$sg_from" sg_line; do [[ $sg_line != awake ]] || sg_left=$((sg_left - 1)); done
  sg_clock sg_sent
  trap '' PIPE # srun may have failed
  echo >&"$sg_to" || true
  while read -r -u "$sg_from" sg_line; do sg_answers+=("$sg_line ${EPOCHREALTIME-}"); done
  sg_clock sg_heard # bash 4 knows no other: a process for each answer would be time that others wait
  for sg_line in ${sg_answers[@]+"${sg_answers[@]}"}; do
    sg_rest=${sg_line#* } sg_rest=${sg_rest//,/.}
    [[ $sg_rest != *' ' ]] || sg_rest+=$sg_heard
    sg_say_evidence clock "node=${sg_line%% *}" "time=${sg_rest% *}" "asked=$sg_sent" "heard=${sg_rest#* }"
  done
}

sg_run_task() { # COMMAND...: in each task. srun's own status is the largest, which may be that of a task that it ended
  local sg_host sg_begun sg_ended sg_status=0
  read -r sg_host </proc/sys/kernel/hostname
  sg_clock sg_begun
  SCALEGEN_PROGRAM=$SCALEGEN_RUN_ID-$SLURM_PROCID- "$@" || sg_status=$?
  sg_clock sg_ended
  sg_say_evidence ran "begun=$sg_begun" "ended=$sg_ended" >>"$SCALEGEN_RUN_DIR/place.$sg_host.txt" || true
  [[ ! -e $SCALEGEN_RUN_DIR/node.$sg_host.txt ]] || sg_say_used task "$$" >>"$SCALEGEN_RUN_DIR/node.$sg_host.txt"
  ((sg_status > 0)) || {
    ((SLURM_LOCALID > 0)) || sg_record_survivors "$SLURM_PROCID-" # once a node
    exit 0
  }
  set -o noclobber # the first writes
  echo "$sg_status${RANK:+ $RANK $sg_host}" 2>/dev/null >"$SCALEGEN_RUN_DIR/.failed"
  sleep 0.5 # srun, which ends at once when it hears of this, would leave behind what is not yet there of the output
  exit "$sg_status"
}

sg_launch_once() { # COMMAND...: on this node, the job's first; the command itself starts what runs on the others
  sg_wake_nodes
  sg_begin_launch
  SCALEGEN_PROGRAM=$SCALEGEN_RUN_ID- sg_give_back "${_task[@]}" "$@" </dev/null >>"$_attempt/out" 2>>"$_attempt/err" &
  sg_await_in_job "$!"
}

sg_await_in_job() { # PID: the first task that failed has left its status, and its rank if it is one
  local sg_status=0 sg_lives=yes
  _groups+=("$1")
  wait "$1" || sg_status=$?
  while [[ $sg_lives ]] && sg_was_stopped "$sg_status"; do
    kill -0 "$1" 2>/dev/null || sg_lives= # and has left this status itself
    sg_status=0
    wait "$1" || sg_status=$?
  done
  ((sg_status == 0)) || {
    [[ ! -s $_attempt/.failed ]] || read -r sg_status _failed_rank _failed_node <"$_attempt/.failed"
    [[ $_failed_rank =~ ^(0|[1-9][0-9]*)$ ]] || _failed_rank= # RANK may be what it was before torchrun
    exit "$sg_status"
  }
  sg_end_launch
}
