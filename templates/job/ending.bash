# --- The end: every way out ends what the script started, and writes exit.json.

# From here on no command holds two substitutions, $(...), those of its redirections among them: bash 5.2 loses the trap of a signal
# that arrives during the first, and ends with status 2. Rarely it does so with one: who ends a script reckons with it.
trap_every_exit() {
  set -m # what is started with & leads a process group, so that its children end with it
  trap leave EXIT
  trap '_cause=HUP; exit 129' HUP
  trap '_cause=INT; exit 130' INT
  trap '_cause=TERM; exit 143' TERM
  [[ $_scheduler != slurm ]] || trap '_cause=time_limit; exit 124' USR1 # from keep_time_limit
}

end_setup() { # what its lines export, and where they went, stays; what they trap at the exit runs behind `leave`
  local theirs background
  set -eu +fCET -o pipefail
  trap - ERR DEBUG RETURN
  IFS=$' \t\n'
  theirs=$(trap -p EXIT)
  theirs=${theirs#trap -- } theirs=${theirs% EXIT} # in quotes, for bash to read again
  [[ $theirs == "'leave'" ]] || eval "_at_exit=$theirs"
  trap_every_exit
  background=$(jobs -p)
  [[ $background ]] || return 0
  mapfile -t -O "${#_groups[@]}" _groups <<<"$background"
  disown -a # they are no ranks to wait for
}

leave() { # ends what this script started, then says how it ended, as the last act
  local status=$? now suspended=0
  set +e
  trap '' HUP INT TERM USR1
  disown -a # bash need not report what is ended here
  end_groups
  end_survivors
  record_made_files
  keep_claim
  boot_clock now
  [[ ! -s $_attempt/.suspended ]] || suspended=$(<"$_attempt/.suspended")
  printf '{"status": %d, "time": %s, "cause": "%s", "launched": %s, "finished": %s, "lasted": %s%s%s%s%s}\n' "$status" \
    "$(date +%s.%N)" "$_cause" "${_launched:-null}" "${_finished:-null}" "$(in_seconds $((now - _begun_at)))" \
    "${_ran:+, \"ran\": $(in_seconds "$_ran"), \"apart\": $(in_seconds "$_apart")}" \
    "$( ((suspended == 0)) || echo ", \"suspended\": $(in_seconds "$suspended")")" \
    "${_stage:+$(say_json ', "held_by": ' "$_stage")}" \
    "${_failed_rank:+, \"failed_rank\": $_failed_rank, $(say_json '"failed_node": ' "$_failed_node")}" >"$_attempt/.exit.json" &&
    mv -T "$_attempt/.exit.json" "$_attempt/exit.json"
  [[ -z $_at_exit ]] || run_exit_of_setup "$status"
}

run_exit_of_setup() ( # STATUS: as its trap sees it; it may hand on the trap that it found, which is the script's
  # shellcheck disable=SC2317 # the text may call it
  leave() { :; }
  set +u
  (exit "$1")
  eval "$_at_exit"
)

end_groups() {
  ((${#_groups[@]} > 0)) || return 0
  signal_groups TERM
  groups_end_within 250 && return # 5 seconds to end well, as with a checkpoint: less than Slurm's KillWait and the 10 of the local tool
  signal_groups KILL
  groups_end_within 100 # 2 seconds: the kernel takes its time, and until then they hold cores and GPUs
}

signal_groups() { # SIGNAL: fails if none of them is left
  kill "-$1" -- "${_groups[@]/#/-}" 2>/dev/null
}

groups_end_within() { # COUNT of 0.02 seconds
  local i
  for ((i = 0; i < $1; ++i)); do
    groups_live || return 0
    sleep 0.02
  done
  return 1
}

groups_live() { # a zombie holds nothing, and stays where nobody waits for orphans, as in many containers
  local any
  signal_groups 0 || return 1
  any=$(IFS='|' && echo "${_groups[*]}")
  grep --quiet --no-messages --extended-regexp ") [^ZX] [0-9]+ ($any) " /proc/[0-9]*/stat
}

fail() { # MESSAGE
  echo "scalegen: $1" | tee -a "$_attempt/err" >&2
  exit 69
}

fail_removed() {
  keep_claim
  fail "the program removed files of its run, in $_attempt, and may have removed its figures"
}

mark_end() { # on a line of its own
  [[ -e $_attempt/out && -e $_attempt/started.json ]] || fail_removed
  [[ -z $(tail -c 1 "$_attempt/out") ]] || echo >>"$_attempt/out"
  echo "scalegen: end of $_run" >>"$_attempt/out"
}
