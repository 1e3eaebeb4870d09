#!/bin/bash -l
#SBATCH --job-name=venv
#SBATCH --partition=cpu
#SBATCH --nodes=1
#SBATCH --ntasks=2
#SBATCH --time=00:10:00

module load python
source venv/bin/activate
srun -n 2 python train.py
deactivate
