#!/bin/bash
#SBATCH --job-name=resnet-ddp
#SBATCH --account=nn1234k
#SBATCH --partition=gpu
#SBATCH --nodes=1
#SBATCH --ntasks-per-node=1
#SBATCH --cpus-per-task=4        # for all four workers
#SBATCH --gres=gpu:2
#SBATCH --time=00:20:00
#SBATCH --output=train_%j.out

module purge
module load PyTorch/2.3

# The environment of the project
source ~/envs/ddp/bin/activate

torchrun --standalone --nproc_per_node=2 train.py --batch-size 256 --epochs 2
