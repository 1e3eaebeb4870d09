# Sourced by the tests of scalegen-train. Runs ranks on this machine in a folder of the test's own, and checks what they left.
# shellcheck shell=bash
set -euo pipefail

unset RANK WORLD_SIZE LOCAL_RANK MASTER_ADDR MASTER_PORT SCALEGEN_METRICS SCALEGEN_DATA "${!SLURM_@}"
export OMP_NUM_THREADS=1

work=$(mktemp -d)
cd "$work"
pids=()
end_test() {
  local code=$?
  ((${#pids[@]} == 0)) || kill -KILL "${pids[@]}" 2>/dev/null || true
  rm -rf "$work"
  exit "$code"
}
trap end_test EXIT

fail() {
  echo "FAILED: $*" >&2
  tail -n 5 out.* err.* >&2 || true
  exit 1
}

# A port nobody listens on, below those that the kernel hands out by itself. Each test has ten of its own, so that two which run
# side by side do not choose the same between the look and the listening.
free_port() {
  local port
  while port=$((20000 + $$ % 1200 * 10 + RANDOM % 10)) && (: <"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do :; done
  echo "$port"
}

# start_ranks COUNT ARGUMENTS...: rank R writes out.R and err.R. More processes than the ranks say would be a hang: a minute
# is the most that any may take.
start_ranks() {
  local count=$1 rank
  shift
  pids=()
  export MASTER_ADDR=${MASTER_ADDR-127.0.0.1} MASTER_PORT
  for ((rank = 0; rank < count; ++rank)); do
    RANK=$rank LOCAL_RANK=$rank WORLD_SIZE=${WORLD_SIZE:-$count} \
      timeout --foreground --kill-after=5 "${limit:-120}" "$SCALEGEN_TRAIN" "$@" >"out.$rank" 2>"err.$rank" &
    pids+=($!)
  done
}

# Sets codes[R] to the exit code of rank R.
wait_for_ranks() {
  local rank
  codes=()
  for rank in "${!pids[@]}"; do
    codes[rank]=0
    wait "${pids[rank]}" || codes[rank]=$?
  done
  pids=()
}

# Runs ranks to their end, once more where another process took the port.
run_ranks() {
  local attempt
  for attempt in 1 2 3 4 5; do
    MASTER_PORT=$(free_port)
    start_ranks "$@"
    wait_for_ranks
    grep -q 'cannot listen on' err.0 || return 0
  done
  fail "no free port in $attempt attempts"
}

expect_codes() { [[ "${codes[*]}" == "$*" ]] || fail "expected the exit codes '$*', found '${codes[*]}'"; }

# The seconds in which some process of this machine was ready and had no core: other tests run beside this one.
seconds_without_core() { awk -F= '/^some/ { print int($NF / 1e6) }' /proc/pressure/cpu 2>/dev/null || echo 0; }

count_time() { begin=$SECONDS begin_without_core=$(seconds_without_core); }

# expect_in_time: since count_time no more than $timeout and eight seconds went by, but for those without a core.
expect_in_time() {
  local seconds=$((SECONDS - begin)) without_core=$(($(seconds_without_core) - begin_without_core))
  ((seconds <= timeout + 8 + without_core)) ||
    fail "the ranks ended after $seconds s, with a time-out of $timeout s, and $without_core s without a core"
}

# expect_text FILE TEXT: TEXT stands in FILE as it is.
expect_text() { grep -qF -- "$2" "$1" || fail "expected '$2' in $1, found '$(<"$1")'"; }

# expect_one_line FILE: an error is told once.
expect_one_line() { (($(wc -l <"$1") == 1)) || fail "expected one line in $1, found '$(<"$1")'"; }

# refused MESSAGE ARGUMENTS...: one rank alone ends with code 2 and says exactly MESSAGE.
refused() {
  local message=$1 code=0
  shift
  timeout 60 "$SCALEGEN_TRAIN" "$@" >out.0 2>err.0 || code=$?
  ((code == 2)) || fail "'$*': expected exit code 2, found $code"
  [[ $(<err.0) == "$message" ]] || fail "'$*': expected '$message', found '$(<err.0)'"
}

# idx_images COUNT, idx_labels COUNT: the bytes of an idx file, all pixels alike and the labels 0 to 9 in turn.
word() { printf '%b' "$(printf '\\x%02x\\x%02x\\x%02x\\x%02x' $(($1 >> 24 & 255)) $(($1 >> 16 & 255)) $(($1 >> 8 & 255)) $(($1 & 255)))"; }
idx_images() {
  word $((0x803))
  word "$1"
  word 28
  word 28
  head -c $(($1 * 784)) /dev/zero | tr '\0' '\100'
}
idx_labels() {
  local i
  word $((0x801))
  word "$1"
  for ((i = 0; i < $1; ++i)); do printf '%b' "\\x0$((i % 10))"; done
}

# write_set FOLDER TRAIN TEST: the four files of a set with so many samples.
write_set() {
  mkdir -p "$1"
  idx_images "$2" >"$1/train-images-idx3-ubyte"
  idx_labels "$2" >"$1/train-labels-idx1-ubyte"
  idx_images "$3" >"$1/t10k-images-idx3-ubyte"
  idx_labels "$3" >"$1/t10k-labels-idx1-ubyte"
}

# trains_on DATA ARGUMENTS...: one rank with the options in `run` and these says that it trains on DATA.
trains_on() {
  timeout 60 "$SCALEGEN_TRAIN" "${run[@]}" "${@:2}" >out.0 2>err.0 || fail "'${*:2}' ends with $?"
  expect_text out.0 "  data          $1"
}
