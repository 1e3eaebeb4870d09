# --- Time: both clocks, waiting, and the time limit.

sg_keep_time_limit_here() { # SECONDS
  # Should this script be killed outright, the kernel ends what runs under setpriv.
  setpriv --pdeathsig KILL sleep "$1" &
  _timer=$!
  _groups+=("$_timer")
}

sg_keep_time_limit() { # SECONDS, all of them: Slurm's own warning may come 90 seconds early, and it ends a job up to a minute late
  (sg_await_seconds_of_running "$1" && kill -USR1 "$$") &
  _groups+=("$!")
  disown "$!" # a `wait` of the set-up does not wait for it
}

# Slurm does not count the time in which it suspends a job; nor does this, which notes it, because such a run is no figure. A look each
# second: one that comes late was suspended meanwhile, unless it waited for a core, as the kernel counts it.
sg_await_seconds_of_running() { # SECONDS
  local sg_left=$(($1 * 100)) sg_before sg_now sg_waited_before sg_waited sg_away sg_suspended=0
  sg_boot_clock sg_before
  sg_time_without_core sg_waited_before
  while ((sg_left > 0)); do
    sg_pause $((sg_left < 100 ? sg_left : 100))
    kill -0 "$$" 2>/dev/null || return
    sg_boot_clock sg_now
    sg_time_without_core sg_waited
    sg_away=$((sg_now - sg_before - 100 - (sg_waited - sg_waited_before)))
    if ((sg_away > 150)); then
      sg_suspended=$((sg_suspended + sg_away)) sg_left=$((sg_left + sg_away))
      echo "$sg_suspended" >"$_attempt/.suspended"
    fi
    sg_left=$((sg_left - (sg_now - sg_before))) sg_before=$sg_now sg_waited_before=$sg_waited
  done
}

sg_time_without_core() { # NAME of the variable: how long this process was ready and had none, in hundredths of a second
  local sg_ready=0 sg_rest # in nanoseconds; before it stands how long it had one
  { read -r sg_rest sg_ready sg_rest <"/proc/$BASHPID/schedstat"; } 2>/dev/null || true
  printf -v "$1" %d $((sg_ready / 10000000))
}

sg_read_clocks() { # NAME of seconds since 1970, NAME of the boot clock; `_apart` is what may come between, on a busy node
  local sg_begun
  sg_boot_clock sg_begun
  sg_clock "$1"
  sg_boot_clock "$2"
  _apart=$((_apart + ${!2} - sg_begun))
}

sg_clock() { # NAME of the variable: seconds since 1970. bash 4 has to ask `date`; a locale may write a comma
  if [[ ${EPOCHREALTIME-} ]]; then printf -v "$1" %s "${EPOCHREALTIME/[!0-9]/.}"; else printf -v "$1" %s "$(date +%s.%N)"; fi
}

sg_boot_clock() { # NAME of the variable: hundredths of a second since this node started, by a clock that nobody sets
  local sg_up sg_rest
  read -r sg_up sg_rest </proc/uptime
  printf -v "$1" %d $((10#${sg_up/./}))
}

sg_in_seconds() { # NAME of the variable, HUNDREDTHS
  printf -v "$1" '%d.%02d' $(($2 / 100)) $(($2 % 100))
}

sg_say_seconds() { # BEFORE HUNDREDTHS
  local sg_text
  sg_in_seconds sg_text "$2"
  printf '%s%s' "$1" "$sg_text"
}

sg_pause() { # HUNDREDTHS of a second, without a child, which would outlive this process
  local sg_seconds
  [[ $_never ]] || exec {_never}<> <(:) # nothing is ever written there
  sg_in_seconds sg_seconds "$1"
  read -rt "$sg_seconds" -u "$_never" || true
}
