# --- Launch on this machine. What rank 0 says goes to out and err, what rank r says to out.r and err.r.

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
  local out=$_attempt/out err=$_attempt/err
  if (($1 > 0)); then out+=.$1 err+=.$1; fi
  SCALEGEN_PROGRAM=$SCALEGEN_RUN_ID-$1 taskset --cpu-list "$2" setpriv --pdeathsig KILL \
    bash -c "$(declare -f record_placement say_evidence); record_placement; exec \"\$@\"" task "${@:3}" </dev/null >>"$out" 2>>"$err" &
  _groups+=("$!")
}

await_here() { # COUNT: the first that fails ends the script, and with it the others; its status is the script's
  local left=$1 status children
  while ((left > 0)); do
    children=$(jobs -p)
    status=0
    wait -n || status=$?
    if was_stopped "$status" && [[ $(jobs -p) == "$children" ]]; then continue; fi
    left=$((left - 1))
    kill -0 "$_timer" 2>/dev/null || { _cause=time_limit; exit 124; }
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
      _failed_rank=$rank _failed_node=$(uname -n)
      return
    fi
  done
}
