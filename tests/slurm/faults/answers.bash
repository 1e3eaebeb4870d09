#!/bin/bash
# Sourced by faults_test: what Slurm's clients say, and what is wrong from the beginning.
# shellcheck disable=SC2154 # what it sets

accounts_that_lag_do_not_matter() {
  begin lagging
  put_lying sacct <<<'sacct "$@" | sed --regexp-extended "s/[|](COMPLETED|FAILED)[|]/|RUNNING|/; s/[|][^|]*(([|][^|]*){5})\$/|Unknown\1/"'
  touch lie
  PATH=$PWD/lying:$PATH sweep_in_background
  expect_end 0
  has_lied sacct 2 || fail "nobody asked"
  expect_the_table
  expect_each_run_once
}

# So do some of Slurm's clients while slurmctld is down.
an_empty_answer_is_no_end() {
  begin empty
  touch hold
  put_lying squeue <<<true
  PATH=$PWD/lying:$PATH sweep_in_background
  eventually each_run_has_begun
  touch lie
  eventually has_lied squeue 3
  rm hold lie
  expect_end 0
  expect_the_table
  expect_each_run_once
}

# Such as a plugin that cannot be loaded, or a wrapper of the site.
an_error_that_squeue_gets_over_does_not_matter() {
  begin noisy
  put_lying squeue <<<'squeue "$@" && echo "squeue: error: Couldn'"'"'t load specified plugin name for cli_filter/lua" >&2'
  touch lie
  PATH=$PWD/lying:$PATH sweep_in_background
  expect_end 0
  rm lie
  has_lied squeue 2 || fail "nobody asked"
  expect_the_table
  expect_each_run_once
}

# Ids that were written down, and that Slurm does not know: slurmctld was killed before it saved its state.
what_slurm_has_forgotten_is_handed_over_again() {
  local job id=99990
  begin forgotten
  "$SCALEGEN" generate forgotten.yaml --cluster cyclone --train "$PWD/bin/trainer" >/dev/null || fail "not generated"
  {
    echo '{"scalegen_journal":2,"campaign":"f0460773","cluster":"cyclone","time":1763719200.0}'
    for job in 1cpu-r1 2x1cpu-r1 1cpu-r2 2x1cpu-r2; do
      echo '{"event":"submitting","job":"'$job'","attempt":"1","name":"f0460773-'$job'-1","time":1763719201.0}'
      echo '{"event":"submitted","job":"'$job'","attempt":"1","id":"'$((++id))'","time":1763719202.0}'
    done
  } >"$directory/journal.jsonl"
  expect_status "4 runs: 4 left the queue

run state job about it
1cpu-r1 left the queue 99991 Slurm does not list it, and no file says that it began
2x1cpu-r1 left the queue 99992 Slurm does not list it, and no file says that it began
1cpu-r2 left the queue 99993 Slurm does not list it, and no file says that it began
2x1cpu-r2 left the queue 99994 Slurm does not list it, and no file says that it began"
  sweep_ends 0
  expect_the_table
  expect_each_run_once
  expect_equal "$(events never_started)" 4
}

# But account, partition, QoS and reservation, which a person may say there.
what_the_shell_says_to_slurm_does_not_matter() {
  local said=(SBATCH_CONSTRAINT=none SBATCH_TIMELIMIT=0:01 SLURM_MEM_PER_NODE=1 SLURM_NNODES=3 SLURM_JOB_ID=7 SRUN_CPUS_PER_TASK=9)
  said+=(SQUEUE_STATES=PENDING SQUEUE_FORMAT=%u SACCT_FORMAT=User SCANCEL_STATE=PENDING SINFO_FORMAT=%a)
  begin scrubbed
  "$SCALEGEN" generate scrubbed.yaml --cluster cyclone --train "$PWD/bin/trainer" >/dev/null || fail "not generated" # it is of no allocation
  export "${said[@]}"
  sweep_ends 0
  unset "${said[@]%%=*}"
  expect_line err "this is inside job 7: new jobs are queued beside it and do not run on its nodes"
  expect_the_table
  expect_each_run_once
}

