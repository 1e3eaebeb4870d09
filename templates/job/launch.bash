# --- Launch: what is done around each command.

begin_launch() {
  record_folder || true
  look_at_node begin
  watch_meeting
  _stage=
  read_clocks _launched _launched_at
}

end_launch() {
  local now
  read_clocks _finished now
  _ran=$((now - _launched_at))
  look_at_node end
  record_survivors ""
}

# Job control has `wait` return when a child is stopped, as Slurm stops all that it suspends: the child has not ended.
was_stopped() { # STATUS of wait
  local signal
  (($1 > 128)) || return 1
  signal=$(kill -l "$1" 2>/dev/null) || return 1
  [[ $signal == STOP || $signal == TSTP || $signal == TTIN || $signal == TTOU ]] || return 1
  sleep 0.2 # while it is stopped, the next wait returns at once
}
