#!/bin/bash
#SBATCH --job-name=ddp
#SBATCH --partition=gpu
#SBATCH --nodes=2
#SBATCH --ntasks-per-node=2
#SBATCH --cpus-per-task=1
#SBATCH --mem=2gb
#SBATCH --gres=gpu:a100:2
#SBATCH --time=00:10:00
#SBATCH --mail-type=end

export MASTER_PORT=$((10000 + SLURM_JOB_ID % 20000))
export WORLD_SIZE=$((SLURM_NNODES * SLURM_NTASKS_PER_NODE))
echo "world size: $WORLD_SIZE"
first=$(scontrol show hostnames "$SLURM_JOB_NODELIST" | head -n 1)
export MASTER_ADDR=$first

module purge
module load anaconda3/2024.6
conda activate torch-env

srun python train.py
