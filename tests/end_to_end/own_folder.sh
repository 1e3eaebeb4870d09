#!/bin/bash
# Where programs run: in one folder, which runs share, or each in its own; and what precedes them there.
# shellcheck disable=SC2016 # for bash in the runs
# shellcheck source=tests/end_to_end/expect.bash
source "$(dirname "${BASH_SOURCE[0]}")/expect.bash"

# write_sweep NAME LINE...
write_sweep() {
  printf '%s\n' "name: $1" 'scales: [1cpu, 2cpu]' 'repeats: 1' 'seed: 1' "${@:2}" >"$1.yaml"
}

# A trainer that goes on where its checkpoint ends, and writes a log. It says so if it is asked to.
mkdir data
echo 100 >data/steps
echo 'STEPS = 100' >settings.py
cat >train.py <<'PY'
import glob, os, settings, sys, time
for record in glob.glob(os.environ["SCALEGEN_RUN_DIR"] + "/node.*.txt"): os.remove(record)  # of the load beside so short a run
begin = int(open("snapshot.pt").read()) if os.path.exists("snapshot.pt") else 0
if begin and "say" in sys.argv: print(f"Resuming training from snapshot at step {begin}")
if not begin and "slow" in sys.argv: time.sleep(2)
print(f"trained {settings.STEPS - begin} steps in {os.path.basename(os.getcwd())} with {sys.argv[1:]}")
print("Throughput: 100")
open("snapshot.pt", "w").write("100")
open("train.log", "a").write("trained\n")
os.makedirs("__pycache__", exist_ok=True)
PY
metric="metrics: {throughput: {regex: 'Throughput: {number}', unit: images/s}}"
cure="let the program write to a path in {run_dir}, or, if it opens no other file by a relative path, write workdir: \"{run_dir}\"; then measure again in a new run directory: -o NEW_FOLDER"

write_sweep shared 'command: python3 train.py {ranks}' "$metric"
mkdir other-local && touch other-local/plan.jsonl
expect_exit 0 "$SCALEGEN" sweep shared.yaml
expect_text <(grep "share the folder" out) "warning: runs share the folder $work: 2cpu-r1 found 'snapshot.pt', which 1cpu-r1 had left: see 'scalegen explain checkpoint'"
expect_line "shared-local/runs/2cpu-r1/1/out" "trained 0 steps in ${work##*/}"
expect_text <(grep -v '^begun ' "shared-local/runs/2cpu-r1/1/folder.txt") "folder path=$work
there file=snapshot.pt
there file=train.log
made file=snapshot.pt
made file=train.log"
rm snapshot.pt train.log

# What a run prints, or how much less time it takes, shows that it went on: its rung has a star.
write_sweep said 'command: python3 train.py {ranks} say' "$metric"
expect_exit 0 "$SCALEGEN" sweep said.yaml
expect_text <(grep -E "^warning: .*(seems to go on|share)" out) "warning: 2cpu *: 2cpu-r1 seems to go on with 'snapshot.pt', which 1cpu-r1 left in $work: \
it printed 'Resuming training from snapshot at step 100': such a figure is of other work; $cure"
expect_text <(grep -o '^[12]cpu .* \*$' out | sed 's/  .*//') "2cpu"

# Also one that was there before the sweep.
write_sweep before 'command: python3 train.py {ranks} say' "$metric"
expect_exit 0 "$SCALEGEN" sweep before.yaml
expect_text <(grep -E "^warning: .*(seems to go on|share)" out) "warning: 1cpu, 2cpu *: 1cpu-r1 seems to go on with a checkpoint that was there before: \
it printed 'Resuming training from snapshot at step 100' (so does 1 other run): such a figure is of other work; $cure"
rm snapshot.pt train.log
write_sweep silent 'command: python3 train.py {ranks} slow' "$metric"
sed -i 's/repeats: 1/repeats: 2/' silent.yaml
expect_exit 0 "$SCALEGEN" sweep silent.yaml
went_on="warning: 1cpu, 2cpu *: 1cpu-r2 seems to go on with 'snapshot.pt', which 1cpu-r1 left in $work: it took N s, and 1cpu-r1 took N s \
(so do 2 other runs): such a figure is of other work; $cure"
went_on_in() { grep -E "^warning: .*(seems to go on|share)" "$1" | sed 's/took [0-9.e-]* s/took N s/g'; }
expect_text <(went_on_in out) "$went_on"
rm snapshot.pt train.log

