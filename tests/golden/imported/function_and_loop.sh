#!/bin/bash
#SBATCH --job-name=steps
#SBATCH --partition=cpu
#SBATCH --ntasks=2
#SBATCH --time=5

prepare() {
  echo "preparing $1"
}

prepare data
for seed in 1 2; do
  srun -n 2 ./solver --seed $seed | tee solver.log
done
echo "done"
