# shellcheck shell=bash
# Sourced by the stand-in job scripts of the tests, which set `run` and define `work`: around that it keeps a script's
# promises of docs/run-directory.md. `before_claim` and `after_exit` may be defined too.
set -u -m # each child leads a process group, so that its own children end with it

root=${0%/jobs/*}
attempt=${1:-hand}
folder=$root/runs/${run:?}/$attempt
cause=''

claim_attempt() {
  local claim fields
  mkdir -p "$root/runs/$run" || exit
  claim=$(mktemp -d "$root/runs/$run/.claim.XXXXXX") || exit
  read -ra fields </proc/$$/stat
  printf '{"pid": %d, "start_time": %d, "boot_id": "%s", "host": "%s", "job": "", "time": %s}\n' \
    $$ "${fields[21]}" "$(</proc/sys/kernel/random/boot_id)" "$(uname -n)" "$EPOCHREALTIME" >"$claim/started.json" || exit
  mv -T "$claim" "$folder" 2>/dev/null && return
  rm -r "$claim"
  echo "already run by $(<"$folder/started.json")"
  exit 75
}

leave() {
  local status=$?
  trap '' INT TERM HUP
  [[ -z ${child:-} ]] || kill -KILL -- "-$child" 2>/dev/null
  printf '{"status": %d, "time": %s, "cause": "%s"}\n' "$status" "$EPOCHREALTIME" "$cause" >"$folder/exit.json.new" &&
    mv "$folder/exit.json.new" "$folder/exit.json"
  [[ $(type -t after_exit) != function ]] || after_exit
}

[[ $(type -t before_claim) != function ]] || before_claim
claim_attempt
trap leave EXIT
trap 'cause=INT; exit 130' INT
trap 'cause=TERM; exit 143' TERM
trap 'cause=HUP; exit 129' HUP
work >"$folder/out" 2>"$folder/err" &
child=$!
wait "$child" || exit
echo "scalegen: end of $run" >>"$folder/out"
