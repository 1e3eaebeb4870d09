#!/bin/bash
#SBATCH --job-name=sdxl
#SBATCH --nodes=2
#SBATCH --ntasks-per-node=1
#SBATCH --gres=gpu:4
#SBATCH --cpus-per-task=32
#SBATCH --time=1-00:00:00
#SBATCH --qos=long

export GPUS_PER_NODE=4
export NUM_PROCESSES=8

export LAUNCHER="accelerate launch \
    --num_processes $NUM_PROCESSES \
    --num_machines $SLURM_NNODES \
    --rdzv_backend c10d \
    --main_process_ip $(scontrol show hostnames $SLURM_JOB_NODELIST | head -n 1)"
srun bash -c "$LAUNCHER --machine_rank \$SLURM_PROCID train.py"