a_refusal_in_the_middle_leaves_what_is_submitted() {
  local script
  begin refused
  touch hold
  "$SCALEGEN" generate refused.yaml --cluster cyclone --train "$PWD/bin/trainer" >/dev/null || fail "not generated"
  script=$directory/jobs/1cpu-r2/job.sbatch
  sed --in-place=.kept 's/--nodes=1/--nodes=7/' "$script"
  expect_exit 2 sweep
  expect_equal "$(tail --lines=+3 err)" "$(refusal "$script" "Node count specification invalid" "#SBATCH --nodes=7")"
  eventually runs_have_begun 2
  expect_equal "$(status_of_sweep | head --lines=1)" "4 runs: 2 running, 2 not submitted" # though Slurm's accounts list the refused job
  mv "$script"{.kept,}
  rm hold
  sweep_ends 0
  expect_the_table
  expect_each_run_once
}

a_script_that_sbatch_only_tests_is_refused() {
  local script line
  begin tested
  "$SCALEGEN" generate tested.yaml --cluster cyclone --train "$PWD/bin/trainer" >/dev/null || fail "not generated"
  script=$directory/jobs/1cpu-r2/job.sbatch
  sed --in-place=.kept 's/^#SBATCH --nodes=1/& --test-only/' "$script"
  line=$(grep --line-number --fixed-strings -- --test-only "$script")
  sweep_in_background
  expect_end 2
  expect_equal "$(tail --lines=+3 err)" "$script:${line%%:*}:19: error: sbatch only tested the script, and submitted nothing
    ${line%%:*} | #SBATCH --nodes=1 --test-only
      |                   ^
      = hint: take '--test-only' out of its lines '#SBATCH', then run the same command: it continues"
  mv "$script"{.kept,}
  sweep_ends 0
  expect_the_table
  expect_each_run_once
}

# refusal SCRIPT WORDS LINE: what is said of a script's first attempt, LINE being the one that is to blame.
refusal() {
  local folder=${1%/*} line
  line=$(grep --line-number --line-regexp --fixed-strings -- "$3" "$1")
  echo "$1:${line%%:*}:9: error: Slurm refuses the job: $2
    ${line%%:*} | $3
      |         ^
      = note: sbatch --parsable --job-name=${folder##*/}-1-$(sweep_id) --output=$folder/slurm-%j.out $1 1
      = hint: fix the script, or ask for something else in a new run directory (-o)"
}
sweep_id() { sed --quiet '1s/.*"campaign":"\([^"]*\)".*/\1/p' "$directory/journal.jsonl"; }

an_account_that_is_not_there_is_refused_in_slurms_words() {
  local words="Invalid account or account/partition combination specified"
  begin account
  sed --in-place 's/p123/p999/' account.yaml
  expect_exit 2 sweep
  expect_equal "$(tail --lines=+3 err)" "$(refusal "$directory/jobs/1cpu-r1/job.sbatch" "$words" "#SBATCH --account=p999")"
}

# Of slurmctld's clients one hangs, as on a disk that is away, and a person ends the tool.
who_is_told_to_stop_leaves_though_a_client_hangs() {
  begin hanging
  touch hold
  put_lying squeue <<<'exec sleep 600'
  PATH=$PWD/lying:$PATH sweep_in_background
  eventually each_run_has_begun
  touch lie
  eventually has_lied squeue 1
  kill -TERM "$follower"
  expect_end 143
  expect_line err "0 of 4 runs are completed; 4 jobs with Slurm, which go on without scalegen"
  rm hold lie lying/squeue
  sweep_ends 0
  expect_the_table
  expect_each_run_once
}

who_stops_while_sbatch_hangs_is_told_what_is_not_submitted() {
  begin unsubmitted
  put_lying sbatch <<'END'
[[ $1 == --version ]] || exec sleep 600
END
  touch lie
  PATH=$PWD/lying:$PATH sweep_in_background
  eventually has_lied sbatch 2
  kill -INT "$follower"
  expect_end 130
  ! grep --quiet "does not answer" err || fail "$(cat err)"
  expect_line err "0 of 4 runs are completed; 0 jobs with Slurm, which go on without scalegen; 4 not submitted yet"
  rm lie lying/sbatch
  sweep_ends 0
  expect_the_table
  expect_each_run_once
}