# The one run that did all of the work is no slow first run: it stays, and is not done once more with its own checkpoint.
write_sweep once_more 'command: python3 train.py {ranks} slow'
sed -i 's/repeats: 1/repeats: 2/' once_more.yaml
expect_exit 0 "$SCALEGEN" sweep once_more.yaml
expect_text <(went_on_in out) "$went_on"
[[ ! -e once_more-local/runs/1cpu-r1/2 ]] || fail "it began once more" "$(cat err)"
! grep -q 'once more' out err || fail "it is to be measured once more" "$(cat out err)"
rm snapshot.pt train.log

# A script that somebody changed between two runs may do other work.
cp train.py edited.py
write_sweep edited 'command: python3 edited.py {ranks}' "$metric"
expect_exit 0 "$SCALEGEN" sweep edited.yaml
rm snapshot.pt train.log
echo 'print("more")' >>edited.py
sed -i 's/repeats: 1/repeats: 2/' edited.yaml
expect_exit 0 "$SCALEGEN" sweep edited.yaml
expect_line out "warning: 'edited.py' was changed after 2cpu-r1 and before 1cpu-r2, 2cpu-r2: if it does other work now, these do not compare; \
measure all with it in a new run directory: -o NEW_FOLDER"
rm snapshot.pt train.log

# So may one that somebody changed while a run was running, and no run left it.
cat >own.py <<'PY'
import os, sys, time
if sys.argv[1] == "2" and not os.path.exists("edited.txt"):
    open("waits.txt", "w").close()
    while not os.path.exists("edited.txt"): time.sleep(0.05)
print("Throughput: 100")
PY
write_sweep during 'command: python3 own.py {ranks}' "$metric"
sed -i 's/repeats: 1/repeats: 2/' during.yaml
"$SCALEGEN" sweep during.yaml >out 2>err &
until [[ -e waits.txt ]]; do sleep 0.05; done
echo 'print("more")' >>own.py
touch edited.txt
wait $! || fail "the sweep failed" "$(cat err)"
expect_text <(grep -E "was changed|had left" out | sed -E 's/and .* found it so/and RUNS found it so/') \
  "warning: 'own.py' was changed while 2cpu-r1 was running, and RUNS found it so: if it does other work now, these do not compare; \
measure all with it in a new run directory: -o NEW_FOLDER"
rm own.py waits.txt edited.txt

# Nobody trains on from pictures, logs and metrics.
write_sweep pictures "command: 'touch loss.png out.log metrics.csv; mkdir -p wandb; touch wandb/run-{ranks}.wandb; echo \"Throughput: 100\"'" "$metric"
expect_exit 0 "$SCALEGEN" sweep pictures.yaml
! grep --quiet -E "seems to go on|share the folder" out || fail "pictures are warned of" "$(cat out)"
rm -r loss.png out.log metrics.csv wandb

# Files of which each run has its own are not shared, unless another round has the same.
for rounds in 1 2; do
  write_sweep "private-$rounds" "command: 'touch out-{ranks}.pt; echo \"Throughput: 100\"'" "$metric"
  sed -i "s/repeats: 1/repeats: $rounds/" "private-$rounds.yaml"
  expect_exit 0 "$SCALEGEN" sweep "private-$rounds.yaml"
  rm out-?.pt
  if ((rounds == 1)); then
    ! grep --quiet "share the folder" out || fail "files of each run's own are said to be shared" "$(cat out)"
  else
    expect_line out "runs share the folder $work: 2cpu-r2 found 'out-2.pt', which 2cpu-r1 had left, and 1 other file: see 'scalegen explain checkpoint'"
  fi
done

# Each run in its own folder: the script and what it imports are found, and nothing is shared.
write_sweep own 'command: python3 train.py {ranks}' "$metric" 'workdir: "{run_dir}"'
expect_exit 0 "$SCALEGEN" sweep own.yaml
expect_text err "$(grep -v warning err)"
! grep --quiet "share the folder" out || fail "runs with folders of their own share one" "$(cat out)"
for run in 1cpu-r1 2cpu-r1; do
  expect_line own-local/runs/$run/1/out "trained 100 steps in work with ['${run%cpu-r1}']"
  [[ -e own-local/runs/$run/1/work/snapshot.pt ]] || fail "$run left no checkpoint of its own"
  [[ ! -e own-local/runs/$run/1/folder.txt ]] || fail "$run has a folder of its own, and was looked for another's files"
