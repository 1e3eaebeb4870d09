#!/bin/bash
#SBATCH --job-name=melt
#SBATCH --partition=cpu
#SBATCH --ntasks=4
#SBATCH --mem-per-cpu=200M
#SBATCH --time=0-00:10

set -euo pipefail
module load LAMMPS
mpirun -n 4 lmp -in melt.lammps
