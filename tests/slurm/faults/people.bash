#!/bin/bash
# Sourced by faults_test: people hold, cancel and requeue jobs.
# shellcheck disable=SC2154 # what it sets

what_is_held_says_so_and_runs_when_it_is_released() {
  local id
  begin held 'sbatch: [--hold]'
  expect_exit 0 sweep --detach
  id=$(job_named 1cpu-r1)
  eventually status_says "1cpu-r1 waiting $id JobHeldUser: it is held by its owner: scontrol release $id"
  expect_equal "$(squeue --noheader --format=%.8j | sort)" $'1cpu-r1-\n1cpu-r2-\n2x1cpu-r\n2x1cpu-r' # as squeue shows names
  release_all
  sweep_ends 0
  expect_the_table
  expect_each_run_once
}
release_all() { squeue --noheader --states=PENDING --format=%i | xargs --max-args=1 scontrol release; }

what_is_cancelled_in_the_queue_is_left_to_the_next_command() {
  begin unwanted 'sbatch: [--hold]'
  sweep_in_background
  eventually is_queued_or_runs 4
  scancel "$(job_named 1cpu-r2)"
  release_all
  expect_end 1
  expect_line err "1 job cancelled in the queue; the same command submits what is missing"
  expect_equal "$(runs_in_ledger)" $'1cpu-r1\n2x1cpu-r1\n2x1cpu-r2'
  expect_equal "$(status_of_sweep)" "4 runs: 3 completed, 1 not submitted"
  sed --in-place '/#SBATCH --hold/d' "$directory/jobs/1cpu-r2/job.sbatch"
  sweep_ends 0
  expect_each_run_once
}

what_was_cancelled_in_the_queue_is_submitted_by_the_next_command() {
  begin unwanted_before 'sbatch: [--hold]'
  expect_exit 0 sweep --detach
  scancel --user=root
  eventually no_job_is_left
  status_of_sweep | grep --quiet ' ended before it began .* CANCELLED' || fail "$(status_of_sweep)" # though the accounts lag
  eventually status_says_that_all_ended
  sed --in-place '/#SBATCH --hold/d' "$directory"/jobs/*/job.sbatch
  expect_exit 0 resume
  expect_line err "4 runs to submit"
  expect_the_table
  expect_each_run_once
}
status_says_that_all_ended() { [[ $(status_of_sweep | head --lines=1) == "4 runs: 4 ended before it began" ]]; }

what_a_person_removes_is_run_again_and_counts() {
  begin removed
  touch fail
  sweep_ends 1
  rm --recursive fail "$directory"/runs/*/1
  sweep_ends 0
  expect_the_table
  expect_line err "4/4  "
}

who_detaches_leaves_when_no_more_may_be_submitted() {
  begin some 'sbatch: [--hold]'
  expect_exit 0 sweep --detach --max-in-flight 3
  expect_line err "0 of 4 runs are completed; 3 jobs with Slurm, which go on without scalegen; 1 not submitted yet (at most 3 jobs at a time)"
  is_queued_or_runs 3 || fail "$(squeue)"
  "$SCALEGEN" cancel "$directory" >out 2>err || fail "$(cat out err)"
}

what_is_cancelled_while_it_runs_is_run_again_by_the_next_command() {
  begin cancelled
  touch hold
  sweep_in_background
  eventually each_run_has_begun
  scancel "$(job_named 2x1cpu-r1)"
  eventually grep --quiet "2x1cpu-r1  cancelled" err
  rm hold
  expect_end 1
  status_says "2x1cpu-r1 cancelled the next 'sweep' runs it again" || fail "$(status_of_sweep)"
  sweep_ends 0
  expect_the_table
  expect_equal "$(runs_in_ledger)" $'1cpu-r1\n1cpu-r2\n2x1cpu-r1\n2x1cpu-r1\n2x1cpu-r2'
}

# As gang scheduling, preemption and administrators do.
what_was_suspended_is_no_figure() {
  local id
  begin suspended
  touch hold_1cpu-r1
  sweep_in_background
  eventually each_run_has_begun
  id=$(job_named 1cpu-r1)
  scontrol suspend "$id"
  eventually status_says "1cpu-r1 running $id suspended by Slurm, on $(nodes_of "$id")"
  sleep 5
  scontrol resume "$id"
  sleep 2 # as long as its script takes to see it
  rm hold_1cpu-r1
  expect_end 0
  grep --quiet --extended-regexp '1cpu-r1  suspended for [0-9]+ s$' err || fail "$(cat err)"
  expect_the_table
  expect_equal "$(runs_in_ledger)" "1cpu-r1"$'\n'"$each_run_once"
}

