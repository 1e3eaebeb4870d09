# --- What the kernel of the first node counts: the work of its cores, memory, and connections between ranks.

# What the kernel of this node, the run's first, has counted until now: the work of its cores, what this script's processes
# used of it, and the connections to the port where ranks meet. Under Slurm tasks say themselves what they used.
sg_look_at_node() { # begin|end
  local sg_now sg_load sg_events sg_port
  sg_clock sg_now
  sg_sum_of sg_events /sys/devices/system/cpu/cpu[0-9]*/thermal_throttle/core_throttle_count
  {
    sg_say_evidence "$1" "time=$sg_now"
    read -r sg_load </proc/loadavg && echo "load $sg_load"
    sg_say_lines_of_cores /proc/stat /proc/pressure/cpu /sys/fs/cgroup/cpu.stat /sys/fs/cgroup/cpu/cpu.stat
    sg_say_evidence heat "events=$sg_events"
    [[ $_scheduler != slurm ]] || sg_say_memory_peak </proc/self/cgroup /sys/fs/cgroup /sys/fs/cgroup/memory
    [[ $_scheduler == slurm ]] || sg_say_used script "$$" ${_groups[@]+"${_groups[@]}"}
    [[ -z ${MASTER_PORT-} ]] || {
      sg_say_evidence port "number=$MASTER_PORT"
      printf -v sg_port %04X "$MASTER_PORT"
      grep --no-filename --no-messages --extended-regexp "local_address|:$sg_port " /proc/net/tcp /proc/net/tcp6
    }
  } >>"$_attempt/node.$_host.txt" 2>/dev/null || true
}

sg_say_lines_of_cores() { # FILE...: the lines of each core, of waiting for cores, and of quotas
  local sg_file sg_lines sg_line
  for sg_file; do
    mapfile -t sg_lines <"$sg_file" || continue
    for sg_line in ${sg_lines[@]+"${sg_lines[@]}"}; do [[ ! $sg_line =~ ^(cpu[0-9]|some|throttled_) ]] || echo "$sg_line"; done
  done 2>/dev/null
}

sg_sum_of() { # NAME of the variable, FILE...: of the numbers in them; nothing if there are none
  local sg_file sg_number sg_sum=
  for sg_file in "${@:2}"; do
    if read -r sg_number <"$sg_file"; then sg_sum=$((${sg_sum:-0} + sg_number)); fi
  done 2>/dev/null
  printf -v "$1" %s "$sg_sum"
}

sg_say_used() { # WHO PID...: the CPU time of these processes and of those that they waited for, in ticks of 10 ms
  local sg_pid sg_stat sg_fields sg_sum=0
  for sg_pid in "${@:2}"; do
    if read -r sg_stat <"/proc/$sg_pid/stat"; then
      read -ra sg_fields <<<"${sg_stat##*) }" # field 3 and on; 14 to 17 are times
      sg_sum=$((sg_sum + sg_fields[11] + sg_fields[12] + sg_fields[13] + sg_fields[14]))
    fi
  done 2>/dev/null
  sg_say_evidence "$1" "ticks=$sg_sum"
}

# The most memory that this job has held on this node until now, in bytes, with the files that the kernel keeps for it. Nothing
# where it has no cgroup of its own: the peak of another one is that of others, too.
sg_say_memory_peak() { # FOLDER...: the roots of cgroups, of both versions; on standard input those of a process of the job
  local sg_line sg_group sg_folder sg_file sg_bytes
  while read -r sg_line; do
    sg_group=${sg_line#*:*:}/
    case $sg_group in
      */job_"${SLURM_JOB_ID-}"/*) sg_group=${sg_group%%/job_"$SLURM_JOB_ID"/*}/job_$SLURM_JOB_ID ;;
      */job_*) continue ;; # of another job
      */step_*) sg_group=${sg_group%%/step_*} ;; # since Slurm 26.05 a job's is not called by its number
      *) continue ;;
    esac
    for sg_folder; do
      for sg_file in "$sg_folder$sg_group"/memory.peak "$sg_folder$sg_group"/memory.max_usage_in_bytes; do
        if read -r sg_bytes <"$sg_file"; then
          sg_say_evidence memory_peak "bytes=$sg_bytes"
          return
        fi
      done 2>/dev/null
    done
  done
}

sg_watch_meeting() { # when connections of this node's processes to the port where ranks meet appear
  [[ ${MASTER_PORT-} ]] || return 0 # a set-up may unset it
  sg_look_for_meeting "$$" "$_attempt/meeting.txt" &
  _groups+=("$!")
  disown "$!" # it may end when it likes
}

# Looks less and less often, and no more after the third connection: two may be torchrun's own. One that was closed (06) is
# listed for a minute, and counts unless there were such before, of another run in this allocation.
sg_look_for_meeting() { # SCRIPT FILE: writes lines "COUNT TIME TIME-OF-THE-LOOK-BEFORE"
  local sg_count sg_known=0 sg_before sg_now sg_centiseconds=25 sg_client
  printf -v sg_client ': [0-9A-F]+:[0-9A-F]+ [0-9A-F]+:%04X 0' "$MASTER_PORT"
  sg_count_connections sg_count "${sg_client}6"
  if ((sg_count > 0)); then sg_client+='1'; else sg_client+='[16]'; fi
  sg_clock sg_before
  while ((sg_known < 3)) && kill -0 "$1" 2>/dev/null; do
    sg_pause "$sg_centiseconds"
    sg_clock sg_now
    sg_count_connections sg_count "$sg_client"
    if ((sg_count > sg_known)); then echo "$sg_count $sg_now $sg_before" >>"$2" && sg_known=$sg_count; fi
    sg_before=$sg_now
    sg_centiseconds=$((sg_centiseconds < 400 ? sg_centiseconds * 5 / 4 : 500))
  done
}

sg_count_connections() { # NAME of the variable, REGEX of their lines
  local sg_counts # of each file
  sg_counts=$(grep --count --no-filename --no-messages --extended-regexp "$2" /proc/net/tcp /proc/net/tcp6) || true
  printf -v "$1" %d $((${sg_counts//$'\n'/+}))
}
