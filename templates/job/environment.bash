# --- What the run runs on: its nodes, environment.json, the monitors of its GPUs and NCCL's log.

sg_use_first_nodes() { # COUNT [SRUN-OPTION...]: of a larger allocation, where srun would choose others for each step
  local sg_first
  printf -v sg_first ',%s' "${_hosts[@]:0:$1}"
  sg_use_nodes "$1" "--nodelist=${sg_first:1}" "${@:2}"
}

sg_use_nodes() { # COUNT [SRUN-OPTION...]: the nodes of the run, and the options that place a step on them
  _nodes=$1
  _step=("--nodes=$1" "${@:2}")
}

# One process a node, beside the ranks. The node of this script needs no step of Slurm's: where GPUs are bound to cores, one
# that shares its node with other jobs may be given fewer GPUs than the job has.
sg_on_each_node() { # FUNCTION [ARGUMENT...]
  local sg_text sg_count=$_nodes sg_where=("${_step[@]}") sg_others
  sg_text="$(declare -f sg_in_time "$1"); \"\$@\""
  if [[ $_scheduler != slurm || ${SLURMD_NODENAME-} == "${_hosts[0]}" ]]; then
    ((_nodes > 1)) || exec bash -p -c "$sg_text" sg_on_each_node "$@" </dev/null
    bash -p -c "$sg_text" sg_on_each_node "$@" </dev/null &
    sg_count=$((_nodes - 1))
    printf -v sg_others ',%s' "${_hosts[@]:1:_nodes-1}"
    sg_where=(--nodes="$sg_count" --nodelist="${sg_others:1}")
  fi
  srun --overlap "${sg_where[@]}" --ntasks="$sg_count" --ntasks-per-node=1 --cpus-per-task=1 --job-name=scalegen-monitor \
    bash -p -c "$sg_text" sg_on_each_node "$@" </dev/null || true
  wait
}

sg_record_environment() { # nvidia_smi|rocm_smi|none, which lists the GPUs: writes environment.json
  local sg_separator sg_name sg_value sg_line sg_kernel sg_cpu=
  _stage="the record of its environment"
  read -r sg_kernel </proc/sys/kernel/osrelease
  while read -r sg_line; do [[ $sg_line != "model name"* ]] || { sg_cpu=${sg_line#*: } && break; }; done </proc/cpuinfo
  {
    sg_say_json '{"host": ' "$_host"
    sg_say_json ', "kernel": ' "$sg_kernel"
    sg_say_json ', "cpu": ' "$sg_cpu"
    sg_say_json ', "modules": ' "${LOADEDMODULES:-}"
    printf ', "slurm": {'
    sg_separator=
    for sg_name in "${!SLURM_@}"; do
      sg_value=${!sg_name}
      case $sg_name in *TOKEN* | *SECRET* | *PASSW* | *PASSPHRASE* | *JWT* | *_KEY) sg_value="(left out)" ;; esac
      sg_say_json "$sg_separator" "$sg_name"
      sg_say_json ': ' "$sg_value"
      sg_separator=', '
    done
    printf '}, '
    if [[ -n $_workdir ]]; then
      sg_say_json '"git": ' "$(sg_in_time 10 git describe --always --dirty --abbrev=12 2>/dev/null || true)"
      printf ', '
    fi
    printf '"gpus": ['
    sg_separator='{'
    [[ $1 == none ]] || while read -rt 60 sg_line; do # a driver in trouble keeps even a killed process
      [[ $sg_line =~ ^([^,]*),\ *([^,]*),\ *([^,]*),\ *([^,]*),\ *(.*) ]] || continue
      sg_say_json "$sg_separator\"host\": " "${BASH_REMATCH[1]}"
      sg_say_json ', "index": ' "${BASH_REMATCH[2]}"
      sg_say_json ', "uuid": ' "${BASH_REMATCH[3]}"
      sg_say_json ', "driver": ' "${BASH_REMATCH[4]}"
      sg_say_json ', "name": ' "${BASH_REMATCH[5]}"
      printf '}'
      sg_separator=', {'
    done < <(sg_on_each_node "sg_list_gpus_of_$1" || true)
    printf ']}\n'
  } >"$_attempt/environment.json"
}

sg_list_gpus_of_nvidia_smi() {
  sg_in_time 20 nvidia-smi --query-gpu=index,uuid,driver_version,name --format=csv,noheader | sed "s/^/$(uname -n), /"
}

sg_list_gpus_of_rocm_smi() {
  local sg_driver
  sg_driver=$(cat /sys/module/amdgpu/version 2>/dev/null) || sg_driver=
  sg_in_time 20 rocm-smi --showuniqueid --csv | sed -n "s/^card\([0-9]*\),\([^,]*\).*/$(uname -n), \1, \2, $sg_driver, AMD/p"
}

sg_in_time() { # SECONDS COMMAND...: what is not the program must not hold it up
  local sg_host sg_status=0
  timeout --kill-after=2 "$@" || sg_status=$?
  ((sg_status < 124)) || { read -r sg_host </proc/sys/kernel/hostname && echo "scalegen: '$2' on $sg_host does not answer within $1 s" >&2; }
  return "$sg_status"
}

sg_watch_gpus() { # nvidia_smi MILLISECONDS FIELDS | rocm_smi SECONDS OPTION...
  sg_on_each_node "sg_watch_with_$1" "$_attempt" "${@:2}" &
  _groups+=("$!")
  disown "$!" 2>/dev/null || true # it may end when it likes
}

sg_watch_with_nvidia_smi() { # FOLDER MILLISECONDS FIELDS, to which it adds why clocks are low
  local sg_asked=$3 sg_reasons
  exec >"$1/gpu.$(uname -n).csv"
  # The first is the name since driver 535. A driver that is asked for a field it does not know gives none of them.
  for sg_reasons in clocks_event_reasons.active clocks_throttle_reasons.active; do
    [[ $sg_asked != *_reasons.active* ]] || break
    [[ $(nvidia-smi --format=csv,noheader --query-gpu="$sg_reasons" 2>/dev/null) != 0x* ]] || sg_asked+=,$sg_reasons
  done
  TZ=UTC exec nvidia-smi --format=csv --loop-ms="$2" --query-gpu="$sg_asked"
}

sg_watch_with_rocm_smi() { # FOLDER SECONDS OPTION...
  while date --utc +"time,%s.%N"; do
    rocm-smi "${@:3}" --csv
    sleep "$2"
  done >"$1/rocm.$(uname -n).csv"
}

sg_log_nccl() { # NCCL says, while it connects the ranks, which way each pair talks
  [[ -z ${NCCL_DEBUG:-} ]] || return 0
  export NCCL_DEBUG=INFO NCCL_DEBUG_SUBSYS=INIT,NET NCCL_DEBUG_FILE=$_attempt/nccl.%h.%p.log
}
