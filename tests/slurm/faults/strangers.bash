#!/bin/bash
# Sourced by faults_test: jobs that are not the sweep's, whatever number they have.
# shellcheck disable=SC2154 # what it sets

# A second cluster over the same file system, with the same user.
raise_mini() {
  mini=$scratch/mini
  [[ ! -e $mini ]] || return 0
  "$testbed" up "$mini" "$source/mini.conf"
}
# shellcheck source=/dev/null
on_mini() { (PATH=${PATH//"$bed/bin:"/} && . "$mini/env.sh" && "$@"); }
sbatch_own() { sbatch --parsable --job-name="$1" --output=/dev/null --wrap 'sleep 600'; }
has_ended() { ! squeue --noheader --format=%i | grep --quiet --line-regexp "$1"; }
runs_as() { [[ $(squeue --noheader --jobs="$1" --format='%T %j' 2>/dev/null) == "RUNNING $2" ]]; }
mini_lists() { on_mini squeue --noheader --format='%i %T %j' | sort; }
quietly() { "$@" >out 2>err; }
expect_line_of() { grep --quiet --line-regexp --fixed-strings -- "$2" "$1" || fail "no line of $1 is: $2"$'\n'"$(cat "$1")"; }

# On the other cluster the numbers are those of a thesis.
another_cluster_over_the_same_disk_keeps_its_jobs() {
  local ids id words listed there ended
  begin two_clusters
  touch hold
  expect_exit 0 sweep --detach
  eventually each_run_has_begun
  grep --quiet '"cluster":"cyclone"' "$directory/journal.jsonl" || fail "$(head --lines=1 "$directory/journal.jsonl")"
  ids=$(squeue --noheader --format=%i | sort --numeric-sort)
  raise_mini || fail "no second cluster"
  for id in $(seq "$(tail --lines=1 <<<"$ids")"); do on_mini sbatch --hold --parsable --job-name=thesis-on-mini --output=/dev/null --wrap true; done >/dev/null
  listed=$(mini_lists)
  there=$(find "$directory" | sort)
  for words in status cancel "status --wait" "sweep --yes" "sweep --again 1cpu-r1" "sweep --max-in-flight 2"; do
    read -ra words <<<"$words"
    expect_exit 2 quietly on_mini "$SCALEGEN" "${words[0]}" "$directory" "${words[@]:1}"
    expect_equal "$(<err)" "error: the jobs of '$directory' are on cluster 'cyclone', and this is 'mini'
      = hint: give this command on a login node of 'cyclone'; 'scalegen report $directory' works here too"
  done
  expect_equal "$(find "$directory" | sort)" "$there"
  expect_equal "$(mini_lists)" "$listed"
  expect_equal "$(squeue --noheader --format=%i | sort --numeric-sort)" "$ids"
  rm hold
  expect_exit 0 quietly "$SCALEGEN" sweep "$directory"
  expect_the_table
  expect_each_run_once
  # What has ended needs no cluster.
  ended=$(cat "$directory"/runs/*/outcome.json)
  expect_exit 0 quietly on_mini "$SCALEGEN" report "$directory"
  expect_the_table
  expect_exit 0 quietly on_mini "$SCALEGEN" sweep "$directory" --yes
  expect_equal "$(cat "$directory"/runs/*/outcome.json)" "$ended"
  expect_equal "$(mini_lists)" "$listed"
}

# scalegen 0.2 did not record the cluster.
an_old_journal_is_asked_about_before_anything_is_submitted() {
  begin old_journal 'sbatch: [--hold]'
  expect_exit 0 sweep --detach
  raise_mini || fail "no second cluster"
  sed --in-place '1s/,"cluster":"cyclone"//' "$directory/journal.jsonl"
  expect_exit 2 quietly on_mini "$SCALEGEN" sweep "$directory" --detach
  expect_equal "$(tail --lines=2 err)" "error: nothing in '$directory' says which cluster has its jobs, and this is 'mini'
      = hint: if they are here, add --yes"
  # shellcheck disable=SC2046 # numbers
  scontrol release $(squeue --noheader --format=%i)
  expect_exit 0 quietly "$SCALEGEN" sweep "$directory" --yes
  expect_each_run_once
  rm --recursive "$directory"/runs/2x1cpu-r2
  expect_exit 2 quietly on_mini "$SCALEGEN" sweep "$directory" --yes
  expect_line err "error: the jobs of '$directory' are on cluster 'cyclone', and this is 'mini'"
}

# Somebody handed over the directory, or edited it.
a_strangers_number_in_the_journal_is_left_alone() {
  local id thesis
  begin edited_number
  touch hold
  expect_exit 0 sweep --detach
  eventually each_run_has_begun
  id=$(job_named 1cpu-r1)
  thesis=$(sbatch_own thesis-production)
  eventually runs_as "$thesis" thesis-production
  scancel "$id"
  eventually has_ended "$id"
  sed --in-place "s/\"id\":\"$id\"/\"id\":\"$thesis\"/" "$directory/journal.jsonl"
  rm --recursive "$directory/runs/1cpu-r1"
  expect_exit 0 quietly "$SCALEGEN" cancel "$directory"
  expect_ended 3
  expect_line_of out "left alone, since squeue lists none of them as this sweep's: $thesis"
  runs_as "$thesis" thesis-production || fail "$(squeue)"
  rm hold
  sweep_ends 0
  expect_the_table
  runs_as "$thesis" thesis-production || fail "$(squeue)"
  scancel "$thesis"
}

# Its own claim says what it is.
what_a_person_submits_by_hand_is_read_and_not_cancelled() {
  begin_by_hand by_hand
  sbatch "$directory/jobs/1cpu-r1/job.sbatch" >/dev/null
  it_is_read_and_not_cancelled
}

what_runs_in_an_allocation_of_ones_own_is_read_and_not_cancelled() {
  begin_by_hand in_salloc
  # shellcheck disable=SC2016 # expanded by bash
  salloc --quiet --partition=cpu --account=p123 --nodes=1 --time=10 unshare --mount bash -c \
    'mount -t proc proc /proc && exec bash "$1"' shell "$directory/jobs/1cpu-r1/job.sbatch" >of_salloc 2>&1 &
  it_is_read_and_not_cancelled
}

begin_by_hand() { # NAME
  begin "$1"
  "$SCALEGEN" generate "$name.yaml" --cluster cyclone --train "$PWD/bin/trainer" >out 2>err || fail "$(cat out err)"
  touch hold
}
it_is_read_and_not_cancelled() { # 1cpu-r1, which has just been started
  local id
  eventually grep --quiet 1cpu-r1 ledger
  id=$(squeue --noheader --format=%i)
  expect_exit 0 sweep --detach
  eventually each_run_has_begun
  expect_exit 0 quietly "$SCALEGEN" cancel "$directory"
  expect_ended 3
  expect_line_of out "left alone, since squeue lists none of them as this sweep's: $id"
  is_in_state "$id" RUNNING || fail "$(squeue)"
  rm hold
  sweep_ends 0
  expect_the_table
  expect_equal "$(grep --count '^1cpu-r1-' ledger)" 1
}

says_where_it_runs() { status_of_sweep | tr --squeeze-repeats ' ' | grep --quiet "^1cpu-r1 running $1 for .* on cpu-"; }
what_is_sent_to_a_cluster_by_name_is_asked_for_there() {
  begin by_name 'sbatch: [--clusters=cyclone]'
  touch hold
  expect_exit 0 sweep --detach
  eventually each_run_has_begun
  expect_line out ";cyclone 1cpu-r1"
  grep --quiet '"cluster":"cyclone"' "$directory/journal.jsonl" || fail "$(head --lines=1 "$directory/journal.jsonl")"
  eventually says_where_it_runs "$(job_named 1cpu-r1);cyclone"
  expect_exit 0 quietly "$SCALEGEN" cancel "$directory"
  grep --quiet "^4 jobs ended: [0-9]*;cyclone, " out || fail "$(<out)"
  eventually no_job_is_left
  rm hold
  sweep_ends 0
  expect_the_table
}

# squeue, sacct and scancel split a list of names there.
a_comma_in_a_value_hides_no_job() {
  local ids
  name=comma directory=$PWD/comma-cyclone
  rm --recursive --force "$directory"
  printf '%s\n' 'name: comma' 'account: p123' 'time_limit: 5m' 'scales: [1cpu]' 'repeats: 1' 'sbatch: [--hold]' \
    'sweep: {opt: ["a,b", "a:b", c]}' "command: 'echo {opt}'" >comma.yaml
  expect_exit 0 sweep --detach
  ids=$(squeue --noheader --format=%i | sort)
  squeue --noheader --format=%j | grep , && fail "a name has a comma"
  sed --in-place '/"event":"submitted"/d' "$directory/journal.jsonl" # as if it was killed behind each sbatch
  expect_exit 0 quietly "$SCALEGEN" sweep "$directory" --detach
  expect_equal "$(squeue --noheader --format=%i | sort)" "$ids"
  expect_exit 0 quietly "$SCALEGEN" cancel "$directory"
  expect_line out "3 jobs ended: "
}

# Each time all of its processes at once, as on a node that dies hard and is back before anybody looks.
what_is_lost_twice_has_its_third_try() {
  begin lost_twice
  sed --in-place 's/1cpu, 2x1cpu/1cpu/; s/^repeats: .*/repeats: 1/' "$name.yaml"
  touch hold
  sweep_in_background
  local try # of the three in a call
  for try in 1 2 3; do
    eventually runs_have_begun "$try"
    kill_script_of "$directory/runs/1cpu-r1/$try"
  done
  expect_end 1
  expect_equal "$(ls "$directory/runs/1cpu-r1")" $'1\n2\n3\noutcome.json'
  expect_equal "$(grep --count '1cpu-r1  lost: its job ended without an exit.json' err)" 3
  rm hold
  sweep_ends 0
  expect_equal "$(wc --lines <ledger)" 4
}
kill_script_of() { # ATTEMPT: its number is of the testbed
  "$testbed" exec "$bed" kill -KILL "$(sed --quiet 's/.*"pid": \([0-9]*\).*/\1/p' "$1/started.json")"
}

strangers() {
  try another_cluster_over_the_same_disk_keeps_its_jobs
  try an_old_journal_is_asked_about_before_anything_is_submitted
  try a_strangers_number_in_the_journal_is_left_alone
  try what_a_person_submits_by_hand_is_read_and_not_cancelled
  try what_runs_in_an_allocation_of_ones_own_is_read_and_not_cancelled
  try what_is_sent_to_a_cluster_by_name_is_asked_for_there
  try a_comma_in_a_value_hides_no_job
  try what_is_lost_twice_has_its_third_try
}
