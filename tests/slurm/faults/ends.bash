#!/bin/bash
# Sourced by faults_test: how a run ends, and who looks.
# shellcheck disable=SC2154 # what it sets

what_failed_is_run_again_when_it_is_asked_for() {
  begin failed
  touch fail
  sweep_ends 1
  expect_line err "1cpu-r1  failed: exit status 3: no such data"
  rm fail
  sweep_ends 1
  expect_each_run_once
  "${tool[@]}" resume "$directory" --retry-failed >out 2>err &
  follower=$!
  expect_end 0
  expect_the_table
}

what_takes_too_long_is_timed_out() {
  begin late
  touch hold
  sweep_in_background
  eventually each_run_has_begun
  "$testbed" clock "$bed" +330
  expect_end 1
  expect_line err "1cpu-r1  timed out after 5 min"
  expect_line err "2x1cpu-r2  timed out after 5 min"
}

who_follows_is_not_cancelled_from_beside() {
  begin followed
  touch hold
  sweep_in_background
  eventually each_run_has_begun
  expect_exit 2 cancel
  expect_equal "$(sed 's/since .* UTC/since T UTC/' err)" "error: '$directory' is in use: process $follower on host '$(uname -n)' has worked \
there since T UTC
      = note: it would submit again what is cancelled
      = hint: wait for it, or end it with: kill $follower"
  rm hold
  expect_end 0
  expect_each_run_once
}

# fail_beside NAME: in the script of its first run a step fails, and the script goes on. Only Slurm's accounts tell.
fail_beside() {
  begin "$1"
  "$SCALEGEN" generate "$1.yaml" --cluster cyclone --train "$PWD/bin/trainer" >/dev/null || fail "not generated"
  sed --in-place 's/^launch_/srun --ntasks=1 bash -c "exit 7" || true\n&/' "$directory/jobs/1cpu-r1/job.sbatch"
}

a_verdict_does_not_depend_on_who_looks() {
  local verdict="1cpu-r1  failed: exit status 7: step 0 of its job, 'bash', failed, and its script went on"
  fail_beside watched
  expect_exit 1 sweep # and nobody hurries: the accounts lag
  expect_line err "$verdict"
  fail_beside alone
  expect_exit 0 sweep --detach
  eventually no_job_is_left
  expect_exit 1 sweep # and nobody hurries: the accounts lag
  expect_line err "$verdict"
  expect_each_run_once
}

ends() {
  try what_failed_is_run_again_when_it_is_asked_for
  try a_verdict_does_not_depend_on_who_looks
  try who_follows_is_not_cancelled_from_beside
  try what_takes_too_long_is_timed_out
}
