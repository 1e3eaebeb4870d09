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
  sg_text="$(declare -f sg_say_evidence sg_say_used sg_run_task sg_record_survivors sg_list_survivors sg_without_secrets)
$1
sg_run_task \"\$@\""
  while shift && [[ $1 != -- ]]; do sg_options+=("$1"); done
  sg_begin_launch
  sg_give_back srun "${_step[@]}" "${sg_options[@]}" --kill-on-bad-exit=1 bash -p -c "$sg_text" task "${_task[@]}" "${@:2}" \
    </dev/null >>"$_attempt/out" 2>>"$_attempt/err" &
  sg_await_in_job "$!"
}

sg_run_task() { # COMMAND...: in each task. srun's own status is the largest, which may be that of a task that it ended
  local sg_node sg_status=0
  sg_node=$SCALEGEN_RUN_DIR/node.$(uname -n).txt
  SCALEGEN_PROGRAM=$SCALEGEN_RUN_ID-$SLURM_PROCID- "$@" || sg_status=$?
  [[ ! -e $sg_node ]] || sg_say_used task "$$" >>"$sg_node"
  ((sg_status > 0)) || {
    ((SLURM_LOCALID > 0)) || sg_record_survivors "$SLURM_PROCID-" # once a node
    exit 0
  }
  set -o noclobber # the first writes
  echo "$sg_status${RANK:+ $RANK $(uname -n)}" 2>/dev/null >"$SCALEGEN_RUN_DIR/.failed"
  sleep 0.5 # srun, which ends at once when it hears of this, would leave behind what is not yet there of the output
  exit "$sg_status"
}

sg_launch_once() { # COMMAND...: on this node, the job's first; the command itself starts what runs on the others
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
