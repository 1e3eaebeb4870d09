#!/bin/bash
#SBATCH --job-name=multigpu
#SBATCH --account=<project>
#SBATCH --time=01:00:00
#SBATCH --partition=accel
#SBATCH --nodes=1
#SBATCH --ntasks-per-node=1
#SBATCH --cpus-per-task=72
#SBATCH --mem=440G
#SBATCH --gpus=4

# Where the image is
IMAGE="/cluster/containers/pytorch_arm64.sif"
SCRIPT="train_ddp.py --batch-size 1024 --epochs 100"

cd "${SLURM_SUBMIT_DIR}/.."

nvidia-smi --query-gpu=timestamp,utilization.gpu --format=csv -l 5 > gpu.log &
monitor=$!

apptainer exec --nv $IMAGE torchrun --standalone --nnodes=$SLURM_JOB_NUM_NODES --nproc_per_node=$SLURM_GPUS_ON_NODE $SCRIPT

kill $monitor
