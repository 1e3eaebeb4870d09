#!/bin/bash
# A job script of a person's own becomes a sweep file, with its figure from an old log; and is swept as it is.
# shellcheck source=tests/end_to_end/expect.bash
source "$(dirname "${BASH_SOURCE[0]}")/expect.bash"

cat >job.sh <<'END'
#!/bin/bash
#SBATCH --job-name=stencil
#SBATCH --cpus-per-task=2
#SBATCH --time=00:05:00
#SBATCH --output=slurm-%j.out

GRID=512
touch ran
echo "grid $GRID"
for i in 1 2 3 4; do echo "step $i: 25.5 images/s"; done
END
printf 'grid 512\nstep 1: 25.1 images/s\nstep 2: 25.2 images/s\n' >slurm-7.out
touch --date='2 days ago' slurm-7.out
printf 'nothing\n' >slurm-6.out
touch --date='3 days ago' slurm-6.out

expect_exit 0 "$SCALEGEN" import job.sh --scales 1cpu,2cpu
cp out mine.yaml
expect_text out "# From job.sh, which asks for 2cpu.
name: stencil
scales: [1cpu, 2cpu]
threads: all
software: own # as it is: no modules, variables or container of the site's
time_limit: 5m
metrics: {throughput: {regex: '{number} images/s', unit: images/s}} # slurm-7.out:2: step 1: 25.1 images/s
setup: |
  export GRID=512
command: |
  touch ran
  echo \"grid \$GRID\"
  for i in 1 2 3 4; do echo \"step \$i: 25.5 images/s\"; done"
expect_text err "job.sh:5: --output is left out: a run's output is in its own folder
job.sh:7: exported, since the command may read it
-GRID=512
+export GRID=512"
[[ ! -e ran ]] || fail 'import runs the script'

expect_exit 0 "$SCALEGEN" import job.sh --log slurm-6.out
expect_line out '# CHECK: no figure is known, so that the wall time counts (docs/metrics.md)'

expect_exit 0 "$SCALEGEN" sweep job.sh --scales 1cpu,2cpu
expect_line err 'sweep file: job.yaml'
expect_line err 'note: it runs on this machine; with --cluster NAME its runs are jobs'
cmp mine.yaml job.yaml || fail 'sweep makes the file that import prints' "$(diff mine.yaml job.yaml)"
expect_line out 'stencil on local · strong scaling · throughput as printed'
[[ $(grep --count '"status": 0' stencil-local/runs/*/*/exit.json | grep --count ':1$') == 6 ]] || fail 'three rounds of two sizes'
expect_line <(cat stencil-local/runs/2cpu-r1/*/out) 'grid 512'

# It goes on with what is there, and not with another file of this name.
expect_exit 0 "$SCALEGEN" sweep job.sh --scales 1cpu,2cpu
expect_exit 2 "$SCALEGEN" sweep job.sh --scales 2cpu
expect_text err "error: 'job.yaml' is there, and is not what 'job.sh' becomes
      = hint: go on with 'scalegen sweep job.yaml', or remove it"
cmp mine.yaml job.yaml || fail 'it was written over'
expect_exit 2 "$SCALEGEN" sweep job.yaml --scales 2cpu
expect_text err "error: --scales is for a job script
      = hint: write 'scales:' into 'job.yaml'"
expect_exit 2 "$SCALEGEN" import missing.sh
expect_text err "error: cannot read 'missing.sh': No such file or directory"
