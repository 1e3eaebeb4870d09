#!/bin/bash
# Sourced by faults_test: what a site does to jobs.
# shellcheck disable=SC2154 # what it sets

# A job of a partition with priority wants the whole node; the other run is not disturbed.
a_preempted_run_is_run_again() {
  local urgent
  begin_on_two_nodes preempted
  urgent=$(sbatch --parsable --account=p123 --partition=urgent --exclusive --mem=8G --nodelist="$failing" --output=/dev/null --wrap true)
  eventually has_begun_again 1cpu-r1
  expect_equal "$(verdicts)" "1cpu-r1  preempted"
  is_in_state "$urgent" COMPLETED || [[ $(nodes_of "$(job_named 1cpu-r1)") != "$failing" ]] || fail "they share $failing"
  rm hold
  expect_end 0
  expect_equal "$(verdicts)" $'1cpu-r1  completed\n1cpu-r1  preempted\n1cpu-r2  completed'
  expect_equal "$(runs_in_ledger)" $'1cpu-r1\n1cpu-r1\n1cpu-r2'
  expect_line out "1cpu      6400  "
}

# Each time that it is submitted its folder is away when Slurm wants to open its output, which comes before its first line. A file is in its
# place, since Slurm 24.11 makes a folder that is missing.
a_script_that_slurm_cannot_start_stops_the_sweep() {
  local unlaunched="FAILED on cpu-N: Slurm could not start its script: its output file could not be opened, or the node was not ready"
  begin unlaunched
  put_lying sbatch <<'END'
for script; do [[ $script != */job.sbatch ]] || break; done
[[ $script == */1cpu-r2/* ]] || exec sbatch "$@"
id=$(sbatch --hold "$@") || exit
mv "${script%/*}" "$folder/kept"
touch "${script%/*}"
scontrol release "$id"
until [[ $(squeue --noheader --states=all --jobs="$id" --format=%T) == FAILED ]]; do sleep 0.1; done
rm "${script%/*}"
mv "$folder/kept" "${script%/*}"
echo "$id"
END
  touch lie
  PATH=$PWD/lying:$PATH sweep_in_background
  expect_end 2
  expect_equal "$(has_lied sbatch 4 && tail --lines=2 err)" "error: the script of job '1cpu-r2' ended (failed: exit status 0: Slurm could \
not start its script: its output file could not be opened, or the node was not ready) before it began its run
      = hint: fix the error above, then run the same command: it continues"
  expect_equal "$(sed --quiet 's/job [0-9]*/job N/g; s/cpu-[1-3]/cpu-N/g; /^1cpu-r2: .*try [12] of 3/p' err)" "\
1cpu-r2: job N could not be launched, try 1 of 3: $unlaunched
1cpu-r2: submitted again as job N, try 2 of 3: job N ended before it began its run ($unlaunched)
1cpu-r2: job N could not be launched, try 2 of 3: $unlaunched"
  rm lie
  sweep_ends 0
  expect_the_table
  expect_each_run_once
}

sacct_says() { [[ $(sacct --noheader --parsable2 --allocations --format=JobID,State,NodeList) == "$1" ]]; }

# As a cloud's nodes are, it is started for the job: in another Slurm than the others, whose every node is there. For Slurm 22.05 this is
# NODE_FAIL; what would make it say BOOT_FAIL has not been found.
a_node_that_never_comes_up_costs_one_attempt() {
  local bed=$scratch/cloud clients=$PATH
  begin never_up "sbatch: [--nodelist=cpu-2]"
  sed --in-place 's/1cpu, 2x1cpu/1cpu/; s/^repeats: 2/repeats: 1/' never_up.yaml
  "$testbed" up "$bed" cyclone.conf --accounting --real-nodes 'cpu-[1,3],gpu-1' || fail "no testbed"
  sed --in-place '2,$d' "$bed/resume"
  PATH=${PATH//"$scratch/bed/bin:"/}
  # shellcheck source=/dev/null
  . "$bed/env.sh"
  sweep_in_background
  eventually is_in_state 1 CONFIGURING
  sed --in-place '/^#SBATCH --nodelist/d' "$directory/jobs/1cpu-r1/job.sbatch"
  "$testbed" clock "$bed" +90
  expect_end 0
  eventually sacct_says $'1|NODE_FAIL|cpu-2\n2|COMPLETED|cpu-1' # slurmctld hands its records over when it likes
  expect_equal "$(runs_in_ledger)" 1cpu-r1
  expect_equal "$(verdicts)" "1cpu-r1  completed"
  PATH=$clients
  "$testbed" down "$bed"
}

# A step that wants more than its job has: srun says so, and so does the run.
ranks_that_cannot_be_started_fail_the_run() {
  local said="failed: exit status 1: srun: error: Unable to create step for job N: Memory required by task is not available"
  begin unstarted
  "$SCALEGEN" generate unstarted.yaml --cluster cyclone --train "$PWD/bin/trainer" >/dev/null || fail "not generated"
  sed --in-place 's/^sg_launch_ranks /sg_launch_ranks --mem=900G /' "$directory/jobs/1cpu-r1/job.sbatch"
  sweep_ends 1
  expect_equal "$(verdicts | sed 's/job [0-9]*/job N/')" "1cpu-r1  $said
1cpu-r2  completed
2x1cpu-r1  completed
2x1cpu-r2  completed"
  expect_equal "$(runs_in_ledger)" $'1cpu-r2\n2x1cpu-r1\n2x1cpu-r2'
}

site() {
  try a_preempted_run_is_run_again
  try a_script_that_slurm_cannot_start_stops_the_sweep
  try ranks_that_cannot_be_started_fail_the_run
  try a_node_that_never_comes_up_costs_one_attempt
}
