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
  "${tool[@]}" sweep "$directory" --again failed >out 2>err &
  follower=$!
  expect_end 0
  expect_the_table
}

# Slurm counts in minutes, and would warn or end it at any second of them.
what_takes_too_long_is_timed_out_after_its_whole_limit() {
  local -x time_limit=20s # of write_sweep
  begin late
  touch hold hold_1cpu-r1
  sweep_in_background
  eventually each_run_has_begun
  sleep 15
  rm hold
  expect_end 1
  expect_line err "1cpu-r1  timed out after 20 s (time_limit: 20s)"
  [[ $(seconds_of 1cpu-r1) =~ ^2[0-3]$ ]] || fail "it ran for $(seconds_of 1cpu-r1) s"
  expect_line out "2x1cpu     12800  "
}
seconds_of() { # RUN: how long the script of its first attempt ran
  cat "$directory/runs/$1/1/started.json" "$directory/runs/$1/1/exit.json" |
    sed --quiet 's/.*"time": \([0-9]*\).*/\1/p' | { read -r begun && read -r ended && echo $((ended - begun)); }
}

what_slurm_ends_before_its_limit_says_how_long_it_ran() {
  begin shortened
  touch hold
  sweep_in_background
  eventually each_run_has_begun
  "$testbed" clock "$bed" +330
  expect_end 1
  grep --quiet --extended-regexp "1cpu-r1  timed out after [0-9]+ s \(its job's limit: 5 min\)" err || fail "$(cat err)"
}

what_an_administrator_shortens_says_so() {
  begin shortened_by_a_person
  touch hold
  sweep_in_background
  eventually each_run_has_begun
  scontrol update jobid="$(job_named 1cpu-r1)" timelimit=1
  "$testbed" clock "$bed" +90
  eventually grep --quiet "1cpu-r1  timed out" err
  rm hold
  expect_end 1
  grep --quiet --extended-regexp --line-regexp "./4  1cpu-r1  timed out after ([0-9]+ s \(its job's limit: 1 min\)|1 min)\
, though the plan gives it 5 min: its job's limit was shortened" err || fail "$(cat err)"
  expect_line out "2x1cpu     12800  "
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
  sed --in-place 's/^sg_launch_/srun --ntasks=1 bash -c "exit 7" || true\n&/' "$directory/jobs/1cpu-r1/job.sbatch"
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

# begin_with_setup NAME LINE: the line of bash is the sweep's set-up.
begin_with_setup() {
  begin "$1" "setup: [\"$2\"]"
  sed --in-place 's/1cpu, 2x1cpu/1cpu/; s/repeats: 2/repeats: 1/' "$name.yaml"
}

# The first error on a new site. Only the script's own output holds it.
what_fails_before_the_program_says_why_and_where() {
  begin_with_setup no_environment 'source nosuch/activate'
  sweep_ends 1
  expect_line err "1cpu-r1  failed: exit status 1: job.sbatch: line $(setup_line): nosuch/activate: No such file or directory"
  expect_line err "1cpu-r1 failed: its output is in $(echo "$directory"/jobs/1cpu-r1/slurm-*.out)"
  expect_equal "$(status_of_sweep | tr --squeeze-repeats ' ')" "1 run: 1 failed

run state job about it
1cpu-r1 failed failed: exit status 1: job.sbatch: line $(setup_line): nosuch/activate: No such file or directory; its set-up ended its script at or after: source nosuch/activate"
  begin_with_setup silent 'exit 7'
  sweep_ends 1
  expect_line err "1cpu-r1  failed: exit status 7: its set-up ended its script at or after: exit 7"
}
setup_line() { grep --line-number 'source nosuch/activate' "$directory/jobs/1cpu-r1/job.sbatch" | cut --delimiter=: --fields=1; }

# Its scripts' clock is put forward by an hour while the program runs, and nothing that was timed by it is believed.
a_clock_that_is_set_makes_no_figure() {
  begin stepped "setup: ['unset EPOCHREALTIME']" # so that scripts ask the program
  sed --in-place 's/^repeats: 2/repeats: 1/' stepped.yaml
  put_program date <<'END'
now=$(/usr/bin/date "$@") || exit
[[ $* != +%s.%N || ! -e ${0%/bin/*}/hour ]] || now=$((${now%.*} + 3600)).${now#*.}
echo "$now"
END
  touch hold
  sweep_in_background
  eventually runs_have_begun 2
  touch hour
  rm hold
  expect_end 1 # no figure
  rm hour bin/date
  grep --quiet --extended-regexp '^1cpu: the clock of its node was put forward by 3600 s while the command ran, for [0-9.]+ s$' out ||
    fail "$(cat out)"
}

# Names that the script's library has or had, tools that it uses, job control, options, and what goes on in the background.
no_line_of_a_set_up_breaks_the_script() {
  begin set_up_spoils "setup: ['readonly status=3', 'leave() { exit 9; }', 'date() { :; }', 'mv() { :; }', 'set +m', 'sleep 600 &', 'shopt -s nocasematch', 'readonly PATH']"
  sweep_ends 0
  expect_the_table
  expect_each_run_once
}

# The script finds its own tools.
a_path_that_is_replaced_is_the_programs_alone() {
  begin path_replaced "setup: ['export PATH=/nowhere']"
  sweep_ends 0
  expect_the_table
  name=path_without_program directory=$PWD/path_without_program-cyclone
  printf '%s\n' "name: $name" 'account: p123' 'time_limit: 5m' 'scales: [1cpu]' 'repeats: 1' "setup: ['export PATH=/nowhere']" \
    'command: python3 -V' >"$name.yaml"
  sweep_ends 1
  expect_line err "1cpu-r1  failed: exit status 127: "
  expect_line err "python3: command not found"
  expect_equal "$(ls "$directory/runs/1cpu-r1")" $'1\noutcome.json'
}

a_set_up_that_ends_its_script_is_one_failed_run() {
  local line
  # shellcheck disable=SC2016 # expanded by the job
  for line in 'exit 0' 'kill -9 $$' 'exec true'; do
    begin set_up_ends "setup: ['$line']"
    sed --in-place 's/1cpu, 2x1cpu/1cpu/; s/^repeats: .*/repeats: 1/' "$name.yaml"
    sweep_ends 1
    expect_line err "its set-up ended its script at or after: $line"
    expect_equal "$(ls "$directory/runs/1cpu-r1")" $'1\noutcome.json'
    expect_equal "$(<ledger)" ""
  done
}

ends() {
  try what_fails_before_the_program_says_why_and_where
  try what_failed_is_run_again_when_it_is_asked_for
  try a_verdict_does_not_depend_on_who_looks
  try who_follows_is_not_cancelled_from_beside
  try what_takes_too_long_is_timed_out_after_its_whole_limit
  try what_slurm_ends_before_its_limit_says_how_long_it_ran
  try a_clock_that_is_set_makes_no_figure
  try what_an_administrator_shortens_says_so
  try no_line_of_a_set_up_breaks_the_script
  try a_path_that_is_replaced_is_the_programs_alone
  try a_set_up_that_ends_its_script_is_one_failed_run
}
