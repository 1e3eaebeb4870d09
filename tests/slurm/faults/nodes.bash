#!/bin/bash
# Sourced by faults_test: Slurm's nodes.
# shellcheck disable=SC2154 # what it sets

# The second attempt is on another node; the other run was not disturbed.
expect_another_attempt() {
  eventually has_begun_again 1cpu-r1
  expect_line err "1cpu-r1  node failed: $failing"
  [[ $(nodes_of "$(job_named 1cpu-r1)") != "$failing" ]] || fail "again on $failing"
  rm hold
  expect_end 0
  expect_equal "$(runs_in_ledger)" $'1cpu-r1\n1cpu-r1\n1cpu-r2'
  expect_line out "1cpu      6400  "
}

a_node_that_dies_costs_one_attempt() {
  begin_on_two_nodes killed
  "$testbed" kill "$bed" "node:$failing"
  "$testbed" clock "$bed" +30
  "$testbed" start "$bed" "node:$failing"
  expect_another_attempt
  eventually nodes_are_idle
}

a_node_off_the_network_costs_one_attempt() {
  time_limit=2h begin_on_two_nodes cut
  "$testbed" cut "$bed" "node:$failing"
  "$testbed" clock "$bed" +330
  eventually is_silent "$failing"
  "$testbed" clock "$bed" +330
  expect_another_attempt
  "$testbed" uncut "$bed" "node:$failing" # when slurmctld sees it again is nobody's business here
}

# Slurm would refuse a job for three nodes that may not use the one that failed.
a_rung_that_needs_all_nodes_waits_for_the_one_that_failed() {
  local failing=cpu-2
  begin whole 'sbatch: [--exclusive]' 'memory: 8G'
  sed --in-place 's/1cpu, 2x1cpu/1cpu, 3x1cpu/; s/repeats: 2/repeats: 1/; s/global_batch: 32/global_batch: 33/' "$name.yaml"
  touch hold_3x1cpu-r1
  sweep_in_background
  eventually grep --quiet 3x1cpu-r1 ledger
  "$testbed" stop "$bed" "node:$failing"
  scontrol update nodename="$failing" state=down reason=broken
  eventually grep --quiet "3x1cpu-r1  node failed: $failing" err
  eventually is_queued_or_runs 1
  rm hold_3x1cpu-r1
  "$testbed" start "$bed" "node:$failing"
  expect_end 0
  expect_equal "$(runs_in_ledger)" $'1cpu-r1\n3x1cpu-r1\n3x1cpu-r1'
}

# Its slurmd dies between the job's start and that of the program.
a_node_on_which_srun_can_start_nothing_costs_one_attempt() {
  begin unreachable "setup: ['while [[ -e $PWD/wait ]]; do sleep 0.1; done']"
  sed --in-place 's/1cpu, 2x1cpu/1cpu/; s/repeats: 2/repeats: 1/' "$name.yaml"
  touch wait
  sweep_in_background
  eventually [ -e "$directory/runs/1cpu-r1/1/started.json" ]
  failing=$(nodes_of "$(job_named 1cpu-r1)")
  "$testbed" stop "$bed" "node:$failing"
  rm wait
  eventually [ -e "$directory/runs/1cpu-r1/1/exit.json" ]
  "$testbed" start "$bed" "node:$failing" # before that Slurm does not see the job end
  expect_end 0
  expect_line err "1cpu-r1  node failed: $failing"
  expect_equal "$(runs_in_ledger)" 1cpu-r1
}

nodes() {
  try a_node_on_which_srun_can_start_nothing_costs_one_attempt
  try a_rung_that_needs_all_nodes_waits_for_the_one_that_failed
  try a_node_that_dies_costs_one_attempt
  try a_node_off_the_network_costs_one_attempt
}
