#!/bin/bash
#SBATCH --job-name=mnist_dp
#SBATCH --nodes=1
#SBATCH --ntasks=2
#SBATCH --cpus-per-task=2
#SBATCH --partition=gpu
##SBATCH --reservation=course
#SBATCH --gres=gpu:2
#SBATCH --output=logs_%j.out
#SBATCH --error=logs_%j.err
#SBATCH --time=00:20:00

echo "on $(hostname), GPUs $CUDA_VISIBLE_DEVICES"
module purge
module load miniconda
conda activate workshop

python mnist.py --epochs=5 --batch-size=128 --workers ${SLURM_CPUS_PER_TASK}
