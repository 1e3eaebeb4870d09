# --- What the kernel of the first node counts: the work of its cores, memory, and connections between ranks.

# What the kernel of this node, the run's first, has counted until now: the work of its cores, what this script's processes
# used of it, and the connections to the port where ranks meet. Under Slurm tasks say themselves what they used.
look_at_node() { # begin|end
  local load cpu_stat=(/sys/fs/cgroup/cpu.stat /sys/fs/cgroup/cpu/cpu.stat)
  {
    say_evidence "$1" "time=$(date +%s.%N)"
    read -r load </proc/loadavg && echo "load $load"
    grep --no-filename --no-messages --extended-regexp '^(cpu[0-9]|some|throttled_)' /proc/stat /proc/pressure/cpu "${cpu_stat[@]}"
    say_evidence heat "events=$(sum_of /sys/devices/system/cpu/cpu[0-9]*/thermal_throttle/core_throttle_count)"
    [[ $_scheduler != slurm ]] || say_memory_peak </proc/self/cgroup /sys/fs/cgroup /sys/fs/cgroup/memory
    [[ $_scheduler == slurm ]] || say_used script "$$" ${_groups[@]+"${_groups[@]}"}
    [[ -z ${MASTER_PORT-} ]] || say_evidence port "number=$MASTER_PORT"
    [[ -z ${MASTER_PORT-} ]] || grep --no-filename --no-messages --extended-regexp "local_address|:$(printf %04X "$MASTER_PORT") " /proc/net/tcp /proc/net/tcp6
  } >>"$_attempt/node.$(uname -n).txt" 2>/dev/null || true
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
  say_evidence "$1" "ticks=$sum"
}

# The most memory that this job has held on this node until now, in bytes, with the files that the kernel keeps for it. Nothing
# where it has no cgroup of its own: the peak of another one is that of others, too.
say_memory_peak() { # FOLDER...: the roots of cgroups, of both versions; on standard input those of a process of the job
  local line group folder file bytes
  while IFS= read -r line; do
    group=${line#*:*:}/
    case $group in
      */job_"${SLURM_JOB_ID-}"/*) group=${group%%/job_"$SLURM_JOB_ID"/*}/job_$SLURM_JOB_ID ;;
      */job_*) continue ;; # of another job
      */step_*) group=${group%%/step_*} ;; # since Slurm 26.05 a job's is not called by its number
      *) continue ;;
    esac
    for folder; do
      for file in "$folder$group"/memory.peak "$folder$group"/memory.max_usage_in_bytes; do
        if read -r bytes <"$file"; then
          say_evidence memory_peak "bytes=$bytes"
          return
        fi
      done 2>/dev/null
    done
  done
}

watch_meeting() { # when connections of this node's processes to the port where ranks meet appear
  [[ ${MASTER_PORT-} ]] || return 0 # a set-up may unset it
  look_for_meeting "$$" "$_attempt/meeting.txt" &
  _groups+=("$!")
  disown "$!" # it may end when it likes
}

# Looks less and less often, and no more after the second connection: one may be torchrun's own. One that was closed (06) is
# listed for a minute, and counts unless there were such before, of another run in this allocation.
look_for_meeting() { # SCRIPT FILE: writes lines "COUNT TIME TIME-OF-THE-LOOK-BEFORE"
  local count known=0 before now centiseconds=25 client
  client=": [0-9A-F]+:[0-9A-F]+ [0-9A-F]+:$(printf %04X "$MASTER_PORT") 0"
  if (($(count_connections "${client}6") > 0)); then client+='1'; else client+='[16]'; fi
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
