# --- Launch on this machine. What rank 0 says goes to out and err, what rank r says to out.r and err.r.

sg_launch_ranks_here() { # CORES... -- COMMAND...: a process for each word of CORES, which it is pinned to
  local sg_cores=() sg_rank sg_pids=()
  while [[ $1 != -- ]]; do
    sg_cores+=("$1")
    shift
  done
  export WORLD_SIZE=${#sg_cores[@]}
  sg_begin_launch
  for sg_rank in "${!sg_cores[@]}"; do
    RANK=$sg_rank LOCAL_RANK=$sg_rank sg_start_here "$sg_rank" "${sg_cores[sg_rank]}" "${@:2}"
    sg_pids+=("$!")
  done
  sg_await_here "${#sg_cores[@]}" || { local sg_status=$?; sg_note_failed_rank "$sg_status" "${sg_pids[@]}"; exit "$sg_status"; }
  sg_end_launch
}

sg_launch_once_here() { # CORES -- COMMAND...
  sg_begin_launch
  sg_start_here 0 "$1" "${@:3}"
  sg_await_here 1
  sg_end_launch
}

sg_start_here() { # RANK CORES COMMAND...
  local sg_out=$_attempt/out sg_err=$_attempt/err
  if (($1 > 0)); then sg_out+=.$1 sg_err+=.$1; fi
  SCALEGEN_PROGRAM=$SCALEGEN_RUN_ID-$1 sg_give_back taskset --cpu-list "$2" setpriv --pdeathsig KILL "${_task[@]}" "${@:3}" \
    </dev/null >>"$sg_out" 2>>"$sg_err" &
  _groups+=("$!")
}

sg_await_here() { # COUNT: the first that fails ends the script, and with it the others; its status is the script's
  local sg_left=$1 sg_status sg_children
  while ((sg_left > 0)); do
    sg_children=$(jobs -p)
    sg_status=0
    wait -n || sg_status=$?
    if sg_was_stopped "$sg_status" && [[ $(jobs -p) == "$sg_children" ]]; then continue; fi
    sg_left=$((sg_left - 1))
    kill -0 "$_timer" 2>/dev/null || { _cause=time_limit; exit 124; }
    ((sg_status == 0)) || return "$sg_status"
  done
}

sg_note_failed_rank() { # STATUS PID...: of the ranks that have ended by now, the first with this status
  local sg_rank sg_status sg_pids=("${@:2}")
  for sg_rank in "${!sg_pids[@]}"; do
    ! kill -0 "${sg_pids[sg_rank]}" 2>/dev/null || continue
    sg_status=0
    wait "${sg_pids[sg_rank]}" 2>/dev/null || sg_status=$?
    if ((sg_status == $1)); then
      _failed_rank=$sg_rank _failed_node=$_host
      return
    fi
  done
}
