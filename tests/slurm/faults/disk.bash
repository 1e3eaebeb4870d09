#!/bin/bash
# Sourced by faults_test: the disk, and what lies on it.
# shellcheck disable=SC2034,SC2154 # what it reads, and what it sets

# Small, and there before the testbed is, whose mounts are its own.
make_small_disk() {
  mkdir small
  mount --types tmpfs --options size=1m tmpfs small && trap leave_small_disk EXIT
}

leave_small_disk() {
  local status=$?
  umount --lazy "$scratch/small"
  (exit "$status")
  leave_scratch
}
fill() { dd if=/dev/zero of=small/filling bs=4k 2>/dev/null; }
sweep_on_small_disk() { sweep -o small/sweep; }

a_full_disk_takes_no_sweep() {
  begin full
  directory=$PWD/small/sweep
  fill
  expect_exit 2 sweep_on_small_disk
  expect_line err "No space left on device"
  expect_line err "hint: free some space, then give the same command again: it continues"
  no_job_is_left || fail "$(squeue)"
  rm small/filling
  sweep_in_background -o small/sweep
  expect_end 0
  expect_the_table
  expect_each_run_once
  rm --recursive small/sweep
}

# Neither the tool nor a script can write then: a run that ended without an exit.json is run again.
a_disk_that_fills_in_the_middle_loses_no_run() {
  begin filled
  directory=$PWD/small/sweep
  touch hold
  sweep_in_background -o small/sweep
  eventually each_run_has_begun
  fill
  rm hold
  expect_end 2
  expect_line err "error: cannot write '$directory/" # whichever file is the first that needs another page
  expect_line err "': No space left on device"
  expect_equal "$(tail --lines=1 err)" "      = hint: free some space, then give the same command again: it continues"
  eventually no_job_is_left
  rm small/filling
  "${tool[@]}" sweep "$directory" --again failed >out 2>err &
  follower=$!
  expect_end 0
  expect_the_table
  expect_equal "$(runs_in_ledger | uniq)" "$each_run_once"
  rm --recursive small/sweep
}

