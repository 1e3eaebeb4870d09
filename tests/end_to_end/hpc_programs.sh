#!/bin/bash
# Commands for cores: examples/lammps and examples/gromacs with Debian's programs, on two ranks and two threads; HPC Challenge,
# whose input and figures are in files with fixed names; and an OpenMP program of which each run says how many threads it has.
here=$(dirname "$(readlink --canonicalize "${BASH_SOURCE[0]}")")
# shellcheck source=tests/end_to_end/expect.bash
source "$here/expect.bash"
for program in lmp gmx gmx_mpi hpcc mpirun gcc; do
  command -v "$program" >/dev/null && continue
  echo "cannot run here: no $program; cmake/install-packages tests" >&2
  [[ ! ${SCALEGEN_NO_SKIP-} ]] || exit 1
  exit 77
done
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
unset OMP_NUM_THREADS
cp --recursive "$here/../../examples/lammps" "$here/../../examples/gromacs" .

# fields FILE NAME...: these columns of a report's CSV.
fields() {
  python3 -c 'import csv, sys
def short(cell): return f"{float(cell):.3g}" if cell[:1].isdigit() and cell[-1].isdigit() else cell
for row in csv.DictReader(open(sys.argv[1])): print(*(short(row[name]) for name in sys.argv[2:]))' "$@"
}

# --- LAMMPS: two ranks, in a shorter run.
(cd lammps && sed -i 's/^run .*/run 20/' melt.lammps && sed -i 's/^repeats:.*/repeats: 1/' lammps.yaml)
expect_exit 0 "$SCALEGEN" plan lammps/lammps.yaml
expect_line out "held constant: threads 1, cpus_per_task 1"
expect_line out "variables: MASTER_ADDR, MASTER_PORT, OMP_NUM_THREADS, SCALEGEN_METRICS, "
expect_exit 0 "$SCALEGEN" sweep lammps/lammps.yaml -o lammps-runs
grep --quiet '1 by 1 by 2 MPI processor grid' lammps-runs/runs/2cpu-r1/*/out || fail "2cpu has not two ranks"
[[ -s $(echo lammps-runs/runs/2cpu-r1/*/log.lammps) ]] || fail "LAMMPS has not written its log into the folder of the run"
expect_exit 0 "$SCALEGEN" report lammps-runs
expect_line out "timesteps/s"
expect_exit 0 "$SCALEGEN" report lammps-runs --format csv
expect_text <(fields out rung ranks runs) $'1cpu 1 1\n2cpu 2 1'

# --- GROMACS: one size split between ranks and threads.
(cd gromacs && sed -i 's/^nsteps .*/nsteps = 20/' argon.mdp &&
  sed -i -e 's/^threads:.*/sweep: {threads: [1, all]}/' -e 's/^scales:.*/scales: [2cpu]/' -e 's/^repeats:.*/repeats: 1/' gromacs.yaml)
expect_exit 0 "$SCALEGEN" sweep gromacs/gromacs.yaml -o gromacs-runs
expect_line <(cat gromacs-runs/runs/2cpu-threads=1-r1/*/err) "Using 2 MPI processes"
expect_line <(cat gromacs-runs/runs/2cpu-threads=all-r1/*/err) "Using 2 OpenMP threads"
expect_exit 0 "$SCALEGEN" report gromacs-runs --format csv
expect_text <(fields out threads rung ranks runs) $'1 2cpu 2 1\nall 2cpu 1 1'

# --- HPC Challenge, by the lines of docs/hpc-programs.md: input and figures are files in the folder of each run.
sed -e '6s/^1000/300/' -e '11s/^2/1/' -e '12s/^2/RANKS/' /usr/share/doc/hpcc/examples/_hpccinf.txt >hpccinf.txt
{
  echo $'name: hpcc\nthreads: 1\nscales: [1cpu, 2cpu]\nrepeats: 1'
  # shellcheck disable=SC2016 # backticks of Markdown
  sed --quiet '/^setup: .*hpccinf/,/^```/{/^```/d; p}' "$here/../../docs/hpc-programs.md"
} >hpcc.yaml
expect_exit 0 "$SCALEGEN" plan hpcc.yaml
[[ ! -s err ]] || fail "a file that setup writes is said to be missing" "$(cat err)"
expect_line out "  2cpu  mpirun -n 2 hpcc && cat hpccoutf.txt"
expect_exit 0 "$SCALEGEN" sweep hpcc.yaml
expect_exit 0 "$SCALEGEN" report hpcc-local --format csv
expect_text <(fields out rung ranks runs size) $'1cpu 1 1 300\n2cpu 2 1 300'
for ranks in 1 2; do
  output=$(echo "hpcc-local/runs/${ranks}cpu-r1"/*/work/hpccoutf.txt)
  expect_text <(grep '^HPL_npcol\|^CommWorldProcs' "$output") "CommWorldProcs=$ranks"$'\n'"HPL_npcol=$ranks"
  expect_text <(fields out rung Tflops_per_s | sed --quiet "s/^${ranks}cpu //p") \
    "$(sed --quiet 's/^HPL_Tflops=//p' "$output" | xargs printf '%.3g')"
done

# --- OpenMP: the threads that a program counts. On equal cores, so that its efficiency is of cores.
cat >count.c <<'C'
#include <stdio.h>
#include <stdlib.h>
int omp_get_max_threads(void);
int main(void) {
  const char *said = getenv("OMP_NUM_THREADS");
  printf("%d threads, OMP_NUM_THREADS %s\n%d.0 items/s\n", omp_get_max_threads(), said ? said : "none", 10 * omp_get_max_threads());
}
C
gcc -fopenmp -o count count.c
cat >openmp.yaml <<'YAML'
name: openmp
command: ./count
threads: all
scales: [1cpu, 2cpu]
repeats: 1
metrics: {throughput: {regex: '{number} items/s', unit: items/s}}
YAML
expect_exit 0 "$SCALEGEN" sweep openmp.yaml
expect_line <(cat openmp-local/runs/2cpu-r1/*/out) "2 threads, OMP_NUM_THREADS 2"
expect_exit 0 "$SCALEGEN" report openmp-local --format csv
expect_text <(fields out rung ranks items_per_s efficiency) $'1cpu 1 10 1\n2cpu 1 20 1'
sed -i -e 's/^name:.*/name: unsaid/' -e '/^threads:/d' -e 's/^command:.*/command: ".\/count # {ranks}"/' openmp.yaml
expect_exit 0 "$SCALEGEN" sweep openmp.yaml
expect_line <(cat unsaid-local/runs/1cpu-r1/*/out) "1 threads, OMP_NUM_THREADS none"

# --- What a run finds in its environment is what `plan` lists.
cat >env.yaml <<'YAML'
name: env
command: "env # {ranks}"
threads: 1
env: {MINE: 1}
scales: [1cpu]
repeats: 1
YAML
expect_exit 0 "$SCALEGEN" plan env.yaml
sed --quiet 's/^variables: //p' out | sed 's/ ([^)]*)//g' | tr ',;' '\n' | sed 's/^ //' | sort >listed
expect_exit 0 "$SCALEGEN" sweep env.yaml
names() { grep --only-matching '^[A-Za-z_][A-Za-z_0-9]*=' | sort; }
comm -13 <(env | names) <(cat env-local/runs/1cpu-r1/*/out | names) | sed 's/=$//' >found
expect_text <(grep --invert-match --line-regexp 'SHLVL\|_\|OLDPWD' found) "$(cat listed)"
