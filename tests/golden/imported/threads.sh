#!/bin/bash
#SBATCH --job-name=stencil
#SBATCH --nodes=1
#SBATCH --cpus-per-task=4
#SBATCH --time=02:00:00
#SBATCH --partition=cpu
#SBATCH --output=logs/cpu_%j.out

export OMP_NUM_THREADS=$SLURM_CPUS_PER_TASK
srun python cnn.py \
    --batch_size 16 \
    --lr 0.001
