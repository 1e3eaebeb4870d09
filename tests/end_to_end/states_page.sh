#!/bin/bash
# Each end and each reason to wait that docs/runner.md shows, played with the scripts that a user gets and stand-ins for Slurm's clients: the
# page shows what `sweep` and `status` print of them, word for word. SCALEGEN_UPDATE_GOLDEN=1 rewrites the page.
# shellcheck source=tests/end_to_end/expect.bash
source "$(dirname "${BASH_SOURCE[0]}")/expect.bash"
project=$(readlink --canonicalize "$(dirname "${BASH_SOURCE[0]}")/../..")
page=$project/docs/runner.md
export HOME=$work folder=$work
mkdir bin slurm
PATH=$work/bin:$PATH

# What Slurm's accounts say of each: state, exit, nodes, memory of the largest step; and a step that failed.
cat >ends <<'END'
completed COMPLETED 0:0 cpu-1
step_failed COMPLETED 0:0 cpu-1 - 0|FAILED|1:0|python3
failed FAILED 3:0 cpu-1
nccl_timeout FAILED 134:0 cpu-1
timeout TIMEOUT 0:0 cpu-1
out_of_memory OUT_OF_MEMORY 0:125 cpu-1 3800000K
node_fail NODE_FAIL 1:0 cpu-3
preempted PREEMPTED 0:15 cpu-1
cancelled CANCELLED 0:15 cpu-1
no_end COMPLETED 0:0 cpu-1
END
cat >reasons <<'END'
running RUNNING None
starting CONFIGURING None
resources PENDING Resources
priority PENDING Priority
held PENDING JobHeldUser
held_by_the_site PENDING JobHeldAdmin
not_started PENDING launch failed requeued held
requeued_and_held PENDING job requeued in held state
too_long PENDING PartitionTimeLimit
too_large PENDING PartitionNodeLimit
partition_down PENDING PartitionDown
jobs_of_the_qos PENDING QOSMaxJobsPerUserLimit
gpus_of_a_job PENDING QOSMaxGRESPerJob
gpus_of_a_person PENDING QOSMaxGRESPerUser
hours_of_the_account PENDING AssocGrpCPUMinutesLimit
no_account PENDING InvalidAccount
no_such_feature PENDING BadConstraints
nodes_down PENDING ReqNodeNotAvail, UnavailableNodes:cpu-[1-4]
reservation PENDING Reservation
END

put_program bin/module </dev/null
put_program bin/scontrol <<<'echo cpu-1'
# A job's number is its place in the list, and its attempt. What ends well runs to its end; what Slurm ends is killed as Slurm does it.
put_program bin/sbatch <<'END'
attempt=${!#} script=${*: -2:1} name=$3
for word; do [[ $word != --job-name=* ]] || name=${word#*=}; done
case=${script##*case=} case=${case%%-r1/*}
number=$(($(cat "$folder/ends" "$folder/reasons" | cut --delimiter=' ' --fields=1 | grep --line-number --line-regexp "$case" | cut --delimiter=: --fields=1) * 10 + 4700 + attempt))
echo "$name $case" >"$folder/slurm/$number"
export SLURM_JOB_ID=$number SLURM_JOB_NODELIST=cpu-1
case $case in
  completed | failed | step_failed | nccl_timeout) bash "$script" "$attempt" >/dev/null 2>&1 </dev/null ;;
  timeout | out_of_memory | node_fail | preempted | cancelled | no_end | running)
    setsid bash "$script" "$attempt" >/dev/null 2>&1 </dev/null &
    until [[ -s $folder/slurm/$number.program ]]; do sleep 0.02; done
    if [[ $case == running ]]; then
      echo "$! $(<"$folder/slurm/$number.program")" >"$folder/runs_on"
    else
      kill -KILL "$!" "$(<"$folder/slurm/$number.program")"
    fi
    ;;
esac
echo "$number"
END
put_program bin/program <<'END'
case $1 in
  completed | step_failed) echo "Throughput: 1000 images/s" ;;
  failed) echo "ValueError: no such data" >&2 && exit 3 ;;
  nccl_timeout)
    echo "[rank1]:[E1122 10:30:00.0 ProcessGroupNCCL.cpp:616] [Rank 1] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=17, OpType=ALLREDUCE, NumelIn=25557032, NumelOut=25557032, Timeout(ms)=600000) ran for 600031 milliseconds before timing out." >&2
    exit 134
    ;;
  *) echo "$$" >"$folder/slurm/$SLURM_JOB_ID.program" && exec sleep 100 ;;
