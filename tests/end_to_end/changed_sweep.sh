#!/bin/bash
# A sweep file that has changed, and the runs that are there: what they do not depend on makes no other sweep.
# shellcheck source=tests/end_to_end/expect.bash
source "$(dirname "${BASH_SOURCE[0]}")/expect.bash"
sweep() { "$SCALEGEN" sweep mine.yaml "$@"; }

# Its speeds do not depend on the machine.
put_program train.sh <<'TRAIN'
rm -f "$SCALEGEN_RUN_DIR"/node.*.txt # so that it is not too short to tell the load beside it
echo "$1" >>ledger
echo "speed $((1000 * $1 + $(wc -l <ledger) % 3)) images/s"
echo "pace $((100 * $1 + $(wc -l <ledger))) steps/s"
TRAIN
cat >mine.yaml <<'YAML'
name: mine
command: ./train.sh {ranks} {global_batch} {lr}
scales: [1cpu]
parameters: {global_batch: 8, depth: 3}
metrics: {throughput: {regex: 'speed {number}', unit: images/s}}
sweep: {lr: [1]}
repeats: 2
YAML
expect_exit 0 sweep
sum() { (cd mine-local && find runs jobs -type f -exec md5sum {} + | sort); }
runs() { wc -l <ledger; }

change() { # change SED NEWS RUNS: the sweep file is changed; the next sweep says this, and so many runs are added
  local before
  before=$(runs)
  sed -i "$1" mine.yaml
  expect_exit 0 sweep
  expect_text <(grep -v '^[0-9]*/[0-9]*  .*  completed$' err) "${2:+$2
}run directory: $work/mine-local
report as a page: $work/mine-local/report.html"
  (($(runs) == before + $3)) || fail "$(($(runs) - before)) runs were added and not $3" "$(cat err)"
  expect_text mine-local/sweep.yaml "$(cat mine.yaml)"
  # Once more: nothing is new, and nothing runs.
  cp out table
  expect_exit 0 sweep
  expect_text out "$(cat table)"
  expect_text err "run directory: $work/mine-local
report as a page: $work/mine-local/report.html"
  (($(runs) == before + $3)) || fail "the same command again ran something"
}
depends_on_nothing="the sweep file has changed, and no run depends on it"

# Comments, formatting, the order of keys; metrics and baseline: the report alone is new.
before=$(sum)
change "s/^name: mine/name:   mine # of mine/; \$aseed: 7" '' 0
change '/^seed/d; s/^repeats: 2/seed: 7\nrepeats: 2/' '' 0
change 's/{global_batch: 8, depth: 3}/{depth: 3, global_batch: 8}/' "$depends_on_nothing" 0
change "s/'speed {number}', unit: images/'pace {number}', unit: steps/" "$depends_on_nothing" 0
expect_line out "rung  steps/s"
change "s/unit: steps.s}/&, speed: {regex: 'speed {number}', unit: ''}/" "$depends_on_nothing" 0
expect_line <("$SCALEGEN" report mine-local --verbose) "beside the speed, as printed by the program: speed (use: last); a rung has the median of its runs"
change "s/, speed: .*/}/" "$depends_on_nothing" 0
change "\$abaseline: 1cpu" "$depends_on_nothing" 0
expect_line <("$SCALEGEN" report mine-local --verbose) "baseline: 1cpu, the sweep file says so"
[[ $(sum) == "$before" ]] || fail "a change of the report changed a run"
change "/^baseline/d; s/'pace {number}', unit: steps/'speed {number}', unit: images/" "$depends_on_nothing" 0

# Of the samples the report makes speeds; no run depends on them unless its command has them.
change 's/depth: 3/depth: 3, samples: 100/' "$depends_on_nothing" 0
expect_line mine-local/plan.jsonl '"samples":100'
change 's/samples: 100/samples: 200/' "$depends_on_nothing" 0
expect_line mine-local/plan.jsonl '"samples":200'
[[ $(sum) == "$before" ]] || fail "a change of the report changed a run"
change 's/, samples: 200//' "$depends_on_nothing" 0

