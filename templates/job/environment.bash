# --- What the run runs on: its nodes, environment.json, the monitors of its GPUs and NCCL's log.

use_first_nodes() { # COUNT [SRUN-OPTION...]: of a larger allocation, where srun would choose others for each step
  local first=("${_hosts[@]:0:$1}")
  use_nodes "$1" "--nodelist=$(IFS=, && echo "${first[*]}")" "${@:2}"
}

use_nodes() { # COUNT [SRUN-OPTION...]: the nodes of the run, and the options that place a step on them
  _nodes=$1
  _step=("--nodes=$1" "${@:2}")
}

# One process a node, beside the ranks. The node of this script needs no step of Slurm's: where GPUs are bound to cores, one
# that shares its node with other jobs may be given fewer GPUs than the job has.
on_each_node() { # FUNCTION [ARGUMENT...]
  local text count=$_nodes where=("${_step[@]}") others
  text="$(declare -f in_time "$1"); \"\$@\""
  if [[ $_scheduler != slurm || ${SLURMD_NODENAME-} == "${_hosts[0]}" ]]; then
    ((_nodes > 1)) || exec bash -c "$text" on_each_node "$@" </dev/null
    bash -c "$text" on_each_node "$@" </dev/null &
    count=$((_nodes - 1)) others=("${_hosts[@]:1:_nodes-1}")
    where=(--nodes="$count" --nodelist="$(IFS=, && echo "${others[*]}")")
  fi
  srun --overlap "${where[@]}" --ntasks="$count" --ntasks-per-node=1 --cpus-per-task=1 --job-name=scalegen-monitor \
    bash -c "$text" on_each_node "$@" </dev/null || true
  wait
}

record_environment() { # nvidia_smi|rocm_smi|none, which lists the GPUs: writes environment.json
  local separator name value host index uuid driver gpu
  _stage="the record of its environment"
  {
    say_json '{"host": ' "$(uname -n)"
    say_json ', "kernel": ' "$(uname -r)"
    say_json ', "cpu": ' "$(sed -n '/^model name/{s/[^:]*: //p;q}' /proc/cpuinfo)"
    say_json ', "modules": ' "${LOADEDMODULES:-}"
    printf ', "slurm": {'
    separator=
    for name in "${!SLURM_@}"; do
      value=${!name}
      case $name in *TOKEN* | *SECRET* | *PASSW* | *PASSPHRASE* | *JWT* | *_KEY) value="(left out)" ;; esac
      say_json "$separator" "$name"
      say_json ': ' "$value"
      separator=', '
    done
    printf '}, '
    if [[ -n $_workdir ]]; then
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
  } >"$_attempt/environment.json"
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
  on_each_node "watch_with_$1" "$_attempt" "${@:2}" &
  _groups+=("$!")
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
  export NCCL_DEBUG=INFO NCCL_DEBUG_SUBSYS=INIT,NET NCCL_DEBUG_FILE=$_attempt/nccl.%h.%p.log
}
