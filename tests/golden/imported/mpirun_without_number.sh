#!/bin/bash -e
#SBATCH --job-name=vasp
#SBATCH --partition=cpu
#SBATCH --nodes=1
#SBATCH --ntasks-per-node=4
#SBATCH --time=1-12
#SBATCH --output=%x.%j.out
#SBATCH --error=%x.%j.err

ulimit -s unlimited
module load VASP
mpirun vasp_std
