#!/bin/bash
# Sourced by faults_test: whom the tool asks.
# shellcheck disable=SC2154 # what it sets

# sweep_on_terminal ANSWER OPTION...: what the terminal shows, one that cannot rewrite a line
sweep_on_terminal() {
  TERM=dumb python3 "$source/on_terminal.py" "submit? [y/N] " "$1" "${tool[@]}" sweep "$name.yaml" --cluster cyclone --train "$PWD/bin/trainer" \
    --detach "${@:2}" >out 2>err
}

# asked ANSWER: the beginning of the dialogue, on the terminal
asked() {
  echo "4 runs to submit, at most 0.500 core-hours and 0 GPU-hours
submit? [y/N] $1"
}

# Its end, where all is submitted.
left_to_run() {
  echo "run directory: $directory
no trial: with --detach nobody waits for it
$(ids_of_jobs)
0 of 4 runs are completed; 4 jobs with Slurm, which go on without scalegen
come back with:  scalegen sweep $directory"
}

ids_of_jobs() {
  sed --quiet 's/.*"event":"submitting","job":"\([^"]*\)".*/\1/p' "$directory/journal.jsonl" |
    while read -r job; do echo "$(job_named "$job") $job"; done
}

expect_it_runs() {
  rm hold
  sweep_ends 0
  expect_the_table
  expect_each_run_once
}

nothing_is_submitted_without_a_yes() {
  local answer
  begin asked
  for answer in n '' no 'y es'; do
    expect_exit 0 sweep_on_terminal "$answer"
    expect_equal "$(<out)" "$(asked "$answer")"
    no_job_is_left || fail "$(squeue)"
    [[ ! -e $directory ]] || fail "$(find "$directory")"
  done
  "${tool[@]}" generate "$name.yaml" --cluster cyclone --train "$PWD/bin/trainer" -o "$directory" >out 2>err || fail "$(cat out err)"
  expect_exit 0 sweep_on_terminal n
  expect_equal "$(<out)" "run directory: $directory"$'\n'"$(asked n)"
  no_job_is_left || fail "$(squeue)"
  expect_status "4 runs: 4 not submitted"
}

a_yes_submits() {
  local answer
  for answer in y yes; do
    begin "said_$answer"
    touch hold
    expect_exit 0 sweep_on_terminal "$answer"
    expect_equal "$(<out)" "$(asked "$answer")"$'\n'"$(left_to_run)"
    expect_it_runs
  done
}

who_says_yes_beforehand_is_not_asked() {
  begin beforehand
  touch hold
  expect_exit 0 sweep_on_terminal n --yes
  expect_equal "$(<out)" "$(asked '' | head --lines=1)"$'\n'"$(left_to_run)"
  expect_it_runs
}

# What the terminal shows of a sweep whose larger rung finds no nodes, while Slurm answers and while it does not.
the_line_tells_what_runs_from_what_is_queued() {
  begin line
  touch hold
  scontrol update nodename='cpu-[2-3]' state=drain reason=test
  : >shown
  TERM=xterm python3 "$source/on_terminal.py" "submit? [y/N] " y "${tool[@]}" sweep line.yaml --cluster cyclone --train "$PWD/bin/trainer" \
    --no-trial >shown 2>err &
  follower=$!
  eventually has_shown '^\[1/4\] 1cpu-r[12] · [0-9]* s · 2 running · 2 queued ('
  "$testbed" pause "$bed" slurmctld
  eventually has_shown ' · 2 running · 2 queued · the scheduler does not answer'
  "$testbed" resume "$bed" slurmctld
  scontrol update nodename='cpu-[2-3]' state=resume
  rm hold
  wait "$follower" || fail "$(cat err shown)"
  ! has_shown '[34] running' || fail "what waits is said to run: $(tr '\r' '\n' <shown)"
  expect_each_run_once
}
has_shown() { tr '\r' '\n' <shown | grep --quiet --text "$1"; }

terminal() {
  try the_line_tells_what_runs_from_what_is_queued
  try nothing_is_submitted_without_a_yes
  try a_yes_submits
  try who_says_yes_beforehand_is_not_asked
}
