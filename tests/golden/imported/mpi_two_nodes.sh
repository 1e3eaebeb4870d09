#!/bin/sh
#SBATCH -N 2
#SBATCH -n 4
#SBATCH -c 2
#SBATCH -p cpu
#SBATCH --exclusive
#SBATCH -C "skylake"
export OMP_NUM_THREADS=2
srun -n 4 -c 2 ./hybrid input.dat