done
[[ ! -e snapshot.pt ]] || fail "a run wrote into the folder of the sweep file"

# A module, too; by a list of words, which has no text of bash.
write_sweep module 'python: [-m, train, "{ranks}"]' 'scales: [1cpu]' "$metric" 'workdir: "{run_dir}/{rung}"'
sed -i '2d' module.yaml
expect_exit 0 "$SCALEGEN" sweep module.yaml
expect_line module-local/runs/1cpu-r1/1/out "trained 100 steps in 1cpu with ['1']"

# What would not be found there is said, with what to write.
mkdir venv
write_sweep lost 'command: [python3, train.py, --data=data, "{ranks}"]' 'workdir: "{run_dir}"' 'setup: ls venv' 'env: {STEPS: data/steps}'
expect_exit 0 "$SCALEGEN" plan lost.yaml
expect_text err "lost.yaml:5:37: warning: 'data' is in the folder of the sweep file, and not in a run's own
    5 | command: [python3, train.py, --data=data, \"{ranks}\"]
      |                                     ^
      = hint: if the program reads it, write {sweep_dir}/data; what it writes belongs into its own folder
lost.yaml:7:11: warning: 'venv' is in the folder of the sweep file, and not in a run's own
    7 | setup: ls venv
      |           ^
      = hint: if the program reads it, write {sweep_dir}/venv; what it writes belongs into its own folder
lost.yaml:8:14: warning: 'data/steps' is in the folder of the sweep file, and not in a run's own
    8 | env: {STEPS: data/steps}
      |              ^
      = hint: if the program reads it, write {sweep_dir}/data/steps; what it writes belongs into its own folder"
sed -i '5s/.*/command: [python3, train.py, "--data={sweep_dir}\/data", "{ranks}"]/; 7s,venv,{sweep_dir}/venv,; 8s/.*/env: {STEPS: "{sweep_dir}\/data\/steps"}/' lost.yaml
expect_exit 0 "$SCALEGEN" plan lost.yaml
[[ ! -s err ]] || fail "a path that is found is warned of" "$(cat err)"

# The setup runs where the program will, with its variables, and the program has what it did. Placeholders have their values.
mkdir -p bin 'a b'
printf '#!/bin/bash\necho "by $PWD"\n' >bin/say
chmod +x bin/say
cp -r bin train.py 'a b'
(
  cd 'a b'
  write_sweep set-up 'command: "say {ranks}; env | grep ^OF_ | sort"' 'workdir: "{run_dir}"' \
    'env: {OF_RUNG: "{rung} in {run_dir}", OF_ALL: "$x {unknown}"}' \
    'setup:' '  - export PATH={sweep_dir}/bin:$PATH OF_RANKS={ranks} OF_ADDRESS=$MASTER_ADDR OF_RUN=${SCALEGEN_RUN_ID%-*}' \
    '  - echo "set up $OF_RUNG" >"$SCALEGEN_RUN_DIR/set-up"; pwd >here'
  expect_exit 0 "$SCALEGEN" sweep set-up.yaml
  attempt=$PWD/set-up-local/runs/2cpu-r1/1
  expect_text "$attempt/out" "by $attempt/work
OF_ADDRESS=127.0.0.1
OF_ALL=\$x {unknown}
OF_RANKS=2
OF_RUN=2cpu-r1
OF_RUNG=2cpu in $attempt
scalegen: end of 2cpu-r1"
  expect_text "$attempt/set-up" "set up 2cpu in $attempt"
  expect_text "$attempt/work/here" "$attempt/work"
)

write_sweep near 'python: train.py' 'workdir: "{run_dirs}"' 'setup: echo {rank}' 'env: {A: "{node}"}'
expect_exit 2 "$SCALEGEN" plan near.yaml
expect_text <(grep -E 'warning|error|hint' err) "near.yaml:6:11: warning: '{run_dirs}' is not a placeholder and stays as it is
      = hint: did you mean '{run_dir}'?
near.yaml:7:13: error: '{rank}' is not a placeholder of this sweep
      = hint: did you mean '{ranks}'?
near.yaml:8:11: warning: '{node}' is not a placeholder and stays as it is
      = hint: did you mean '{nodes}'?"
