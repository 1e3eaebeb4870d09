#!/bin/bash
# What a person gets wrong: one clear message, exit status 2, nothing written.
# shellcheck source=tests/end_to_end/expect.bash
source "$(dirname "${BASH_SOURCE[0]}")/expect.bash"
write_quick_sweep

expect_exit 2 "$SCALEGEN" swep quick.yaml
expect_text err "error: unknown command 'swep'
      = hint: did you mean 'sweep'?"

expect_exit 2 "$SCALEGEN" sweep absent
expect_text err "error: 'absent' is neither a sweep file nor a run directory
      = hint: name a file such as mnist.yaml, or a run directory that is there"

sed 's/steps: 12/stepps: 12/; s/2cpu/2gpus/' quick.yaml >two_mistakes.yaml
expect_exit 2 "$SCALEGEN" sweep two_mistakes.yaml
expect_line err "two_mistakes.yaml:3:"
expect_line err "two_mistakes.yaml:5:"
[[ ! -e quick-local ]] || fail "a sweep that was refused left a directory"

printf , >comma.yaml
expect_exit 2 "$SCALEGEN" plan comma.yaml
expect_text err "comma.yaml:1:1: error: a comma separates values only within [] or {}
    1 | ,
      | ^
      = hint: write one 'key: value' a line, and a text with a comma in quotes"

PATH=/nowhere expect_exit 2 "$SCALEGEN" sweep quick.yaml --cluster cyclone --account p123
expect_text err "error: there is no sbatch here to submit the jobs for 'cyclone'
      = hint: give this command on a login node there, or write the scripts with 'scalegen generate quick.yaml --cluster cyclone'"
[[ ! -e quick-cyclone ]] || fail "a sweep that cannot be submitted left a directory"

expect_exit 2 "$SCALEGEN" sweep quick.yaml --detach -o never-local
expect_text err "error: --detach needs a scheduler that keeps the jobs: on this machine they end with scalegen
      = hint: leave it out; an interrupted sweep continues with the same command"
[[ ! -e never-local ]] || fail "a sweep that was refused left a directory"

mkdir closed
# Its plan would say where it runs.
expect_exit 2 "$SCALEGEN" sweep closed --cluster cyclone
expect_text err "error: 'closed' is a folder, and options of a sweep file go with one
      = hint: name the sweep file in its place, or leave out the options"
chmod a-w closed
if ((EUID != 0)); then # root may write everywhere
  expect_exit 2 "$SCALEGEN" generate quick.yaml -o closed/here
  expect_line err "Permission denied"
fi
expect_exit 2 "$SCALEGEN" generate quick.yaml -o /proc/here
expect_line err "/proc/here"

# What cannot be written is not thought written.
status=0
"$SCALEGEN" plan quick.yaml >/dev/full 2>err || status=$?
((status == 2)) || fail "a full disk gave $status" "$(cat err)"
expect_text err "error: cannot write 'standard output': No space left on device
      = hint: free some space, then give the same command again: it continues"

expect_exit 2 "$SCALEGEN" plan quick.yaml --test-only
expect_text err "error: --test-only asks Slurm, and 'local' has none
      = hint: leave it out, or name a --cluster"