esac
END
# for_each_job WORDS... calls row NUMBER NAME CASE for those jobs that are asked for, by number or by name.
cat >bin/asked.bash <<'END'
for_each_job() {
  local number name case wanted=,
  for word; do [[ $word != --jobs=* && $word != --name=* ]] || wanted=,${word#*=},; done
  for number in $(cd "$folder/slurm" && ls | grep --extended-regexp '^[0-9]+$'); do
    read -r name case <"$folder/slurm/$number"
    [[ $wanted != *,$number,* && $wanted != *,$name,* ]] || row
  done
}
END
put_program bin/squeue <<'END'
. "$folder/bin/asked.bash"
row() {
  local state reason nodes='' start=N/A
  read -r _ state reason < <(grep "^$case " "$folder/reasons") || return 0
  [[ $state == PENDING ]] || nodes=cpu-1 start=2026-11-22T10:00:00
  [[ $reason != Priority ]] || start=2026-11-23T08:00:00
  echo "$number|$state|$nodes|10:00 $start|$name|$reason"
}
for_each_job "$@"
END
put_program bin/sacct <<'END'
. "$folder/bin/asked.bash"
row() {
  local state exit nodes used step
  read -r _ state exit nodes used step < <(grep "^$case " "$folder/ends") || return 0
  echo "$number|$state|$exit|$nodes|10|2026-11-22T10:00:00|4000M|1|||$name"
  [[ ! $used || $used == - ]] || echo "$number.batch|$state|$exit|$nodes||2026-11-22T10:00:00||1|$used||batch"
  [[ ! $step ]] || echo "$number.${step%|*}|$nodes||2026-11-22T10:00:00||1|||${step##*|}"
}
for_each_job "$@"
END

# write_sweep NAME: one run for each line of the file NAME.
write_sweep() {
  cat >"$1.yaml" <<YAML
name: $1
command: $work/bin/program {case}
metrics: {throughput: {regex: 'Throughput: ([0-9.]+)', unit: images/s}}
account: p123
time_limit: 10m
scales: [1cpu]
repeats: 1
parameters: {cpus_per_task: 1}
sweep: {case: [$(cut --delimiter=' ' --fields=1 "$1" | paste --serial --delimiters=,)]}
YAML
}

# in_a_hurry COMMAND...: with a clock that goes 20 times as fast, since what is lost is waited for.
cc -O2 -shared -fPIC -o clock.so "$project/tests/slurm/clock.c"
in_a_hurry() {
  : >clock
  while sleep 0.1; do truncate --size=+2 clock; done &
  local winder=$! status=0
  ASAN_OPTIONS=verify_asan_link_order=0 TESTBED_CLOCK=$work/clock LD_PRELOAD=$work/clock.so "$@" || status=$?
  kill "$winder"
  return "$status"
}

# block_of NAME: the lines that the page shows behind the marker of that name.
block_of() { awk -v marker="<!-- $1 -->" '$0 == marker { found = 1 } found && /^```/ { if (inside) exit; inside = 1; next } inside' "$page"; }

put_block() { # NAME: standard input takes its place
  awk -v marker="<!-- $1 -->" -v text="$(cat)" '
    $0 == marker { found = 1 }
    found && /^```$/ { if (inside) { found = inside = 0 } else { print; print text; inside = 1; next } }
    !inside' "$page" >page.new
  cp page.new "$page"
}

# expect_shown NAME: standard input is what the page shows.
expect_shown() {
  cat >seen
  [[ ! ${SCALEGEN_UPDATE_GOLDEN-} ]] || put_block "$1" <seen
  diff --unified <(block_of "$1") seen >&2 || fail "docs/runner.md does not show this: SCALEGEN_UPDATE_GOLDEN=1 rewrites it"
}

write_sweep ends
expect_exit 1 in_a_hurry "$SCALEGEN" sweep ends.yaml --cluster cyclone
sed --quiet '/^1cpu (case /p' out | expect_shown ends

write_sweep reasons
expect_exit 0 "$SCALEGEN" sweep reasons.yaml --cluster cyclone --detach
expect_exit 0 "$SCALEGEN" status reasons-cyclone
xargs kill -KILL <runs_on
sed 's/for [0-9]* s/for 12 s/' out | expect_shown reasons
