# --- Evidence: what a run leaves beside its output, for reports to judge.

# What a text with pipes runs first: should it fail, it leaves its status, and then that of each part of its last pipe.
# shellcheck disable=SC2016,SC2034 # scripts read it, and their texts expand it
_note_parts='trap '\''set -- $? "${PIPESTATUS[@]}"; (($1 == 0)) || echo "$*" >>"$SCALEGEN_RUN_DIR/parts.txt"'\'' EXIT
'

# What `word key=value ...` means is told in docs/run-directory.md. One write a line, since the ranks of a node share files.
sg_say_evidence() { # WORD [KEY=VALUE...]
  local sg_line=$1 sg_pair sg_value
  for sg_pair in "${@:2}"; do
    sg_value=${sg_pair#*=}
    sg_value=${sg_value//[[:cntrl:]]/?}
    if [[ $sg_value == *[\ \"\\]* ]]; then
      sg_value=${sg_value//\\/\\\\}
      sg_value=\"${sg_value//\"/\\\"}\"
    fi
    sg_line+=" ${sg_pair%%=*}=$sg_value"
  done
  printf '%s\n' "$sg_line"
}

sg_say_json() { # BEFORE TEXT: what stands before it, then the text as JSON, whatever bytes are in it
  local sg_text=${2//[[:cntrl:]]/ }
  [[ $sg_text != *[![:ascii:]]* ]] || sg_replace_what_is_not_utf8 sg_text 2>/dev/null # bash warns if it lacks the locale that it returns to
  sg_text=${sg_text//\\/\\\\}
  printf '%s"%s"' "$1" "${sg_text//\"/\\\"}"
}

# By bytes (RFC 3629): a process for each variable would cost more, and not each node has iconv. Where many were replaced, all that
# are left are at once: each costs a look at all that follows.
sg_replace_what_is_not_utf8() { # NAME: each such byte of its value becomes U+FFFD
  local LC_ALL=C || : # readonly
  local sg_rest=${!1} sg_valid='' sg_most=200 sg_replacement=$'\xef\xbf\xbd' sg_utf8
  sg_utf8=$'[\x01-\x7f]|[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|\xed[\x80-\x9f][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}'
  sg_utf8+=$'|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2}'
  while [[ $sg_rest =~ ^($sg_utf8)* ]]; do
    sg_valid+=${BASH_REMATCH[0]} sg_rest=${sg_rest:${#BASH_REMATCH[0]}}
    [[ $sg_rest ]] || break
    sg_valid+=$sg_replacement sg_rest=${sg_rest:1}
    ((--sg_most > 0)) || sg_rest=${sg_rest//[$'\x80'-$'\xff']/$sg_replacement}
  done
  printf -v "$1" %s "$sg_valid"
}

sg_record_placement() { # the cores that this process may use, its node's switches as Slurm knows them, and the GPUs that it is shown
  # A launcher of MPI gives each rank the first of these; PMIX_MCA_... and OMPI_MCA_... are settings, which modules have, too.
  local sg_cpus=/sys/devices/system/cpu sg_active=0 sg_switches=() sg_mpi=("${!PMI_@}" "${!PMIX_RANK@}" "${!OMPI_COMM_@}")
  local sg_host sg_line sg_allowed="" sg_online sg_siblings
  read -r sg_host </proc/sys/kernel/hostname
  while read -r sg_line; do [[ $sg_line != Cpus_allowed_list:* ]] || { read -r _ sg_allowed <<<"$sg_line" && break; }; done </proc/self/status
  [[ -z ${SLURM_TOPOLOGY_ADDR:-} ]] ||
    sg_switches=("topology=$SLURM_TOPOLOGY_ADDR" "pattern=${SLURM_TOPOLOGY_ADDR_PATTERN-}")
  {
    sg_say_evidence task "rank=${RANK-}" "cores=$sg_allowed" \
      ${sg_switches[@]+"${sg_switches[@]}"} ${sg_mpi[0]+"mpi=${sg_mpi[0]}"} "gpus=${CUDA_VISIBLE_DEVICES-${ROCR_VISIBLE_DEVICES-}}"
    # Once a node, which CPUs the kernel has, and which of them are threads of one core.
    [[ ${SLURM_LOCALID:-${LOCAL_RANK:-0}} != 0 ]] || {
      read -r sg_online <$sg_cpus/online && sg_say_evidence cpus "online=$sg_online"
      ! read -r sg_active <$sg_cpus/smt/active || ((sg_active == 0)) || {
        sg_list_of sg_siblings $sg_cpus/cpu[0-9]*/topology/thread_siblings_list
        sg_say_evidence threads "siblings=$sg_siblings"
      }
    } 2>/dev/null
  } >>"$SCALEGEN_RUN_DIR/place.$sg_host.txt" || true
}

sg_list_of() { # NAME of the variable, FILE...: the first line of each, each once
  local sg_file sg_line sg_list=' '
  for sg_file in "${@:2}"; do
    if read -r sg_line <"$sg_file" && [[ $sg_list != *" $sg_line "* ]]; then sg_list+="$sg_line "; fi
  done
  sg_list=${sg_list# }
  printf -v "$1" %s "${sg_list% }"
}

# When this job was submitted, when it could have begun at the earliest, and when it began. Slurm counts the second anew for a
# job that was held, that waited for another one, or that its array let wait. Of an array's last task it lists the others, too.
sg_record_queue() {
  local sg_order='Restarts=\([0-9]*\) .* SubmitTime=\([0-9]*\) EligibleTime=\([0-9A-Za-z]*\) .*StartTime=\([0-9]*\) EndTime='
  { sg_in_time 10 env --unset=SLURM_CLUSTERS SLURM_TIME_FORMAT=%s scontrol --oneliner show job "$SLURM_JOB_ID" |
    sed -n "s/^JobId=$SLURM_JOB_ID .* $sg_order.*/queue restarts=\1 submitted=\2 eligible=\3 started=\4/p"; } 2>/dev/null
}

# Where runs share a folder: what a run found there of earlier ones, and what it left.

sg_record_folder() {
  [[ -n $_workdir && $PWD/ != "$_attempt"/* ]] || return 0
  local sg_file sg_files sg_now
  _folder_is_shared=yes
  sg_list_folder sg_files
  sg_clock sg_now
  {
    sg_say_evidence begun "time=$sg_now"
    sg_say_evidence folder "path=$PWD"
    for sg_file in ${sg_files[@]+"${sg_files[@]}"}; do
      _before["$sg_file"]=yes
      sg_say_evidence there "file=${sg_file#* * }"
    done
  } >"$_attempt/folder.txt"
}

sg_record_made_files() {
  [[ $_folder_is_shared ]] || return 0
  local sg_file sg_files
  _folder_is_shared=
  sg_list_folder sg_files
  for sg_file in ${sg_files[@]+"${sg_files[@]}"}; do
    [[ ${_before["$sg_file"]-} ]] || sg_say_evidence made "file=${sg_file#* * }"
  done >>"$_attempt/folder.txt"
}

sg_list_folder() { # NAME of the array: "TIME SIZE NAME" of files here that changed since the sweep was written: at most 200, for 2 seconds
  local sg_reference=$_root/lib/job.bash sg_other sg_aside=()
  [[ -e $sg_reference ]] || sg_reference=$_root/$_script
  for sg_other in */plan.jsonl; do # run directories
    [[ ! -e $sg_other ]] || sg_aside+=(-o -path "./${sg_other%/*}")
  done
  for sg_other in "/proc/$PPID/fd/"[12] "/proc/$$/fd/"[12]; do # what scalegen prints may be kept here
    [[ ! -f $sg_other ]] || sg_aside+=(-o -samefile "$sg_other") # which `find -H` follows
  done
  mapfile -t -n 200 "$1" < <(timeout 2 find -H . -mindepth 1 -maxdepth 3 \
    \( -name '.*' -o -name __pycache__ -o -samefile "$_root" ${sg_aside[@]+"${sg_aside[@]}"} \) -prune -o \
    -type f -cnewer "$sg_reference" ! -name $'*[\001-\037]*' -printf '%C@ %s %P\n' 2>/dev/null)
}

# A program that goes on in the background has not ended when its command returns: its wall time is none.

sg_list_survivors() { # RANK [BEFORE]: the processes of a rank on this node that live; empty: of all ranks
  local sg_pid sg_found sg_command
  sg_found=$(grep --files-with-matches --null-data "^SCALEGEN_PROGRAM=${2-}$SCALEGEN_RUN_ID-$1" /proc/[0-9]*/environ 2>/dev/null) || true
  for sg_pid in ${sg_found//[!0-9]/ }; do
    sg_command=$(tr ' \n\0' '\1\2 ' <"/proc/$sg_pid/cmdline" | sg_without_secrets | tr '\1\2' ' \n') && [[ $sg_command ]] && sg_say_evidence process "pid=$sg_pid" "command=${sg_command% }"
  done 2>/dev/null
}

sg_without_secrets() { # of options and variables with the names that core/secrets.cpp knows
  sed --regexp-extended 's/(^|[^[:alnum:]])([[:alnum:]_-]*(token|secret|passw(or)?d|passphrase|jwt|apikey|[[:alnum:]][_-]key)([_-]id)?)([= ]+)[^ ]+/\1\2\6(left out)/Ig'
}

sg_record_survivors() { # RANK: it has a second to end
  local sg_i
  for ((sg_i = 0; sg_i < 5; ++sg_i)); do
    [[ -n $(sg_list_survivors "$1") ]] || return 0
    sleep 0.2
  done
  sg_list_survivors "$1" >>"$SCALEGEN_RUN_DIR/goes_on.$(uname -n).txt" || true
}

sg_end_survivors() { # what left its process group would live for ever, and what the set-up started without one
  [[ ${SCALEGEN_RUN_ID-} ]] || return 0
  local sg_signal sg_survivors sg_pid sg_rest
  for sg_signal in TERM KILL; do
    sg_survivors=$(sg_list_survivors "" '\(setup-\)\?')
    [[ $sg_survivors ]] || return 0
    while read -r sg_rest sg_pid sg_rest; do kill "-$sg_signal" "${sg_pid#pid=}" || true; done <<<"$sg_survivors" 2>/dev/null
    sleep 0.5
  done
}
