# --- Launch: what is done around each command.

sg_begin_launch() {
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
  sleep 0.2 # while it is stopped, the next wait returns at once
}
