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
  expect_line out "1cpu  1      1      64.0 (64.0 64.0)"
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

nodes() {
  try a_node_that_dies_costs_one_attempt
  try a_node_off_the_network_costs_one_attempt
}
