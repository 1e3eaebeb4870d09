#!/bin/bash
#SBATCH --job-name=each
#SBATCH --partition=gpu
#SBATCH --nodes=1
#SBATCH --ntasks=2
#SBATCH --gpus-per-task=1
#SBATCH --time=00:10:00

srun python train.py
