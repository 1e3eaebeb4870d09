# --- Launch under Slurm. All that is started runs in the background, so that the script hears signals.

before_each_rank() { # lines of bash on standard input
  _rank_setup=$(cat)
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
  text="$(declare -f record_placement say_evidence say_used run_task record_survivors list_survivors without_secrets)
$1
$_rank_setup
run_task \"\$@\""
  while shift && [[ $1 != -- ]]; do options+=("$1"); done
  begin_launch
  srun "${_step[@]}" "${options[@]}" --kill-on-bad-exit=1 bash -c "$text" task "${@:2}" \
    </dev/null >>"$_attempt/out" 2>>"$_attempt/err" &
  await_in_job "$!"
}

run_task() { # COMMAND...: in each task. srun's own status is the largest, which may be that of a task that it ended
  local node status=0
  node=$SCALEGEN_RUN_DIR/node.$(uname -n).txt
  record_placement
  SCALEGEN_PROGRAM=$SCALEGEN_RUN_ID-$SLURM_PROCID- "$@" || status=$?
  [[ ! -e $node ]] || say_used task "$$" >>"$node"
  ((status > 0)) || {
    ((SLURM_LOCALID > 0)) || record_survivors "$SLURM_PROCID-" # once a node
    exit 0
  }
  set -o noclobber # the first writes
  echo "$status${RANK:+ $RANK $(uname -n)}" 2>/dev/null >"$SCALEGEN_RUN_DIR/.failed"
  sleep 0.5 # srun, which ends at once when it hears of this, would leave behind what is not yet there of the output
  exit "$status"
}

launch_once() { # COMMAND...: on this node, the job's first; the command itself starts what runs on the others
  begin_launch
  record_placement
  SCALEGEN_PROGRAM=$SCALEGEN_RUN_ID- "$@" </dev/null >>"$_attempt/out" 2>>"$_attempt/err" &
  await_in_job "$!"
}

await_in_job() { # PID: the first task that failed has left its status, and its rank if it is one
  local status=0 lives=yes
  _groups+=("$1")
  wait "$1" || status=$?
  while [[ $lives ]] && was_stopped "$status"; do
    kill -0 "$1" 2>/dev/null || lives= # and has left this status itself
    status=0
    wait "$1" || status=$?
  done
  ((status == 0)) || {
    [[ ! -s $_attempt/.failed ]] || read -r status _failed_rank _failed_node <"$_attempt/.failed"
    [[ $_failed_rank =~ ^(0|[1-9][0-9]*)$ ]] || _failed_rank= # RANK may be what it was before torchrun
    exit "$status"
  }
  end_launch
}
