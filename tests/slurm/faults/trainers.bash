#!/bin/bash
# Sourced by faults_test: trainers of a person's own that do what none should, and the folders in which they do it.
# shellcheck disable=SC2016 # for bash in the runs
# shellcheck disable=SC2154 # what it sets

# begin_own NAME LINE...: trainer.sh on standard input is the trainer, which srun starts on both nodes of the second rung.
begin_own() {
  begin "$1"
  cat >trainer.sh
  printf '%s\n' "name: $1" 'account: p123' "time_limit: ${time_limit-5m}" 'scales: [1cpu, 2x1cpu]' 'repeats: 1' \
    'parameters: {cpus_per_task: 1}' "${@:2}" >"$1.yaml"
}
throughput="metrics: {throughput: {regex: 'Throughput: {number}', unit: images/s}}"
row_of() { sed --quiet "s/  */ /g; s/ $//; /^$1\(:\| [0-9][0-9]* [0-9]\)/p" out | sed '/run again to prove it/d'; } # or why it has no figure
lives() { grep --quiet --no-messages "^State:[[:space:]]*[^ZX[:space:]]" "/proc/$1/status"; }

# Started once by the script, and by srun on all nodes.
what_forks_and_returns_has_no_wall_time() {
  local why="'sleep 300' went on when its command had returned: start it in the foreground"
  begin_own forks 'command: bash trainer.sh {ranks}' <<<'setsid sleep 300 >/dev/null 2>&1 &'
  sweep_ends 1
  expect_equal "$(row_of 2x1cpu)" "2x1cpu: $why"
  begin_own forks 'python: fork.py' </dev/null
  printf '%s\n' 'import subprocess' 'subprocess.Popen(["sleep", "300"], start_new_session=True)' >fork.py
  sweep_ends 1
  expect_equal "$(row_of 2x1cpu)" "2x1cpu: $why"
  wait_until 30 no_sleeper || fail "what a program left lives on"
}
no_sleeper() {
  local pid
  for pid in $(pgrep --exact --full 'sleep 300'); do ! lives "$pid" || return 1; done
}

# srun's tasks fail in a pipe whose last part does not.
what_dies_in_a_pipe_has_failed() {
  begin_own pipe 'command: srun --nodes={nodes} --ntasks={ranks} bash trainer.sh 2>&1 | tee {run_dir}/log' "$throughput" <<'END'
echo "Throughput: $((100 * SLURM_NTASKS))"
[[ $SLURM_NTASKS == 1 ]] || { sleep 1; echo "ValueError: no such data" >&2; exit 3; }
END
  sweep_ends 1
  expect_equal "$(verdicts)" "1cpu-r1  completed
2x1cpu-r1  failed: exit status 3: 'srun --nodes=2 --ntasks=2 bash trainer.sh', part 1 of 2 of its pipe: ValueError: no such data"
}

# A site's --export=NONE, and this, reach into srun by SLURM_EXPORT_ENV, which would leave the ranks without the other variables.
what_srun_starts_has_the_variables_of_the_sweep() {
  begin_own variables 'command: srun --nodes={nodes} --ntasks={ranks} bash trainer.sh' "$throughput" 'env: {OF_SWEEP: "{ranks}"}' \
    'sbatch: [--export=PATH]' <<<'echo "Throughput: ${OF_SWEEP}00"'
  sweep_ends 0
  expect_equal "$(row_of 2x1cpu)" "2x1cpu 200 2.00x 100 %"
}

what_removes_its_folder_is_run_once_and_said() {
  begin_own removes 'python: [remove.py]' "$throughput" </dev/null
  printf '%s\n' 'import os, shutil' 'open("ledger", "a").write(os.environ["SCALEGEN_RUN_ID"] + "\n")' \
    'shutil.rmtree(os.environ["SCALEGEN_RUN_DIR"], ignore_errors=True)' >remove.py
  sed --in-place 's/1cpu, 2x1cpu/1cpu/' removes.yaml
  sweep_ends 1
  expect_equal "$(runs_in_ledger)" 1cpu-r1
  expect_line out "the program removed files of its run, in $directory/runs/1cpu-r1/1, and may have removed its figures"
}

# The setup has the variables of the run, and what it did holds on all nodes.
what_is_set_up_holds_on_all_nodes() {
  begin_own set-up 'python: told.py' "$throughput" 'workdir: "{run_dir}"' 'env: {OF_RUNG: "{rung}"}' \
    'setup:' '  - source {sweep_dir}/activate' '  - export OF_SETUP="$OF_RUNG at $MASTER_ADDR"; cd "$(mktemp --directory here.XXX)"' </dev/null
  echo 'export ACTIVE=yes' >activate
  printf '%s\n' 'import os, told_more' 'print("Throughput: 100")' \
    'print(os.environ["RANK"], os.environ["OF_SETUP"], os.environ["ACTIVE"], os.path.relpath(os.getcwd(), os.environ["SCALEGEN_RUN_DIR"])[:9])' >told.py
  touch told_more.py
  sweep_ends 0
  expect_equal "$(sed 's/at .* yes/at NODE yes/; /^Throughput/d' "$directory/runs/2x1cpu-r1/1/out" | sort)" "0 2x1cpu at NODE yes work/here
1 2x1cpu at NODE yes work/here
scalegen: end of 2x1cpu-r1"
  ! grep --quiet 'share the folder' out || fail "runs with folders of their own share one: $(cat out)"
}

# Each run begins when the one before it has ended.
what_a_run_leaves_is_said_where_another_found_it() {
  begin_own shared 'python: train.py' "$throughput" 'workdir: lab' </dev/null
  mkdir --parents lab
  printf '%s\n' 'open("snapshot.pt", "a").write("step")' 'print("Throughput: 100")' >lab/train.py
  "${tool[@]}" sweep shared.yaml --cluster cyclone --max-in-flight 1 --yes >out 2>err || fail "$(cat err)"
  grep --quiet --extended-regexp "^warning: runs share the folder $scratch/lab: (2x)?1cpu-r1 found 'snapshot.pt', which (2x)?1cpu-r1 had \
left: see 'scalegen explain checkpoint'" out || fail "a shared file is not said: $(cat out)"
}

trainers() {
  try what_forks_and_returns_has_no_wall_time
  try what_dies_in_a_pipe_has_failed
  try what_srun_starts_has_the_variables_of_the_sweep
  try what_removes_its_folder_is_run_once_and_said
  try what_is_set_up_holds_on_all_nodes
  try what_a_run_leaves_is_said_where_another_found_it
}
