#!/bin/bash
# Sourced by the tests that give whole sweeps to a Slurm which is set up as Cyclone's profile says: a small sweep, a trainer that keeps a
# ledger of what was executed, and what must come of it. SCALEGEN is the tool to test, TOOLS the folder of site_conf.
# shellcheck disable=SC2154 # source comes from expect.bash
. "$source/stand_ins.bash"
: "${SCALEGEN:?}" "${TOOLS:?}"

tool=("$SCALEGEN")
each_run_once=$'1cpu-r1\n1cpu-r2\n2x1cpu-r1\n2x1cpu-r2'

# Its steps take the same time on every machine, and it writes down what ran. As long as there is a file `hold`, or `hold_RUN`, it waits;
# where there is a file `fail`, or `fail_RUN`, rank 0 fails.
put_trainer() {
  put_program trainer <<'END'
folder=${0%/bin/*}
[[ $RANK != 0 ]] || echo "$SCALEGEN_RUN_ID" >>"$folder/ledger"
rm --force "$SCALEGEN_RUN_DIR"/node.*.txt # other tests may run beside it
run=${SCALEGEN_RUN_ID%-*}
while [[ -e $folder/hold || -e $folder/hold_$run ]]; do sleep 0.1; done
[[ $RANK == 0 ]] || exit 0
[[ ! -e $folder/fail && ! -e $folder/fail_$run ]] || { echo "no such data" >&2 && exit 3; }
for step in 1 2 3 4; do
  echo '{"event":"step","step":'$step',"seconds":0.0'$((8 / WORLD_SIZE))',"samples":512}'
done >>"$SCALEGEN_METRICS"
END
}

# Where each rank was, besides what the trainer does: a line for each run in `places`.
put_placed_trainer() {
  put_trainer
  mv bin/trainer bin/train_only
  put_program trainer <<'END'
folder=${0%/bin/*}
run=${SCALEGEN_RUN_ID%-*}
echo "$(uname -n) rank $RANK of $WORLD_SIZE, GPU $CUDA_VISIBLE_DEVICES, $(nproc) cores" >>"$folder/places.$run"
exec bash "$folder/bin/train_only" "$@"
END
}

# It lists the GPUs that its step can see.
put_listing_monitor() {
  put_program nvidia-smi <<'END'
[[ $* != *--loop-ms=* ]] || exec sleep 600
for gpu in ${CUDA_VISIBLE_DEVICES//,/ }; do echo "$gpu, GPU-$gpu-of-$(hostname), 535.104.05, Tesla V100-SXM2-32GB"; done
END
}

# write_cpus_of_cyclone NODES: its CPU partition alone, with few nodes that all have a slurmd, and a project to charge. By their memory nine
# jobs share a node: a slurmd of 22.05 that starts dozens at once can die of it ("double free or corruption").
write_cpus_of_cyclone() {
  "$TOOLS/site_conf" cyclone | sed "/gpu/d; s/cpu-\[1-17\]/cpu-[1-$1]/g"
  printf '%s\n' 'DefMemPerCPU=20000'
  write_project
}

write_project() {
  printf '%s\n' '#sacctmgr add account p123 Description=project Organization=site' '#sacctmgr add user root Account=p123 DefaultAccount=p123'
}

write_sweep() { # write_sweep NAME LINE...
  printf '%s\n' "name: $1" 'workload: mnist_cnn' 'data: synthetic' 'account: p123' "time_limit: ${time_limit-5m}" \
    'scales: [1cpu, 2x1cpu]' 'repeats: 2' 'parameters: {steps: 4, global_batch: 32, cpus_per_task: 1}' "${@:2}" >"$1.yaml"
}

# begin NAME LINE...: with nothing left of what came before
begin() {
  name=$1
  directory=$PWD/$name-cyclone
  rm --recursive --force "$directory"
  write_sweep "$@"
  : >ledger
  rm --force hold hold_* fail fail_* clock_of_the_tool
}

# In the current folder, where the trainer is too. All jobs are with Slurm at once, unless the test is about the trial.
sweep() { sweep_with_trial --no-trial "$@"; }
sweep_with_trial() { "${tool[@]}" sweep "$name.yaml" --cluster cyclone --train "${train-$PWD/bin/trainer}" "$@" >out 2>err; }

# Sets its process number: what is killed must be the tool, not a shell around it.
# shellcheck disable=SC2034 # read by who sources this
sweep_in_background() { sweep_with_trial_in_background --no-trial "$@"; }
sweep_with_trial_in_background() {
  "${tool[@]}" sweep "$name.yaml" --cluster cyclone --train "$PWD/bin/trainer" "$@" >out 2>err &
  follower=$!
}

runs_in_ledger() { sed 's/-[0-9]*$//' ledger | sort; }
each_run_has_begun() { [[ $(runs_in_ledger) == "$each_run_once" ]]; }
is_queued_or_runs() { [[ $(squeue --noheader --states=PENDING,RUNNING | wc --lines) == "$1" ]]; }
job_named() { squeue --noheader --states=PENDING,RUNNING --format='%i %j' | sed --quiet "s/ $1-[0-9]*-[0-9a-f]*\$//p"; }
events() { grep --count "\"event\":\"$1\"" "$directory/journal.jsonl"; }

expect_line() { grep --quiet --fixed-strings -- "$2" "$1" || fail "no line of $1 holds: $2"$'\n'"$(cat "$1")"; }
# expect_ended COUNT: what `cancel` has said in `out`, with the jobs' numbers.
expect_ended() {
  grep --quiet --line-regexp "$1 jobs\? ended: [0-9_, ]*; to run what is missing: scalegen sweep $directory" out || fail "$(<out)"
}
expect_each_run_once() { expect_equal "$(runs_in_ledger)" "$each_run_once"; }
expect_the_ladder() { expect_line out "2x2gpu     25600  "; }
expect_the_table() { expect_line out "2x1cpu     12800  "; }

# A clock of the tool's own: it is patient with disks that lag and with jobs that Slurm has lost from sight. A tool with
# sanitizers may come behind it.
give_the_tool_a_clock() {
  tool=(/usr/bin/env ASAN_OPTIONS=verify_asan_link_order=0 TESTBED_CLOCK="$scratch/clock_of_the_tool" LD_PRELOAD="$bed/clock.so" "$SCALEGEN")
}
hurry() { truncate --size=+10 "$scratch/clock_of_the_tool"; }
follower_has_ended() {
  hurry
  sleep 1
  ! kill -0 "$follower"
}

# Where a sweep hangs: what it said and did, what Slurm has of its jobs, and what Slurm's daemons say.
what_happened() {
  cat err
  tail --lines=12 "$directory/journal.jsonl"
  squeue --all
  sacct --allocations --format=JobID,JobName%30,State,ExitCode,Start,End,NodeList
  tail --lines=4 "$bed"/log/*
}

# expect_end STATUS: of the sweep in the background, which must not hang. Slurm may take a minute to give up the output of a step whose srun
# is gone, and the tool then looks once a minute.
expect_end() {
  wait_until 240 follower_has_ended || { fail "it does not end"$'\n'"$(what_happened)" && kill -KILL "$follower"; }
  wait "$follower"
  local status=$?
  ((status == $1)) || fail "it ended with $status, not $1"$'\n'"$(cat out err)"
}

# expect_exit STATUS COMMAND...
expect_exit() {
  local status=0
  "${@:2}" || status=$?
  ((status == $1)) || fail "'${*:2}' ended with $status, not $1"$'\n'"$(cat out err)"
}
