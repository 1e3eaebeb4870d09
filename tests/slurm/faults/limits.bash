#!/bin/bash
# Sourced by faults_test: what a run asked for and did not get.
# shellcheck disable=SC2154 # what it sets

# The first rank of the second rung wants more than its job may have; the other runs do not.
too_much_memory_says_what_was_asked_for_and_used() {
  local said
  begin hungry 'memory: 50M'
  put_program trainer <<'END'
folder=${0%/bin/*}
[[ $RANK != 0 ]] || echo "$SCALEGEN_RUN_ID" >>"$folder/ledger"
[[ $RANK == 0 ]] || exit 0
[[ $SCALEGEN_RUN_ID != 2x1cpu-r1-* ]] || python3 -c '
import time
held = bytearray(30 << 20)
time.sleep(2)
bytearray(200 << 20)'
END
  expect_exit 1 sweep # and nobody hurries: the accounts lag
  put_trainer
  said=$(verdicts | sed --quiet 's/^2x1cpu-r1  //p')
  [[ $said =~ ^"out of memory: asked for 50 MiB a node, a task used at least "([0-9]+)" MiB; ask for more with 'memory:'"$ ]] ||
    fail "no such verdict: $said"$'\n'"$(cat err)"
  ((BASH_REMATCH[1] >= 30 && BASH_REMATCH[1] < 100)) || fail "$said"
  status_says "2x1cpu-r1 failed $said" || fail "$(status_of_sweep)"
  PATH=/nowhere "$SCALEGEN" report "$directory" >out 2>err || true
  expect_line out "$said"
  expect_each_run_once
}

# Each rank holds 100 MiB, on one node in the first rung. The kernel counts all that the job held, Slurm's own processes too.
what_jobs_held_is_what_to_ask_for_next_time() {
  begin modest 'memory: 4G'
  put_program trainer <<'END'
folder=${0%/bin/*}
[[ $RANK != 0 ]] || echo "$SCALEGEN_RUN_ID" >>"$folder/ledger"
python3 -c 'held = bytearray(b"x") * (100 << 20)'
[[ $RANK == 0 ]] || exit 0
for step in 1 2 3 4; do
  echo '{"event":"step","step":'$step',"seconds":0.0'$((8 / WORLD_SIZE))',"samples":512}'
done >>"$SCALEGEN_METRICS"
END
  expect_exit 0 sweep
  put_trainer
  grep --quiet --extended-regexp --line-regexp \
    'memory: 1G  # (2x)?1cpu held at most 1[0-9]{2} MiB of 4 GiB on a node, cached files included' out || fail "$(cat out)"
}

# Rank 0 says that it did three of four steps in 18 of its 20 seconds, and then hangs.
a_time_limit_says_how_far_it_got_and_what_would_do() {
  local said="timed out after 20 s at step 3 of 4; about 1 min would do (time_limit: 1m)"
  local -x time_limit=20s # of write_sweep
  begin slow
  put_program trainer <<'END'
folder=${0%/bin/*}
[[ $RANK != 0 ]] || echo "$SCALEGEN_RUN_ID" >>"$folder/ledger"
[[ $RANK == 0 ]] || exit 0
begun=$(sed --quiet 's/.*"time": \([0-9]*\).*/\1/p' "$SCALEGEN_RUN_DIR/started.json")
for step in 1 2 3; do
  echo '{"event":"step","step":'$step',"time":'$((begun + 6 * step))',"seconds":6,"samples":512}'
done >>"$SCALEGEN_METRICS"
[[ $SCALEGEN_RUN_ID == 1cpu-r1-* ]] || : >"$SCALEGEN_METRICS"
exec sleep 600
END
  sweep_in_background
  eventually each_run_has_begun
  eventually has_said_three_steps
  expect_end 1
  put_trainer
  expect_equal "$(verdicts)" "1cpu-r1  $said
1cpu-r2  timed out after 20 s (time_limit: 20s)
2x1cpu-r1  timed out after 20 s (time_limit: 20s)
2x1cpu-r2  timed out after 20 s (time_limit: 20s)"
  expect_status "4 runs: 4 failed

run state job about it
1cpu-r1 failed $said
2x1cpu-r1 failed timed out after 20 s (time_limit: 20s)
1cpu-r2 failed timed out after 20 s (time_limit: 20s)
2x1cpu-r2 failed timed out after 20 s (time_limit: 20s)"
}
has_said_three_steps() { [[ $(wc --lines <"$directory/runs/1cpu-r1/1/metrics.jsonl") == 3 ]]; }

# Other jobs of this person, whoever submitted them.
a_limit_that_other_jobs_fill_is_waited_for() {
  begin crowded
  sacctmgr --immediate modify user root set MaxSubmitJobs=3 >/dev/null
  sbatch --account=p123 --hold --array=1-3 --output=/dev/null --wrap true >/dev/null || fail "not submitted"
  sweep_in_background
  eventually grep --quiet "4 jobs to be submitted later: AssocMaxSubmitJobLimit" err
  scancel --user=root --state=PENDING
  expect_end 0
  expect_the_table
  expect_each_run_once
  sacctmgr --immediate modify user root set MaxSubmitJobs=0 >/dev/null
  begin no_room
  expect_exit 2 sweep
  expect_line err "error: Slurm refuses the job: Job violates accounting/QOS policy"
  sacctmgr --immediate modify user root set MaxSubmitJobs=-1 >/dev/null
}

# Nothing gives it back but an administrator.
a_limit_that_never_ends_is_said_once() {
  local said="waits: AssocGrpCPUMinutesLimit: the jobs of your account have together used all that they may"
  begin used_up
  sacctmgr --immediate modify account p123 set GrpTRESMins=cpu=1 >/dev/null
  sweep_in_background
  wait_until 30 grep --quiet "$said" err || fail "$(cat err)"
  for _ in 1 2 3; do hurry && sleep 1; done
  expect_equal "$(grep --count "$said" err)" 1
  sacctmgr --immediate modify account p123 set GrpTRESMins=cpu=-1 >/dev/null
  expect_end 0
  expect_the_table
  expect_each_run_once
}

limits() {
  try a_limit_that_never_ends_is_said_once
  try a_limit_that_other_jobs_fill_is_waited_for
  if ((${#memory_limits[@]})); then
    try too_much_memory_says_what_was_asked_for_and_used
    try what_jobs_held_is_what_to_ask_for_next_time
  else
    [[ ! ${SCALEGEN_NO_SKIP-} ]] || ((EUID != 0)) || ((++failures))
    echo "skipped too much memory: only root divides memory, by cgroups of version 1"
  fi
  try a_time_limit_says_how_far_it_got_and_what_would_do
}