# A person who cancels wants the jobs ended, even if nothing can be recorded.
what_is_cancelled_on_a_disk_that_takes_nothing_ends_and_says_so() {
  local why
  begin unwritable
  directory=$PWD/small/sweep
  touch hold
  expect_exit 0 sweep -o small/sweep --detach
  eventually each_run_has_begun
  mount --options remount,bind,ro small
  expect_exit 2 cancel
  eventually no_job_is_left # or the script of one writes its end
  mount --options remount,bind,rw small
  expect_equal "$(<out)" ""
  why="cannot write '$directory/.lock.by-HOLDER': Read-only file system"
  expect_equal "$(sed "s/by-[^']*/by-HOLDER/" err)" "error: 4 jobs ended, but that could not be written down: $why
      = hint: no job of this sweep is left; when its directory can be written again, run what is missing: scalegen sweep $directory"
  rm hold
  sweep_in_background -o small/sweep
  expect_end 0
  expect_the_table
  rm --recursive small/sweep
}

a_directory_may_be_moved_and_moved_back() {
  begin carried_elsewhere_and_back # like no other folder
  touch hold
  expect_exit 0 sweep --detach
  eventually each_run_has_begun
  mv carried_elsewhere_and_back-cyclone elsewhere
  expect_exit 2 resume
  expect_equal "$(<err)" "error: '$directory' is neither a sweep file nor a run directory
      = hint: name a file such as mnist.yaml, or a run directory that is there"
  mv elsewhere carried_elsewhere_and_back-cyclone
  rm hold
  sweep_ends 0
  expect_the_table
  expect_each_run_once
}

a_directory_that_is_away_when_its_jobs_end_is_continued_when_it_is_back() {
  begin away
  touch hold
  sweep_in_background
  eventually each_run_has_begun
  mv away-cyclone elsewhere
  rm hold
  expect_end 2
  expect_equal "$(tail --lines=2 err)" "error: '$directory/lock' has been removed while this process worked there
      = hint: give the same command again: it continues"
  eventually no_job_is_left
  [[ ! -e away-cyclone ]] || fail "another was made in its place: $(find away-cyclone)"
  mv elsewhere away-cyclone
  sweep_ends 0
  expect_the_table
  expect_equal "$(runs_in_ledger | uniq)" "$each_run_once"
}

a_journal_with_a_torn_line_goes_on() {
  begin torn
  touch hold
  expect_exit 0 sweep --detach
  printf '{"event":"submi' >>torn-cyclone/journal.jsonl
  rm hold
  sweep_ends 0
  expect_the_table
  expect_each_run_once
  ! grep --invert-match --quiet '^{.*}$' torn-cyclone/journal.jsonl || fail "$(cat torn-cyclone/journal.jsonl)"
}

a_directory_of_another_version_is_left_as_it_is() {
  begin version
  touch hold
  expect_exit 0 sweep --detach
  sed --in-place=.kept '1s/"scalegen_journal":2/"scalegen_journal":9/' version-cyclone/journal.jsonl
  expect_exit 2 sweep
  expect_line err "error: '$directory/journal.jsonl' is a journal of format 9, and this scalegen reads format 2
      = hint: use the scalegen that made it, or begin a new run directory with -o NEW_FOLDER"
  mv version-cyclone/journal.jsonl{.kept,}
  sed --in-place=.kept '1s/"scalegen_plan":[0-9]*/"scalegen_plan":99/' version-cyclone/plan.jsonl
  expect_exit 2 sweep
  expect_equal "$(<err)" "error: '$directory/plan.jsonl' is a plan of format 99, and this scalegen reads format 4
      = hint: use the scalegen that made it, or begin a new run directory with -o NEW_FOLDER"
  mv version-cyclone/plan.jsonl{.kept,}
  rm hold
  sweep_ends 0
  expect_the_table
  expect_each_run_once
}

# As a disk shows them whose clients believe for a minute that a file is not there: of one run the end, of one the last line of its output, of
# one all.
files_that_come_a_minute_late_cost_nothing() {
  local runs folder
  begin belated
  expect_exit 0 sweep --detach
  eventually no_job_is_left
  eventually all_are_ended
  runs=$directory/runs
  mkdir late
  mv "$runs/1cpu-r1/1/exit.json" late
  cp "$runs/1cpu-r2/1/out" late && : >"$runs/1cpu-r2/1/out"
  mv "$runs/2x1cpu-r1/1" late/2x1cpu-r1
  "${tool[@]}" sweep "$directory" >out 2>err &
  follower=$!
  for _ in 1 2 3 4 5 6; do hurry && sleep 2; done
  mv late/exit.json "$runs/1cpu-r1/1"
  cp late/out "$runs/1cpu-r2/1"
  mv late/2x1cpu-r1 "$runs/2x1cpu-r1/1"
  expect_end 0
  for folder in 1cpu-r1 1cpu-r2 2x1cpu-r1; do expect_line err "$folder: job "; done
  expect_line err "and not all of its files are here: waiting up to 5 min"
  expect_line err "and not all of its files are here: waiting up to 1 min 15 s"
  ! grep --quiet --extended-regexp "failed|lost:|submitted again" err || fail "$(cat err)"
  expect_the_table
  expect_each_run_once
}
all_are_ended() { [[ $(find "$directory/runs" -name exit.json | wc --lines) == 4 ]]; }

disk() {
  try files_that_come_a_minute_late_cost_nothing
  if [[ $can_mount ]]; then
    try a_full_disk_takes_no_sweep
    try a_disk_that_fills_in_the_middle_loses_no_run
    try what_is_cancelled_on_a_disk_that_takes_nothing_ends_and_says_so
  else
    echo "skipped a full disk: no mounts for this user"
  fi
  try a_directory_may_be_moved_and_moved_back
  try a_directory_that_is_away_when_its_jobs_end_is_continued_when_it_is_back
  try a_journal_with_a_torn_line_goes_on
  try a_directory_of_another_version_is_left_as_it_is
}
