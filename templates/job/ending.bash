# --- The end: every way out ends what the script started, and writes exit.json.

# From here on no command holds two substitutions, $(...), those of its redirections among them: bash 5.2 loses the trap of a signal
# that arrives during the first, and ends with status 2. Rarely it does so with one: who ends a script reckons with it.
trap_every_exit() {
  set -m # what is started with & leads a process group, so that its children end with it
  trap leave EXIT
  trap 'cause=HUP; exit 129' HUP
  trap 'cause=INT; exit 130' INT
  trap 'cause=TERM; exit 143' TERM
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
  [[ ! -s $attempt/.suspended ]] || suspended=$(<"$attempt/.suspended")
  printf '{"status": %d, "time": %s, "cause": "%s", "launched": %s, "finished": %s, "lasted": %s%s%s%s%s}\n' "$status" \
    "$(date +%s.%N)" "$cause" "${launched:-null}" "${finished:-null}" "$(in_seconds $((now - begun_at)))" \
    "${ran:+, \"ran\": $(in_seconds "$ran"), \"apart\": $(in_seconds "$apart")}" \
    "$( ((suspended == 0)) || echo ", \"suspended\": $(in_seconds "$suspended")")" \
    "${stage:+$(say_json ', "held_by": ' "$stage")}" \
    "${failed_rank:+, \"failed_rank\": $failed_rank, $(say_json '"failed_node": ' "$failed_node")}" >"$attempt/.exit.json" &&
    mv -T "$attempt/.exit.json" "$attempt/exit.json"
}

end_groups() {
  ((${#groups[@]} > 0)) || return 0
  signal_groups TERM
  groups_end_within 250 && return # 5 seconds to end well, as with a checkpoint: less than Slurm's KillWait and the 10 of the local tool
  signal_groups KILL
  groups_end_within 100 # 2 seconds: the kernel takes its time, and until then they hold cores and GPUs
}

signal_groups() { # SIGNAL: fails if none of them is left
  kill "-$1" -- "${groups[@]/#/-}" 2>/dev/null
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
  any=$(IFS='|' && echo "${groups[*]}")
  grep --quiet --no-messages --extended-regexp ") [^ZX] [0-9]+ ($any) " /proc/[0-9]*/stat
}

fail() { # MESSAGE
  echo "scalegen: $1" | tee -a "$attempt/err" >&2
  exit 69
}

fail_removed() {
  keep_claim
  fail "the program removed files of its run, in $attempt, and may have removed its figures"
}

mark_end() { # on a line of its own
  [[ -e $attempt/out && -e $attempt/started.json ]] || fail_removed
  [[ -z $(tail -c 1 "$attempt/out") ]] || echo >>"$attempt/out"
  echo "scalegen: end of $run" >>"$attempt/out"
}
