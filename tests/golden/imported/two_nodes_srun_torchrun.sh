#!/bin/bash -l
#SBATCH -J llama
#SBATCH -p gpu -N 2
#SBATCH --ntasks-per-node=1 --gpus-per-node=2
#SBATCH --cpus-per-task=4
#SBATCH -t 30

GPUS_PER_NODE=2
head_node=$(scontrol show hostnames "$SLURM_JOB_NODELIST" | head -n 1)
export OMP_NUM_THREADS=2

srun torchrun --nnodes=$SLURM_NNODES --nproc-per-node=$GPUS_PER_NODE \
  --rdzv-backend=c10d --rdzv-endpoint="$head_node:29500" \
  pretrain.py --num-gpus 2
