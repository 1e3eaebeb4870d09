#!/bin/bash
# A first run that is far slower than all others of its rung is measured once more, once, whoever comes when.
# shellcheck source=tests/end_to_end/expect.bash
source "$(dirname "${BASH_SOURCE[0]}")/expect.bash"
cat >mine.yaml <<'YAML'
name: mine
command: ./train.sh {ranks} {global_batch}
scales: [1cpu, 2cpu]
parameters: {global_batch: 8}
metrics: {time: {regex: 'took {number}', unit: s, better: lower}}
repeats: 2
YAML
# trainer CASE...: what an attempt prints, by RUN/ATTEMPT; while there is a file `hold`, the second of 1cpu-r1 waits.
trainer() {
  printf '%s\n' '#!/bin/bash' "rm -f \"\$SCALEGEN_RUN_DIR\"/node.*.txt" "cd '$work' && attempt=\${SCALEGEN_RUN_DIR#*/runs/} && echo \"\$attempt\" >>ledger" \
    "while [[ \$attempt == 1cpu-r1/2 && -e hold ]]; do sleep 0.05; done" \
    "case \$attempt in" "$@" '2cpu*) echo took 14.4 ;; *) echo took 10.9 ;; esac' >train.sh
  chmod +x train.sh
}
slow="1cpu-r1 took 62.8 s, all later runs of 1cpu at most 10.9 s"
each_once=$'1cpu-r1/1\n1cpu-r2/1\n2cpu-r1/1\n2cpu-r2/1'
ledger_is() { expect_text <(LC_ALL=C sort ledger) "$1"; }
report() { "$SCALEGEN" report mine-local; }

# The sweep says so, and the report what came of it. Nothing is left for the next command.
trainer '1cpu-r1/1) echo took 62.8 ;;'
expect_exit 0 "$SCALEGEN" sweep mine.yaml
expect_text <(grep -v '^[1-4]/4\|^trial' err) "run directory: $work/mine-local
$slow: measured once more
report as a page: $work/mine-local/report.html"
expect_line out "$slow: measured once more (10.9 s)"
expect_line out "2cpu     14.4  0.76x (1.32x slower)  37.8 %"
ledger_is $'1cpu-r1/1\n1cpu-r1/2\n1cpu-r2/1\n2cpu-r1/1\n2cpu-r2/1'
expect_exit 0 "$SCALEGEN" sweep mine.yaml
[[ $(wc -l <ledger) == 5 ]] || fail "something began again" "$(<ledger)"
expect_exit 0 "$SCALEGEN" status mine-local
expect_text out "4 runs: 4 completed"
[[ ! -s err ]] || fail "status says something" "$(<err)"
[[ $(<mine-local/runs/1cpu-r1/1/out) == "took 62.8"* ]] || fail "the first attempt is not on the disk"

# A bundle says the same.
report >told
"$SCALEGEN" report mine-local --bundle mine.tar.gz >/dev/null
expect_line <("$SCALEGEN" report mine.tar.gz) "$slow: measured once more (10.9 s)"

# As it is when the tool is killed just when it has put the run aside.
rm -r mine-local/runs/1cpu-r1/{2,outcome.json}
expect_exit 0 report
expect_line out "$slow: it counts no more, and there is no other figure yet"
expect_line out "1cpu     10.9  "
expect_exit 0 "$SCALEGEN" sweep mine-local
report >out
diff <(sed 's/ · measured .*//' told) <(sed 's/ · measured .*//' out) || fail "it came to something else"

# Killed while the run is measured once more: the next command follows it.
rm -r mine-local ledger
touch hold
setsid --fork bash -c 'echo $$ >pid; exec "$@" >out 2>err' start "$SCALEGEN" sweep mine.yaml
for _ in {1..600}; do
  [[ ! -e mine-local/runs/1cpu-r1/2/started.json ]] || break
  sleep 0.05
done
kill -KILL "$(<pid)" || fail "it has ended" "$(cat out err)"
rm hold
expect_exit 0 "$SCALEGEN" sweep mine.yaml
expect_line out "$slow: measured once more (10.9 s)"
ledger_is $'1cpu-r1/1\n1cpu-r1/2\n1cpu-r2/1\n2cpu-r1/1\n2cpu-r2/1'

# It is as slow again: that is no matter of being the first, and the figure counts. Once is enough.
rm -r mine-local ledger
trainer '1cpu-r1/1) echo took 62.8 ;;' '1cpu-r1/2) echo took 61.7 ;;'
expect_exit 0 "$SCALEGEN" sweep mine.yaml
expect_line out "$slow: measured once more (61.7 s), as slow: being the first was not why"
expect_line out "1cpu     36.3  "
expect_line <("$SCALEGEN" report mine-local --verbose) "61.7 10.9"
expect_exit 0 "$SCALEGEN" sweep mine.yaml
[[ $(wc -l <ledger) == 5 ]] || fail "it began a third time" "$(<ledger)"

# Its second try fails: the slow figure does not come back.
rm -r mine-local ledger
trainer '1cpu-r1/1) echo took 62.8 ;;' '1cpu-r1/2) exit 3 ;;'
expect_exit 1 "$SCALEGEN" sweep mine.yaml
expect_line out "$slow: it counts no more, and there is no other figure yet"
expect_line out "1cpu     10.9  "

# Scripts that a person runs: the figure has a star, and whoever looks is told what measures it once more.
rm -r mine-local ledger
trainer '1cpu-r1/hand) echo took 62.8 ;;'
"$SCALEGEN" generate mine.yaml 2>err >out || fail "$(cat err)"
for run in 1cpu-r1 1cpu-r2 2cpu-r1 2cpu-r2; do
  expect_exit 0 bash "mine-local/jobs/$run/job.sbatch"
done
expect_exit 0 report
expect_line out "warning: 1cpu *: $slow: work that is done once may be in it; 'scalegen sweep DIR' measures it once more"
expect_exit 0 "$SCALEGEN" status mine-local
expect_text err "$slow; to measure it once more:  scalegen sweep $work/mine-local"
ledger_is "${each_once//\/1/\/hand}"
expect_exit 0 "$SCALEGEN" sweep mine-local
expect_line out "$slow: measured once more (10.9 s)"

# Of three rounds: a factor of two is enough.
rm -r mine-local ledger
sed -i 's/^repeats: .*/repeats: 3/' mine.yaml
trainer '1cpu-r1/1) echo took 25 ;;' '1cpu-r1/2) echo took 10.8 ;;' '1cpu-r2/1) echo took 10.7 ;;' '2cpu-r1/1) echo took 14.3 ;;'
expect_exit 0 "$SCALEGEN" sweep mine.yaml
expect_line out "1cpu-r1 took 25 s, all later runs of 1cpu at most 10.9 s: measured once more (10.8 s)"
[[ $(wc -l <ledger) == 7 ]] || fail "not each run began once, and one once more" "$(<ledger)"
exit 0