# As wrappers of some sites do.
what_sbatch_says_behind_the_id_does_not_matter() {
  begin polite
  put_lying sbatch <<<'sbatch "$@" && echo "Vielen Dank; bis bald"'
  touch lie
  PATH=$PWD/lying:$PATH sweep_in_background
  expect_end 0
  rm lie lying/sbatch
  ! grep --quiet "does not answer" err || fail "$(cat err)"
  expect_equal "$(events unanswered)" 0
  expect_the_table
  expect_each_run_once
}

# Nor do squeue and sacct list it: files alone say that it is there.
a_job_without_an_id_is_known_by_its_claim() {
  local client
  begin claimed
  put_lying sbatch <<'END'
[[ $1 != --version ]] || exec sbatch "$@"
sbatch "$@" >/dev/null && echo thanks
END
  for client in squeue sacct; do put_lying "$client" <<<true; done
  touch lie
  PATH=$PWD/lying:$PATH sweep_in_background
  expect_end 0
  rm lie lying/{sbatch,squeue,sacct}
  expect_the_table
  expect_each_run_once
  expect_equal "$(wc --lines <lies.sbatch)" 5 # its version, and each job
}

a_job_of_which_nobody_knows_is_submitted_three_times_at_most() {
  local job
  begin unheard
  put_lying sbatch <<'END'
[[ $1 != --version ]] || exec sbatch "$@"
echo thanks
END
  touch lie
  PATH=$PWD/lying:$PATH sweep_in_background
  expect_end 2
  rm lie lying/sbatch
  job=$(sed --quiet 's/.*"event":"submitting","job":"\([^"]*\)".*/\1/p' "$directory/journal.jsonl" | head --lines=1)
  expect_equal "$(tail --lines=3 err)" "error: sbatch was run 3 times for '$job-1-$(sweep_id)' and gave no id, and Slurm lists no job of this name
      = note: sbatch --parsable --job-name=$job-1-$(sweep_id) --output=$directory/jobs/$job/slurm-%j.out $directory/jobs/$job/job.sbatch 1
      = hint: see what sbatch prints here: one line has to be the job's id alone; then give the same command again: it looks for the job first"
  expect_equal "$(wc --lines <lies.sbatch)" 4 # its version first
  sweep_ends 0
  expect_the_table
  expect_each_run_once
}

without_slurm_nothing_is_lost() {
  begin clientless
  touch hold
  expect_exit 0 sweep --detach
  eventually each_run_has_begun
  PATH=/nowhere expect_exit 2 sweep
  expect_equal "$(<err)" "error: there is no sbatch here to submit the jobs for 'cyclone'
      = hint: give this command on a login node there, or write the scripts with 'scalegen generate clientless.yaml --cluster cyclone'"
  PATH=/nowhere expect_exit 2 resume
  expect_equal "$(<err)" "error: there is no scontrol here
      = note: cannot start 'scontrol': No such file or directory
      = hint: run this on a login node of the cluster"
  rm hold
  sweep_ends 0
  expect_the_table
  expect_each_run_once
}

answers() {
  try who_is_told_to_stop_leaves_though_a_client_hangs
  try who_stops_while_sbatch_hangs_is_told_what_is_not_submitted
  try what_sbatch_says_behind_the_id_does_not_matter
  try a_job_without_an_id_is_known_by_its_claim
  try a_job_of_which_nobody_knows_is_submitted_three_times_at_most
  try accounts_that_lag_do_not_matter
  try an_empty_answer_is_no_end
  try an_error_that_squeue_gets_over_does_not_matter
  try what_the_shell_says_to_slurm_does_not_matter
  try a_refusal_in_the_middle_leaves_what_is_submitted
  try a_script_that_sbatch_only_tests_is_refused
  try an_account_that_is_not_there_is_refused_in_slurms_words
  try without_slurm_nothing_is_lost
  try what_slurm_has_forgotten_is_handed_over_again
}
