# --- Time: both clocks, waiting, and the time limit.

keep_time_limit_here() { # SECONDS
  # Should this script be killed outright, the kernel ends what runs under setpriv.
  setpriv --pdeathsig KILL sleep "$1" &
  _timer=$!
  _groups+=("$_timer")
}

keep_time_limit() { # SECONDS, all of them: Slurm's own warning may come 90 seconds early, and it ends a job up to a minute late
  (await_seconds_of_running "$1" && kill -USR1 "$$") &
  _groups+=("$!")
  disown "$!" # a `wait` of the set-up does not wait for it
}

# Slurm does not count the time in which it suspends a job; nor does this, which notes it, because such a run is no figure. A look each
# second: one that comes late was suspended meanwhile, unless it waited for a core, as the kernel counts it.
await_seconds_of_running() { # SECONDS
  local left=$(($1 * 100)) before now waited_before waited away suspended=0
  boot_clock before
  time_without_core waited_before
  while ((left > 0)); do
    pause $((left < 100 ? left : 100))
    kill -0 "$$" 2>/dev/null || return
    boot_clock now
    time_without_core waited
    away=$((now - before - 100 - (waited - waited_before)))
    if ((away > 150)); then
      suspended=$((suspended + away)) left=$((left + away))
      echo "$suspended" >"$_attempt/.suspended"
    fi
    left=$((left - (now - before))) before=$now waited_before=$waited
  done
}

time_without_core() { # NAME of the variable: how long this process was ready and had none, in hundredths of a second
  local ready=0 rest # in nanoseconds; before it stands how long it had one
  { read -r rest ready rest <"/proc/$BASHPID/schedstat"; } 2>/dev/null || true
  printf -v "$1" %d $((ready / 10000000))
}

read_clocks() { # NAME of seconds since 1970, NAME of the boot clock; `_apart` is what may come between, on a busy node
  local begun
  boot_clock begun
  printf -v "$1" %s "$(date +%s.%N)"
  boot_clock "$2"
  _apart=$((_apart + ${!2} - begun))
}

boot_clock() { # NAME of the variable: hundredths of a second since this node started, by a clock that nobody sets
  local up rest
  read -r up rest </proc/uptime
  printf -v "$1" %d $((10#${up/./}))
}

in_seconds() { # HUNDREDTHS
  printf '%d.%02d' $(($1 / 100)) $(($1 % 100))
}

pause() { # HUNDREDTHS of a second, without a child, which would outlive this process
  local seconds
  [[ $_never ]] || exec {_never}<> <(:) # nothing is ever written there
  printf -v seconds '%d.%02d' $(($1 / 100)) $(($1 % 100))
  read -rt "$seconds" -u "$_never" || true
}
