#!/bin/bash
# wait_until SECONDS COMMAND...: asks COMMAND again and again until it succeeds; fails once the seconds are over.
wait_until() {
  local deadline=$((SECONDS + $1))
  shift
  until "$@" >/dev/null 2>&1; do
    ((SECONDS < deadline)) || return 1
    sleep 0.03
  done
}
