#!/bin/bash
# Sourced by docs_commands.sh in an empty folder: programs/ with stand-ins for Slurm's clients and what else a page takes for
# granted, and surroundings/ with the files and run directories that pages name, as quick as they can be.
: "${work:?an empty folder}" "${tests:?the folder tests of the project}"

# A job runs before sbatch returns, and has then ended well.
put_slurm() {
  export STAND_IN=$work/slurm
  mkdir "$STAND_IN"
  put_program programs/sbatch <<'END'
[[ $1 != --version ]] || exec echo "slurm 22.05.8"
name=by-hand script=$1 attempt=hand
for word; do [[ $word != --job-name=* ]] || name=${word#*=} script=${*: -2:1} attempt=${!#}; done
number=$(($(ls "$STAND_IN" | wc -l) + 1))
echo "$name" >"$STAND_IN/$number"
SLURM_JOB_ID=$number SLURM_JOB_NODELIST=n1 bash "$script" "$attempt" >/dev/null 2>&1 </dev/null
echo "$number"
END
  put_program programs/sacct <<'END'
for job in "$STAND_IN"/*; do
  echo "${job##*/}|COMPLETED|0:0|n1|10|2026-11-22T10:00:00|4000M|1|||$(<"$job")"
done
END
  put_program programs/scontrol <<END
case "\$*" in
*partition*) cat "$tests/generator/slurm/partitions.txt" ;;
*"show node"*) cat "$tests/generator/slurm/nodes.txt" ;;
*config*) cat "$tests/generator/slurm/config.txt" ;;
*) echo n1 ;;
esac
END
  put_program programs/srun <<'END'
[[ $* != *scalegen-clocks* ]] || exit 0
while [[ $1 == --* ]]; do shift; done
exec "$@"
END
  put_program programs/squeue </dev/null
  put_program programs/mpirun <<<'echo "Performance: 6595.854 tau/day, 15.268 timesteps/s"'
  put_program programs/module </dev/null
}

# yaml_of PAGE FIRST: the block of a page that begins with this line.
yaml_of() {
  awk -v first="$2" '
    { line = $0; sub(/^    /, "", line) }
    line == first { inside = 1 }
    inside && (/^```/ || /^[^ `]/ && $0 != line) { exit }
    inside && /^$/ { exit }
    inside { print line }' "$tests/../$1"
}

put_files() {
  ln --symbolic "$tests/../docs" docs
  ln --symbolic "$tests/end_to_end/mnist-local.tar.gz" . # a bundle of the sweep whose table the README shows
  yaml_of docs/own-trainer.md 'name: mine' >mine.yaml
  yaml_of docs/hpc-programs.md 'name: melt' >melt.yaml
  touch melt.lammps
  echo 'print("1000 images/s, took 3 s")' >train.py
  cat >mnist.yaml <<'YAML'
name: mnist
env: {CUDA_CACHE_DISABLE: "1"} # names GPUs: its ladder is that of GPUs
command: echo "$((1000 * {ranks})) images/s"
metrics: {throughput: {regex: '{number} images/s', unit: images/s}}
YAML
  printf 'rung,seconds\ncpu,192.25\n1gpu,73.48\n2gpu,42.06\n2x2gpu,25.61\n1gpu,73.61\n2gpu,42.2\n2x2gpu,25.7\n' >cyclone.csv
  printf 'rung,seconds\n1gpu,100\n1gpu,101\n2gpu,52\n2gpu,53\n4gpu,30\n' >table.csv
  printf 'rung,seconds\nwarm-up,200\n1gpu,100\n2gpu,52\n' >all.csv
}

put_run_directories() {
  scalegen sweep mnist.yaml &&
    cp --archive mnist-local DIR &&
    scalegen sweep mnist.yaml --cluster cyclone --account p123 &&
    scalegen sweep mine.yaml --cluster cyclone --account p123 &&
    rm --force {mnist,mine}-cyclone/runs/*/*/node.*.txt # these runs are too short to tell the load beside them, and no ranks of theirs meet
}

put_surroundings() {
  mkdir programs surroundings
  ln --symbolic "$(readlink --canonicalize "$SCALEGEN")" programs/scalegen
  PATH=$work/programs:$PATH
  put_slurm
  put_program programs/torchrun <<'END'
while [[ $1 == --* ]]; do shift; done
exec python3 "$@"
END
  export SURROUNDINGS=$work/surroundings
  (cd surroundings && put_files)
  (cd surroundings && put_run_directories) >sweeps.out 2>&1 ||
    fail "a sweep that pages read has failed" "$(cat sweeps.out)"
}
