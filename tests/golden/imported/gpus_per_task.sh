#!/bin/bash
#SBATCH -J jax
#SBATCH -p gpu
#SBATCH -N 1
#SBATCH -n 2
#SBATCH -G 2
#SBATCH --cpus-per-task=3
#SBATCH -t 45:00

srun -n $SLURM_NTASKS --ntasks-per-node=2 python train.py --num-gpus 2
