#!/bin/bash
# generate --plain: short scripts that start what the plan starts; and programs that read Slurm's variables, on this machine.
# shellcheck source=tests/end_to_end/expect.bash
source "$(dirname "${BASH_SOURCE[0]}")/expect.bash"

cat >train.py <<'PY'
import os, sys
names = "SLURM_PROCID", "SLURM_LOCALID", "SLURM_NODEID", "SLURM_NTASKS", "SLURM_NTASKS_PER_NODE", "SLURM_CPUS_PER_TASK", "SLURM_NNODES"
assert os.environ["SLURM_PROCID"] == os.environ["RANK"]
words = [os.environ[name] for name in names] + sys.argv[1:] + [os.environ["WORLD_SIZE"], str(len(os.sched_getaffinity(0)))]
sys.stdout.write(" ".join(words) + "\n")
sys.exit("fail" in sys.argv and os.environ["RANK"] == "1")
PY
write_sweep() { # write_sweep NAME LINE...
  printf '%s\n' "name: $1" 'scales: [1cpu, 2cpu]' 'repeats: 2' "${@:2}" >"$1.yaml"
}

# As within a job or a step of Slurm's, whose numbers are not those of the ranks.
export SLURM_PROCID=7 SLURM_NTASKS=9 SLURM_JOB_ID=77 SLURM_JOB_NODELIST=n1
write_sweep ranks 'python: train.py {ranks}'
expect_exit 0 "$SCALEGEN" plan ranks.yaml
expect_line out "set as under Slurm, since the program reads them: SLURM_PROCID, SLURM_LOCALID, SLURM_NODEID, SLURM_NTASKS, "
expect_exit 0 "$SCALEGEN" sweep ranks.yaml
expect_text <(cat ranks-local/runs/2cpu-r1/1/out{,.1}) "0 0 0 2 2 1 1 2 2 1
scalegen: end of 2cpu-r1
1 1 0 2 2 1 1 2 2 1"

expect_exit 0 "$SCALEGEN" generate ranks.yaml --plain
expect_text out "wrote 2 scripts, to be read: $work/ranks-local-plain/*
try one: bash $work/ranks-local-plain/1cpu.bash"
expect_text <(ls ranks-local-plain) $'1cpu.bash\n2cpu.bash'
expect_text <(cd / && bash "$work/ranks-local-plain/2cpu.bash" | sort) $'0 0 0 2 2 1 1 2 2 1\n1 1 0 2 2 1 1 2 2 1'
expect_text <(bash ranks-local-plain/1cpu.bash) "0 0 0 1 1 1 1 1 1 1"
expect_exit 2 "$SCALEGEN" report ranks-local-plain
expect_line err "'$work/ranks-local-plain' is not a run directory: it has no plan.jsonl"

# The plan and the script show the same line.
line=$("$SCALEGEN" plan ranks.yaml --json | python3 -c 'import json, sys; print(json.load(sys.stdin)["launch_lines"]["2cpu"])')
expect_line ranks-local-plain/2cpu.bash "$line"
expect_line <("$SCALEGEN" plan ranks.yaml) "  2cpu  $line"

# A rank that fails ends the script with its status. What is there is never overwritten.
write_sweep failing 'python: train.py fail {ranks}'
expect_exit 0 "$SCALEGEN" generate failing.yaml --plain -o failing
expect_exit 1 bash failing/2cpu.bash
expect_exit 2 "$SCALEGEN" generate ranks.yaml --plain -o ranks-local
expect_text err "error: '$work/ranks-local' is there already
      = hint: choose another folder with -o FOLDER"
for option in --standalone --one-allocation; do
  expect_exit 2 "$SCALEGEN" generate ranks.yaml --plain "$option"
  expect_line err "$option excludes --plain"
done

# A command is on the cores of its rung, with a folder where it names one.
write_sweep once 'command: cp /proc/self/status {run_dir}/status-of-{ranks}'
expect_exit 0 "$SCALEGEN" generate once.yaml --plain --root "$work/once-local-plain"
expect_exit 0 bash once-local-plain/1cpu.bash
expect_exit 0 bash once-local-plain/2cpu.bash
expect_text <(sed -n 's/^Cpus_allowed_list:\t//p' once-local-plain/1cpu-*/status-of-1 | grep -c '^[0-9]*$') 1
expect_text <(sed -n 's/^Cpus_allowed_list:\t//p' once-local-plain/2cpu-*/status-of-2 | grep -c '[-,]') 1
