# Sourced by the end-to-end tests: the real scalegen ($SCALEGEN), the real scalegen-train beside it, a fresh folder.
set -euo pipefail
unset XDG_CONFIG_HOME
: "${SCALEGEN:?the scalegen to test}"
work=$(mktemp -d)
cd "$work"
trap 'rm -rf "$work"' EXIT

fail() {
  echo "FAILED: $1" >&2
  shift
  (($# == 0)) || printf '%s\n' "$@" >&2
  exit 1
}

# forget_load FILE: without what a sweep says of a load. Other tests may run beside this one.
forget_load() {
  [[ $(<"$1") != *"; if it stays, the figures will be uncertain"* ]] || sed --in-place '/; if it stays, the figures will be uncertain$/d' "$1"
}

# expect_exit STATUS COMMAND...: leaves what it said in the files out and err, without its words on a load unless $is_busy is set.
expect_exit() {
  local expected=$1 status=0
  shift
  "$@" >out 2>err || status=$?
  [[ ${is_busy-} ]] || forget_load err
  ((status == expected)) || fail "'$*' ended with $status, not $expected" "$(cat out err)"
}

# expect_text FILE TEXT: the file is this text, whole.
expect_text() {
  diff --unified <(printf '%s\n' "$2") "$1" >&2 || fail "$1 is not what was expected"
}

# expect_line FILE TEXT: some line of the file holds the text.
expect_line() {
  grep --fixed-strings --quiet -- "$2" "$1" || fail "no line of $1 holds: $2" "$(cat "$1")"
}

# put_program FILE: bash on standard input.
put_program() {
  mkdir -p "$(dirname "$1")"
  { echo '#!/bin/bash' && cat; } >"$1"
  chmod 755 "$1"
}

# A sweep of two rungs that takes seconds.
write_quick_sweep() {
  cat >quick.yaml <<'YAML'
name: quick
workload: mnist_cnn
scales: [1cpu, 2cpu]
data: synthetic
parameters: {steps: 12, global_batch: 32}
repeats: 2
YAML
}

# sum_plan FILE: gives an edited plan the sum that it would have had.
sum_plan() {
  local lines
  lines=$(head --lines=-1 "$1" && echo .)
  lines=${lines%.}
  printf '%s{"cksum":"%s"}\n' "$lines" "$(printf %s "$lines" | cksum)" >"$1"
}
