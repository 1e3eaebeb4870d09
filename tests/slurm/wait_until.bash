#!/bin/bash
# wait_until SECONDS COMMAND...: asks COMMAND again and again until it succeeds; fails once the seconds are over. After 20 times
# it asks less often: a client of Slurm costs more than the wait.
wait_until() {
  local deadline=$((SECONDS + $1)) pause=0.03 asked=0
  shift
  until "$@" >/dev/null 2>&1; do
    ((SECONDS < deadline)) || return 1
    ((++asked < 20)) || pause=0.1
    sleep "$pause"
  done
}
