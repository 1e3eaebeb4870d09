# --- Launch: what is done around each command.

# Before a rank's command, a shell with the set-up's PATH runs the lines for each rank, then one with the script's says where the rank is.
# That has -p: it hands functions and start-up files of theirs on without using them. A text for bash runs also where their PATH has
# none, and bash says itself what it does not find.
# shellcheck disable=SC2016 # expanded by each rank
sg_begin_launch() {
  local sg_text sg_lines='[[ $1 != bash ]] || type -P bash >/dev/null || set -- "$BASH" "${@:2}"; ! type -P "$1" >/dev/null || exec "$@"; "$@"'
  printf -v sg_text '%s\nPATH=%q:$PATH sg_record_placement\n%s' "$(declare -f sg_record_placement sg_say_evidence sg_list_of)" "$_own_path" "$sg_lines"
  printf -v sg_lines '[[ $PATH != %q ]] || %s' "$PATH" "$_their_path" # it may be a container's
  printf -v sg_lines '%s\n' "$sg_lines" ${_rank_setup[@]+"${_rank_setup[@]}"} 'builtin exec "$BASH" -p -c "$1" task "${@:2}"'
  _task=(bash -c "$sg_lines" task "$sg_text")
  sg_record_folder || true
  sg_look_at_node begin
  sg_watch_meeting
  _stage=
  sg_read_clocks _launched _launched_at
}

sg_end_launch() {
  local sg_now
  sg_read_clocks _finished sg_now
  _ran=$((sg_now - _launched_at))
  sg_look_at_node end
  sg_record_survivors ""
}

# Job control has `wait` return when a child is stopped, as Slurm stops all that it suspends: the child has not ended.
sg_was_stopped() { # STATUS of wait
  local sg_signal
  (($1 > 128)) || return 1
  sg_signal=$(kill -l "$1" 2>/dev/null) || return 1
  [[ $sg_signal == STOP || $sg_signal == TSTP || $sg_signal == TTIN || $sg_signal == TTOU ]] || return 1
  sg_pause 20 # while it is stopped, the next wait returns at once
}
