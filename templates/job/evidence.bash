# --- Evidence: what a run leaves beside its output, for reports to judge.

# What a text with pipes runs first: should it fail, it leaves its status, and then that of each part of its last pipe.
# shellcheck disable=SC2016,SC2034 # scripts read it, and their texts expand it
_note_parts='trap '\''set -- $? "${PIPESTATUS[@]}"; (($1 == 0)) || echo "$*" >>"$SCALEGEN_RUN_DIR/parts.txt"'\'' EXIT
'

# What `word key=value ...` means is told in docs/run-directory.md. One write a line, since the ranks of a node share files.
say_evidence() { # WORD [KEY=VALUE...]
  local line=$1 pair value
  for pair in "${@:2}"; do
    value=${pair#*=}
    value=${value//[[:cntrl:]]/?}
    if [[ $value == *[\ \"\\]* ]]; then
      value=${value//\\/\\\\}
      value=\"${value//\"/\\\"}\"
    fi
    line+=" ${pair%%=*}=$value"
  done
  printf '%s\n' "$line"
}

say_json() { # BEFORE TEXT: what stands before it, then the text as JSON, whatever bytes are in it
  local text=${2//[[:cntrl:]]/ }
  [[ $text != *[![:ascii:]]* ]] || replace_what_is_not_utf8 text 2>/dev/null # bash warns if it lacks the locale that it returns to
  text=${text//\\/\\\\}
  printf '%s"%s"' "$1" "${text//\"/\\\"}"
}

# By bytes (RFC 3629): a process for each variable would cost more, and not each node has iconv. Where many were replaced, all that
# are left are at once: each costs a look at all that follows.
replace_what_is_not_utf8() { # NAME: each such byte of its value becomes U+FFFD
  local LC_ALL=C
  local rest=${!1} valid='' most=200 replacement=$'\xef\xbf\xbd' utf8
  utf8=$'[\x01-\x7f]|[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|\xed[\x80-\x9f][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}'
  utf8+=$'|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2}'
  while [[ $rest =~ ^($utf8)* ]]; do
    valid+=${BASH_REMATCH[0]} rest=${rest:${#BASH_REMATCH[0]}}
    [[ $rest ]] || break
    valid+=$replacement rest=${rest:1}
    ((--most > 0)) || rest=${rest//[$'\x80'-$'\xff']/$replacement}
  done
  printf -v "$1" %s "$valid"
}

record_placement() { # the cores that this process may use, its node's switches as Slurm knows them, and the GPUs that it is shown
  local cpus=/sys/devices/system/cpu active=0 switches=()
  [[ -z ${SLURM_TOPOLOGY_ADDR:-} ]] ||
    switches=("topology=$SLURM_TOPOLOGY_ADDR" "pattern=${SLURM_TOPOLOGY_ADDR_PATTERN-}")
  {
    say_evidence task "rank=${RANK-}" "cores=$(sed -n "s/^Cpus_allowed_list:[[:space:]]*//p" /proc/self/status)" \
      ${switches[@]+"${switches[@]}"} "gpus=${CUDA_VISIBLE_DEVICES-${ROCR_VISIBLE_DEVICES-}}"
    # Once a node, which CPUs the kernel has, and which of them are threads of one core.
    [[ ${SLURM_LOCALID:-${LOCAL_RANK:-0}} != 0 ]] || {
      say_evidence cpus "online=$(<$cpus/online)"
      ! read -r active <$cpus/smt/active || ((active == 0)) ||
        say_evidence threads "siblings=$(sort --unique $cpus/cpu[0-9]*/topology/thread_siblings_list | paste --serial --delimiters=' ')"
    } 2>/dev/null
  } >>"$SCALEGEN_RUN_DIR/place.$(uname -n).txt" || true
}

# When this job was submitted, when it could have begun at the earliest, and when it began. Slurm counts the second anew for a
# job that was held, that waited for another one, or that its array let wait. Of an array's last task it lists the others, too.
record_queue() {
  local order='Restarts=\([0-9]*\) .* SubmitTime=\([0-9]*\) EligibleTime=\([0-9A-Za-z]*\) .*StartTime=\([0-9]*\) EndTime='
  { in_time 10 env --unset=SLURM_CLUSTERS SLURM_TIME_FORMAT=%s scontrol --oneliner show job "$SLURM_JOB_ID" |
    sed -n "s/^JobId=$SLURM_JOB_ID .* $order.*/queue restarts=\1 submitted=\2 eligible=\3 started=\4/p"; } 2>/dev/null
}

# Where runs share a folder: what a run found there of earlier ones, and what it left.

record_folder() {
  [[ -n $_workdir && $PWD/ != "$_attempt"/* ]] || return 0
  list_folder >"$_attempt/.before"
  {
    say_evidence begun "time=$(date +%s.%N)"
    say_evidence folder "path=$PWD"
    say_files there <"$_attempt/.before"
  } >"$_attempt/folder.txt"
}

record_made_files() {
  [[ -e $_attempt/.before ]] || return 0
  list_folder | LC_ALL=C comm -13 "$_attempt/.before" - | say_files made >>"$_attempt/folder.txt"
  rm -f "$_attempt/.before"
}

list_folder() { # lines "TIME SIZE NAME" of files here that changed since the sweep was written: at most 200, for 2 seconds
  local reference=$_root/lib/job.bash other log aside=()
  [[ -e $reference ]] || reference=$_root/$_script
  for other in */plan.jsonl; do # run directories
    [[ ! -e $other ]] || aside+=(-o -path "./${other%/*}")
  done
  for other in "/proc/$PPID/fd/"[12] "/proc/$$/fd/"[12]; do # what scalegen prints may be kept here
    log=$(readlink "$other") && [[ ! -f $log ]] || aside+=(-o -samefile "$log")
  done
  timeout 2 find . -mindepth 1 -maxdepth 3 \( -name '.*' -o -name __pycache__ -o -samefile "$_root" "${aside[@]}" \) -prune -o \
    -type f -cnewer "$reference" ! -name $'*[\001-\037]*' -printf '%C@ %s %P\n' 2>/dev/null | head -n 200 | LC_ALL=C sort || true
}

say_files() { # there|made, of such lines on standard input
  local name
  cut --delimiter=' ' --fields=3- | LC_ALL=C sort | while IFS= read -r name; do say_evidence "$1" "file=$name"; done
}

# A program that goes on in the background has not ended when its command returns: its wall time is none.

list_survivors() { # RANK: the processes of a rank on this node that live; empty: of all ranks
  local file pid command
  { grep --files-with-matches --null-data "^SCALEGEN_PROGRAM=$SCALEGEN_RUN_ID-$1" /proc/[0-9]*/environ 2>/dev/null || true; } |
    while IFS=/ read -r file file pid file; do
      command=$(tr ' \n\0' '\1\2 ' <"/proc/$pid/cmdline" | without_secrets | tr '\1\2' ' \n') && [[ $command ]] && say_evidence process "pid=$pid" "command=${command% }"
    done 2>/dev/null
}

without_secrets() { # of options and variables with the names that core/secrets.cpp knows
  sed --regexp-extended 's/(^|[^[:alnum:]])([[:alnum:]_-]*(token|secret|passw(or)?d|passphrase|jwt|apikey|[[:alnum:]][_-]key)([_-]id)?)([= ]+)[^ ]+/\1\2\6(left out)/Ig'
}

record_survivors() { # RANK: it has a second to end
  local i
  for ((i = 0; i < 5; ++i)); do
    [[ -n $(list_survivors "$1") ]] || return 0
    sleep 0.2
  done
  list_survivors "$1" >>"$SCALEGEN_RUN_DIR/goes_on.$(uname -n).txt" || true
}

end_survivors() { # what left its process group would live for ever
  [[ -n $_launched ]] || return 0
  local signal survivors pid rest
  for signal in TERM KILL; do
    survivors=$(list_survivors "")
    [[ $survivors ]] || return 0
    while read -r rest pid rest; do kill "-$signal" "${pid#pid=}" || true; done <<<"$survivors" 2>/dev/null
    sleep 0.5
  done
}
