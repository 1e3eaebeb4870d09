#!/bin/bash
#SBATCH --job-name=flow
#SBATCH --partition=cpu
#SBATCH --nodes=1 --ntasks=4
#SBATCH --time=00:30:00

# One rank cuts the mesh,
srun -n 1 ./solver --prepare mesh.dat &&
  # and all of them solve.
  srun -n 4 ./solver --run mesh.dat
