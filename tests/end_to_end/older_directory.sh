#!/bin/bash
# A newer scalegen goes on with a sweep: with a run directory and scripts that an older one wrote (older/README.md).
# shellcheck source=tests/end_to_end/expect.bash
source "$(dirname "${BASH_SOURCE[0]}")/expect.bash"
# shellcheck source=tests/end_to_end/older/put.bash
source "$(dirname "${BASH_SOURCE[0]}")/older/put.bash"
put_older under_way
put_older planned

expect_exit 1 "$SCALEGEN" status mid-local
expect_text out "6 runs: 3 completed, 2 failed, 1 not submitted

run      state   job  about it
2cpu-r2  failed       failed: exit status 3: no such data
1cpu-r3  failed       lost: its script ended without an exit.json"
expect_exit 1 "$SCALEGEN" report mid-local --format csv
figures() { cut --delimiter=, --fields=1,5,6,28 out; } # rung, runs, figure, what is not measured
expect_text <(figures) 'rung,runs,images_per_s,not_measured
1cpu,2,100.5,round 3: lost: its script ended without an exit.json
2cpu,1,200.5,round 2: failed: exit status 3: no such data; round 3: not started'
expect_exit 1 "$SCALEGEN" report "$(dirname "${BASH_SOURCE[0]}")/older/mid-local.tar.gz" --format csv
expect_text <(figures) "rung,runs,images_per_s,not_measured
1cpu,2,100.5,round 3: lost: no exit.json from host 'old-host' since its time limit
2cpu,1,200.5,round 2: failed: exit status 3: no such data; round 3: not started"

# Lost runs and those that had not begun run, by the scripts of then; runs that had ended stay as they are.
cp --recursive --no-dereference mid-local before
runs_in_ledger() { sed 's/-[0-9]*$//' ledger; }
expect_exit 1 "$SCALEGEN" sweep mid-local
expect_text err "1 run failed before: --again failed runs it again
4/6  1cpu-r3  lost: its script ended without an exit.json
5/6  1cpu-r3  completed
6/6  2cpu-r3  completed
report as a page: $work/mid-local/report.html
2cpu-r2 failed: its output is in $work/mid-local/runs/2cpu-r2/1/err; when the program is fixed, --again failed runs it again"
expect_text <(runs_in_ledger) $'1cpu-r3\n2cpu-r3'
expect_text <(diff --brief --recursive --no-dereference before mid-local) 'Only in mid-local/jobs/1cpu-r3: local-2.out
Only in mid-local/jobs/2cpu-r3: local-1.out
Files before/journal.jsonl and mid-local/journal.jsonl differ
Only in before: lock
Only in mid-local: report.html
Only in mid-local/runs/1cpu-r3: 2
Only in mid-local/runs/1cpu-r3: outcome.json
Only in mid-local/runs: 2cpu-r3'
expect_exit 0 "$SCALEGEN" sweep mid-local --again failed --yes
expect_text <(runs_in_ledger) $'1cpu-r3\n2cpu-r3\n2cpu-r2'
expect_exit 0 "$SCALEGEN" report mid-local --format csv
expect_text <(figures) $'rung,runs,images_per_s,not_measured\n1cpu,3,100.5,\n2cpu,3,200.5,'

# The sweep file's own command goes on too, until it adds runs: their scripts would not fit to the library of then.
cp mid-local/sweep.yaml mid.yaml
expect_exit 0 "$SCALEGEN" sweep mid.yaml
sed --in-place 's/repeats: 3/repeats: 4/' mid.yaml
expect_exit 2 "$SCALEGEN" sweep mid.yaml
expect_text err "error: this scalegen and these templates make another script of '$work/mid-local/lib/job.bash': no runs can be added
      = hint: give the --templates that made it; what an older scalegen made is measured anew, with -o NEW_FOLDER"

expect_exit 0 "$SCALEGEN" status mid-cyclone
expect_text out '6 runs: 6 not submitted'

# What it was planned with and is gone is ignored, and the report says so once.
sed -i '1s/^{/{"climb":"efficiency > 0.6","until":{"half_width":0.03,"at_least":3},/' mid-local/plan.jsonl
sum_plan mid-local/plan.jsonl
expect_exit 0 "$SCALEGEN" report mid-local
expect_line out "this directory was planned by an older scalegen; its \`climb:\` and \`until\` are ignored: each of its runs is measured"
expect_exit 0 "$SCALEGEN" status mid-local
expect_line err "note: this directory was planned by an older scalegen; its \`climb:\` and \`until\` are ignored: each of its runs"
expect_exit 0 "$SCALEGEN" sweep mid-local
expect_line err "note: this directory was planned by an older scalegen; its \`climb:\` and \`until\` are ignored: each of its runs"
[[ $(grep -c "planned by an older scalegen" out) == 1 ]] || fail "it is not said once" "$(cat out)"
