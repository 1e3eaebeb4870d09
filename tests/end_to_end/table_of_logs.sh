#!/bin/bash
# Logs of jobs that have long ended, as a table, and the report on it.
# shellcheck source=tests/end_to_end/expect.bash
source "$(dirname "${BASH_SOURCE[0]}")/expect.bash"
mkdir logs
write_log() { # GPUS ROUND RATE
  printf 'loading\nepoch 1, throughput=%s.5 images/s\nepoch 2, throughput=%s.5 images/s\n' "$3" "$3" >"logs/run_$1gpu_$2.out"
}
for round in 1 2 3; do
  write_log 1 "$round" "$((98 + round))"
  write_log 2 "$round" "$((190 + round))"
  write_log 10 "$round" "$((490 + 2 * round))"
done
echo "slurmstepd: error: *** JOB 7 CANCELLED DUE TO TIME LIMIT ***" >logs/run_10gpu_4.out
expect_exit 0 "$SCALEGEN" table 'logs/run_{gpus}gpu_{round}.out' --metrics 'throughput=throughput={number} images/s'
expect_text err "logs/run_10gpu_4.out: left out: no line matches 'throughput={number} images/s'
$(for gpus in 1 2 10; do
  for round in 1 2 3; do
    rate=$(sed -n 's/.*throughput=\(.*\) images.*/\1/p' "logs/run_${gpus}gpu_$round.out" | tail -1)
    echo "logs/run_${gpus}gpu_$round.out: gpus $gpus, round $round, throughput $rate images/s, the last of 2 matches"
  done
done)"
cp out t.csv
expect_text t.csv 'gpus,round,throughput (images/s)
1,1,99.5
1,2,100.5
1,3,101.5
2,1,191.5
2,2,192.5
2,3,193.5
10,1,492.5
10,2,494.5
10,3,496.5'
expect_exit 0 "$SCALEGEN" report t.csv
expect_text out 't.csv · imported images/s · 3 rounds

Ask for 2gpu: efficiency 95.8 % [95.0, 96.5], the largest rung of at least 70 %.
It is 1.92x [1.90, 1.93] as fast as 1gpu at 1.044x [1.036, 1.053] its GPU-hours; 10gpu is 2.57x [2.55, 2.59] as fast at 1.95x [1.93, 1.96] the GPU-hours.
No larger rung meets the rule: 10gpu has efficiency 49.2 % [48.7, 49.7].

rung   images/s  speedup             efficiency
1gpu        100  1 (baseline)        100 %
2gpu        192  1.92x [1.90, 1.93]  95.8 % [95.0, 96.5]
10gpu       494  4.92x [4.87, 4.97]  49.2 % [48.7, 49.7]

predicted for the next doubling
size                    images/s         speedup              efficiency
20 GPUs, shape unknown  524 [363, 1010]  5.21x [3.61, 10.05]  26.1 % [18.1, 50.2]'
[[ ! -s err ]] || fail "the report complains" "$(cat err)"

# Without --metrics the log proposes it, and the command that is shown does the same again.
expect_exit 0 "$SCALEGEN" table 'logs/run_{gpus}gpu_{round}.out'
cmp out t.csv || fail "the proposal reads other figures"
again=$(sed -n 's/^the same again: scalegen //p' err)
[[ $again == "table 'logs/run_{gpus}gpu_{round}.out' --metrics 'throughput=throughput={number} images/s,images/s'" ]] ||
  fail "another command: $again"
eval "expect_exit 0 \"\$SCALEGEN\" $again"
cmp out t.csv || fail "the command reads other figures"

# The times of their jobs, as Slurm's accounts have them. A stand-in for sacct.
mkdir jobs
put_program programs/sacct <<'END'
case "$*" in
"--noheader --parsable2 --allocations --format=State,ElapsedRaw --jobs=101") echo "COMPLETED|100" ;;
*--jobs=102_3) echo "COMPLETED|52" ;;
*--jobs=103) echo "TIMEOUT|600" ;;
*--jobs=104) ;;
esac
END
touch jobs/slurm-101.1gpu jobs/slurm-102_3.2gpu jobs/slurm-103.4gpu jobs/slurm-104.8gpu jobs/other.8gpu
PATH=$work/programs:$PATH expect_exit 0 "$SCALEGEN" table 'jobs/*.{gpus}gpu' --time sacct
expect_text out 'gpus,time (s)
1,100
2,52'
expect_text err 'jobs/other.8gpu: left out: its name does not say the job: write {job} in the pattern
jobs/slurm-103.4gpu: left out: sacct says of job 103: TIMEOUT
jobs/slurm-104.8gpu: left out: sacct says of job 104: nothing
jobs/slurm-101.1gpu: gpus 1, time 100 s
jobs/slurm-102_3.2gpu: gpus 2, time 52 s'
touch jobs/run_1gpu_101.log
PATH=$work/programs:$PATH expect_exit 0 "$SCALEGEN" table 'jobs/run_{gpus}gpu_{job}.log' --time sacct
expect_text out 'gpus,job,time (s)
1,101,100'
