# --- The end: every way out ends what the script started, and writes exit.json.

# From here on no command holds two substitutions, $(...), those of its redirections among them: bash 5.2 loses the trap of a signal
# that arrives during the first, and ends with status 2. Rarely it does so with one: who ends a script reckons with it.
sg_trap_every_exit() {
  set -m # what is started with & leads a process group, so that its children end with it
  trap sg_leave EXIT
  trap '_cause=HUP; exit 129' HUP
  trap '_cause=INT; exit 130' INT
  trap '_cause=TERM; exit 143' TERM
  [[ $_scheduler != slurm ]] || trap '_cause=time_limit; exit 124' USR1 # from sg_keep_time_limit
}

sg_leave() { # ends what this script started, then says how it ended, as the last act
  sg_status=$?
  ((BASHPID == $$)) || return 0 # bash comes here in a subshell, too, where it cannot assign to what is readonly
  [[ -z $_in_setup ]] || sg_take_back
  local sg_now sg_time sg_lasted sg_suspended=0
  set +e
  trap '' HUP INT TERM USR1
  disown -a # bash need not report what is ended here
  sg_end_groups
  sg_end_survivors
  sg_record_made_files
  sg_keep_claim
  sg_boot_clock sg_now
  sg_clock sg_time
  sg_in_seconds sg_lasted $((sg_now - _begun_at))
  [[ ! -s $_attempt/.suspended ]] || read -r sg_suspended <"$_attempt/.suspended"
  {
    printf '{"status": %d, "time": %s, "cause": "%s", "launched": %s, "finished": %s, "lasted": %s' \
      "$sg_status" "$sg_time" "$_cause" "${_launched:-null}" "${_finished:-null}" "$sg_lasted" &&
      { [[ -z $_ran ]] || { sg_say_seconds ', "ran": ' "$_ran" && sg_say_seconds ', "apart": ' "$_apart"; }; } &&
      { ((sg_suspended == 0)) || sg_say_seconds ', "suspended": ' "$sg_suspended"; } &&
      { [[ -z $_stage ]] || sg_say_json ', "held_by": ' "$_stage"; } &&
      { [[ -z $_failed_rank ]] || sg_say_json ", \"failed_rank\": $_failed_rank, \"failed_node\": " "$_failed_node"; } &&
      echo '}'
  } >"$_attempt/.exit.json" && mv -T "$_attempt/.exit.json" "$_attempt/exit.json"
  [[ -z $_at_exit ]] || sg_run_exit_of_setup "$sg_status"
}

sg_run_exit_of_setup() ( # STATUS: as its trap sees it; it may hand on the trap that it found, which is the script's
  # shellcheck disable=SC2317 # the text may call it
  sg_leave() { :; }
  set +u
  sg_give_back
  (exit "$1")
  eval "$_at_exit"
)

sg_end_groups() {
  ((${#_groups[@]} > 0)) || return 0
  sg_signal_groups TERM
  sg_groups_end_within 250 && return # 5 seconds to end well, as with a checkpoint: less than Slurm's KillWait and the 10 of the local tool
  sg_signal_groups KILL
  sg_groups_end_within 100 # 2 seconds: the kernel takes its time, and until then they hold cores and GPUs
}

sg_signal_groups() { # SIGNAL: fails if none of them is left
  kill "-$1" -- "${_groups[@]/#/-}" 2>/dev/null
}

sg_groups_end_within() { # COUNT of 0.02 seconds
  local sg_i
  for ((sg_i = 0; sg_i < $1; ++sg_i)); do
    sg_groups_live || return 0
    sg_pause 2
  done
  return 1
}

sg_groups_live() { # a zombie holds nothing, and stays where nobody waits for orphans, as in many containers
  local sg_any
  sg_signal_groups 0 || return 1
  printf -v sg_any '|%s' "${_groups[@]}"
  grep --quiet --no-messages --extended-regexp ") [^ZX] [0-9]+ (${sg_any:1}) " /proc/[0-9]*/stat
}

sg_fail() { # MESSAGE
  echo "scalegen: $1" | tee -a "$_attempt/err" >&2
  exit 69
}

sg_fail_removed() {
  sg_keep_claim
  sg_fail "the program removed files of its run, in $_attempt, and may have removed its figures"
}

sg_mark_end() { # on a line of its own
  [[ -e $_attempt/out && -e $_attempt/started.json ]] || sg_fail_removed
  [[ -z $(tail -c 1 "$_attempt/out") ]] || echo >>"$_attempt/out"
  echo "scalegen: end of $_run" >>"$_attempt/out"
}
