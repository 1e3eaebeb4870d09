#!/bin/bash
#SBATCH --job-name=md
#SBATCH --partition=cpu
#SBATCH --nodes=2
#SBATCH --ntasks-per-node=4
#SBATCH --cpus-per-task=2
#SBATCH --hint=nomultithread
#SBATCH --time=12:00:00

ml purge; ml GROMACS/2024.1
export OMP_NUM_THREADS=${SLURM_CPUS_PER_TASK}

srun gmx_mpi mdrun -ntomp ${SLURM_CPUS_PER_TASK} -s topol.tpr