# Another rung is measured beside the baseline, in rounds of its own.
change 's/1cpu\]/1cpu, 2cpu]/' "new: 2cpu-lr=1; 4 runs added, in rounds beside the baseline 1cpu" 4
expect_line out "2cpu (lr 1) was added later: measured in rounds 3 and 4, beside the baseline only"
expect_line out "1   1cpu      1002  1 (baseline)        100 %"
expect_line out "1   2cpu      2000  2.00x [1.98, 2.01]  99.9 % [99.1, 100.7]"
change 's/repeats: 2/repeats: 3/' "1 round more: 2 runs added" 2

# A call that was killed between the two renames: the same command ends it, and so does the older file.
cp mine.yaml newer.yaml
sed 's/images/figures/' mine.yaml >mine-local/sweep.yaml
expect_exit 0 sweep
expect_text err "run directory: $work/mine-local
report as a page: $work/mine-local/report.html"
expect_text mine-local/sweep.yaml "$(cat mine.yaml)"
sed -i 's/images/figures/' mine.yaml
cp mine.yaml mine-local/sweep.yaml
expect_exit 0 sweep
expect_line err "$depends_on_nothing"
expect_line out "rung  figures/s"
cp newer.yaml mine.yaml
expect_exit 0 sweep

# This machine may come to other cores or data by now: a comment is none of it.
sed -i '1s/"cores":\[[^]]*\]/"cores":[7]/' mine-local/plan.jsonl
sum_plan mine-local/plan.jsonl
change '1s/$/, and of nobody else/' '' 0
change 's/images/pictures/' "$depends_on_nothing" 0

# What runs depend on: the first value that differs, and nothing has changed.
refused() { # refused SED TEXT
  local before
  cp mine.yaml newer.yaml
  sed -i "$1" mine.yaml
  before=$(cd mine-local && find . -type f -exec md5sum {} + | sort)
  expect_exit 2 sweep
  expect_text err "$2"
  [[ $(cd mine-local && find . -type f -exec md5sum {} + | sort) == "$before" ]] || fail "a refusal changed something"
  cp newer.yaml mine.yaml
}
another="error: '$work/mine-local' holds the runs of another sweep"
new_directory="      = hint: begin a new run directory with -o NEW_FOLDER"
refused 's/global_batch: 8/global_batch: 16/' "$another
      = note: 1cpu-lr=1: global_batch: 8 -> 16
$new_directory"
refused 's/{lr}$/{lr} {samples}/; s/depth: 3/depth: 3, samples: 100/' "$another
      = note: command: ./train.sh {ranks} {global_batch} {lr} -> ./train.sh {ranks} {global_batch} {lr} ...
$new_directory"
refused "s/train.sh/train.sh --fast/; \$aenv: {A: 1}\ntime_limit: 5m" "$another
      = note: command: ./train.sh {ranks} {global_batch} {lr} -> ./train.sh --fast {ranks} {global_batch} ...
$new_directory"
refused 's/, 2cpu//' "$another
      = note: 2cpu-lr=1 was removed
$new_directory"
refused 's/lr: \[1\]/lr: [1, 2]/' "$another
      = note: 2cpu-lr=2 was added
$new_directory"

# A new rung is planned for this machine as of today, and is to be comparable with what was measured.
rm -r mine-local ledger
sed -i 's/, 2cpu//' mine.yaml
expect_exit 0 sweep
sed -i '1s/"cores":\[[^]]*\]/"cores":[7]/' mine-local/plan.jsonl
sum_plan mine-local/plan.jsonl
refused 's/1cpu/1cpu, 2cpu/' "$another
      = note: cores: [7] -> $(taskset -cp $$ | sed 's/.*: //; s/^/[/; s/$/]/; s/[-,]/, /g')
$new_directory"

# The runs of a new round have the file's larger limit; what is measured keeps its own.
rm -r mine-local ledger
expect_exit 0 sweep
sed -i 's/^repeats: .*/repeats: 5/' mine.yaml
echo 'time_limit: 20m' >>mine.yaml
expect_exit 0 sweep
expect_text <(sed -n 's/.*"round":\([0-9]*\).*/\1/p' <(grep '"time_limit_seconds":1200' mine-local/plan.jsonl)) $'4\n5'
sed -i 's/^time_limit: .*/time_limit: 30m/' mine.yaml
expect_exit 0 sweep
expect_line err "no run is left for the larger limit (1cpu-lr=1: time_limit: 20 min -> 30 min)"
