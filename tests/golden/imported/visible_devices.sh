#!/bin/bash
#SBATCH --job-name=old
#SBATCH --gres=gpu:2
#SBATCH --cpus-per-task=4
#SBATCH --time=10
#SBATCH -p gpu
export CUDA_VISIBLE_DEVICES=0,1
python -m torch.distributed.launch --nproc_per_node=2 main.py --world-size 4 --num_gpus=1