# The tool was killed between sbatch and the line with its id.
a_job_whose_id_was_not_written_down_is_seen_and_cancelled() {
  local id
  begin unwritten 'sbatch: [--hold]'
  expect_exit 0 sweep --detach
  id=$(job_named 2x1cpu-r2)
  sed --in-place '/"submitted","job":"2x1cpu-r2"/d; /"event":"submitted".*"id":"'"$id"'"/d' "$directory/journal.jsonl"
  eventually status_says "2x1cpu-r2 waiting $id JobHeldUser: it is held by its owner: scontrol release $id"
  "$SCALEGEN" cancel "$directory" >out 2>err || fail "$(cat out err)"
  expect_ended 4
  eventually no_job_is_left
}

# scancel and then its queue are asked once for all of them, however long each takes to end.
what_runs_is_cancelled_all_at_once() {
  begin all_at_once
  touch hold
  expect_exit 0 sweep --detach
  eventually each_run_has_begun
  put_lying scancel <<<'exec scancel "$@"'
  touch lie
  PATH=$PWD/lying:$PATH "$SCALEGEN" cancel "$directory" >out 2>err || fail "$(cat out err)"
  no_job_is_left || fail "$(squeue)"
  rm lie
  expect_ended 4
  expect_equal "$(wc --lines <lies.scancel)" 1
  rm hold
  sweep_ends 0
  expect_the_table
  expect_equal "$(runs_in_ledger | uniq)" "$each_run_once"
}

# Its first start was ended, its second finds the attempt claimed and leaves.
what_is_requeued_is_run_again() {
  local id
  begin requeued
  touch hold
  sweep_in_background
  eventually each_run_has_begun
  id=$(job_named 1cpu-r1)
  scontrol update jobid="$id" requeue=1
  scontrol requeue "$id"
  eventually [ -e "$directory/runs/1cpu-r1/1/exit.json" ]
  rm hold
  expect_end 0
  expect_line err "1cpu-r1  lost: Slurm put its job back into the queue"
  expect_the_table
  expect_equal "$(runs_in_ledger)" "1cpu-r1"$'\n'"$each_run_once"
}

# Its run was ended, and nobody followed: what a person puts back and holds is neither left alone nor submitted once more.
what_is_requeued_and_held_is_followed_and_cancelled() {
  local id
  begin requeued_and_held
  touch hold
  expect_exit 0 sweep --detach
  eventually each_run_has_begun
  id=$(job_named 1cpu-r1)
  scontrol update jobid="$id" requeue=1
  scontrol requeuehold "$id"
  rm hold
  eventually status_says "1cpu-r1 waiting $id job requeued in held state: it was put back into the queue, and is held: scontrol release $id"
  "$SCALEGEN" cancel "$directory" >out 2>err || fail "$(cat out err)"
  eventually no_job_is_left
  sweep_ends 0
  expect_the_table
  expect_equal "$(runs_in_ledger | uniq)" "$each_run_once"
}

# Its lock is another host's: nobody here can tell whether it lives.
who_waits_for_a_follower_elsewhere_is_told_why() {
  local waiter
  begin left_behind
  sweep_ends 0
  echo '{"host":"login1","pid":4711,"start_time":7,"boot_id":"b","time":1763719200.0}' >"$directory/lock"
  "$SCALEGEN" status "$directory" --wait >out 2>err &
  waiter=$!
  wait_until 30 grep --quiet "no job is with Slurm" err
  expect_equal "$(<err)" "4 runs: 4 completed
no job is with Slurm, but '$directory' is in use: process 4711 on host 'login1' has worked there since 2025-11-21 10:00:00 UTC
wait for it, or end it on 'login1' with: kill 4711; if it has died there, its lock is taken over when it has been silent for 10 minutes"
  touch --date='11 minutes ago' "$directory/lock"
  wait "$waiter" || fail "$(cat err)"
  expect_equal "$(<out)" "4 runs: 4 completed"
}

people() {
  try who_waits_for_a_follower_elsewhere_is_told_why
  try what_is_held_says_so_and_runs_when_it_is_released
  try what_is_cancelled_in_the_queue_is_left_to_the_next_command
  try what_was_cancelled_in_the_queue_is_submitted_by_the_next_command
  try what_a_person_removes_is_run_again_and_counts
  try who_detaches_leaves_when_no_more_may_be_submitted
  try what_was_suspended_is_no_figure
  try what_is_cancelled_while_it_runs_is_run_again_by_the_next_command
  try what_is_requeued_is_run_again
  try what_is_requeued_and_held_is_followed_and_cancelled
  try a_job_whose_id_was_not_written_down_is_seen_and_cancelled
  try what_runs_is_cancelled_all_at_once
}
