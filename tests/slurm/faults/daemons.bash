#!/bin/bash
# Sourced by faults_test: Slurm's daemons.
# shellcheck disable=SC2154 # what it sets

events_are() { [[ $(events "$1") == "$2" ]]; }

without_the_accounts_the_queue_decides() {
  "$testbed" stop "$bed" slurmdbd
  begin unaccounted
  sweep_in_background
  expect_end 0
  expect_the_table
  expect_each_run_once
  "$testbed" start "$bed" slurmdbd
}

a_sweep_waits_for_the_controller() {
  begin patient
  "$testbed" stop "$bed" slurmctld
  sweep_in_background
  eventually grep --quiet "the scheduler does not answer; the sweep waits for it" err
  "$testbed" start "$bed" slurmctld
  expect_end 0
  expect_line err "the scheduler answers again"
  expect_the_table
  expect_each_run_once
}

the_controller_may_restart_while_jobs_run() {
  begin restarted
  touch hold
  sweep_in_background
  eventually each_run_has_begun
  SBATCH_ACCOUNT=p123 save_jobs
  "$testbed" stop "$bed" slurmctld
  rm hold
  eventually all_scripts_have_ended
  "$testbed" start "$bed" slurmctld
  expect_end 0
  expect_the_table
  expect_each_run_once
}
all_scripts_have_ended() { [[ $(find "$directory/runs" -name exit.json | wc --lines) == 4 ]]; }

# slurmctld falls silent as sbatch begins.
submit_to_silence() {
  put_lying sbatch <<END
[[ \$1 == --version ]] || "$testbed" pause "$bed" slurmctld
exec sbatch "\$@"
END
  touch lie
  PATH=$PWD/lying:$PATH sweep_in_background
  eventually events_are unanswered 1
  rm lie
}

what_sbatch_queued_without_saying_so_is_executed_once() {
  begin unsaid
  submit_to_silence
  "$testbed" resume "$bed" slurmctld
  expect_end 0
  expect_the_table
  expect_each_run_once
}

what_was_queued_without_a_word_before_a_kill_is_executed_once() {
  begin unsaid_and_killed
  submit_to_silence
  kill -KILL "$follower"
  wait "$follower" 2>/dev/null
  "$testbed" resume "$bed" slurmctld
  sweep_ends 0
  expect_the_table
  eventually no_job_is_left
  expect_each_run_once
}

# Slurm did not answer, and the person gave up.
a_job_that_was_queued_without_a_word_is_cancelled() {
  begin unsaid_and_unwanted
  touch hold
  submit_to_silence
  kill -TERM "$follower"
  expect_end 143
  "$testbed" resume "$bed" slurmctld
  eventually is_queued_or_runs 1
  "$SCALEGEN" cancel "$directory" >out 2>err || fail "$(cat out err)"
  expect_ended 1
  eventually no_job_is_left
}

# One job runs, two wait, and of one nobody wrote down whether Slurm got it.
the_status_in_an_outage_is_that_of_files_and_journal() {
  local id waiter
  begin looked_at 'sbatch: [--hold]'
  touch hold
  expect_exit 0 sweep --detach
  id=$(job_named 1cpu-r1)
  scontrol release "$id"
  eventually runs_have_begun 1
  sed --in-place '/"submitted","job":"2x1cpu-r2"/d' "$directory/journal.jsonl"
  "$testbed" stop "$bed" slurmctld
  SECONDS=0
  expect_equal "$(status_of_sweep | sed 's/  */ /g; s/ $//; s/for [0-9]* s/for N s/')" "4 runs: 1 running, 3 submitted
Slurm does not answer: this is what files and journal say

run state job about it
1cpu-r1 running $id for N s
2x1cpu-r1 submitted $(id_in_journal 2x1cpu-r1)
1cpu-r2 submitted $(id_in_journal 1cpu-r2)
2x1cpu-r2 submitted"
  ((SECONDS < 20)) || fail "it took $SECONDS s"
  "$SCALEGEN" status "$directory" --wait >out.wait 2>err.wait &
  waiter=$!
  eventually grep --quiet "Slurm does not answer" err.wait
  "$testbed" start "$bed" slurmctld
  rm hold
  eventually cancel
  eventually no_job_is_left
  wait "$waiter" || expect_line out.wait "1 failed" # the one that ran when it was cancelled
}
id_in_journal() { sed --quiet 's/.*"submitted","job":"'"$1"'".*"id":"\([0-9]*\)".*/\1/p' "$directory/journal.jsonl"; }

# What slurmctld has not saved, it forgets, and it gives the ids once more.
jobs_whose_ids_are_given_again_are_neither_doubled_nor_left_behind() {
  local before
  begin given_again 'sbatch: [--hold]'
  touch begun
  sbatch --account=p123 --output=/dev/null --wrap true >/dev/null # something to save
  eventually [ "$bed/state/job_state" -nt begun ]
  eventually no_job_is_left
  cp --archive "$bed/state" saved
  expect_exit 0 sweep --detach
  before=$(squeue --noheader --format=%i | sort)
  "$testbed" kill "$bed" slurmctld
  rm --recursive "$bed/state" && mv saved "$bed/state"
  "$testbed" start "$bed" slurmctld
  eventually no_job_is_left # it has lost those that are held; it may have saved the first one before that had run
  sweep_in_background
  eventually all_are_queued_again
  expect_equal "$(squeue --noheader --format=%i | sort)" "$before"
  hurry && hurry && hurry && sleep 3 # were they not known by their ids, they would be missed by now
  is_queued_or_runs 4 || fail "doubled: $(squeue)"
  kill -TERM "$follower"
  expect_end 143
  sbatch --account=p123 --hold --job-name="1cpu-r1-1-$(sweep_id)" --output=/dev/null --wrap true >/dev/null # one that nobody recorded
  "$SCALEGEN" cancel "$directory" >out 2>err || fail "$(cat out err)"
  expect_ended 5
  eventually no_job_is_left
}

all_are_queued_again() {
  hurry
  is_queued_or_runs 4
}

daemons() {
  try jobs_whose_ids_are_given_again_are_neither_doubled_nor_left_behind
  try a_sweep_waits_for_the_controller
  try the_controller_may_restart_while_jobs_run
  try what_sbatch_queued_without_saying_so_is_executed_once
  try what_was_queued_without_a_word_before_a_kill_is_executed_once
  try a_job_that_was_queued_without_a_word_is_cancelled
  try without_the_accounts_the_queue_decides
  try the_status_in_an_outage_is_that_of_files_and_journal
}
