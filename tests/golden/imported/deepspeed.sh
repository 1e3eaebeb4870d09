#!/bin/bash
#SBATCH --job-name=zero
#SBATCH --nodes=1
#SBATCH --gpus-per-node=4
#SBATCH --cpus-per-gpu=8
#SBATCH --mem-per-gpu=60G
#SBATCH --time=4:00:00
#SBATCH --requeue
#SBATCH --signal=B:USR1@60
module load cuda/12
deepspeed --num_gpus 4 finetune.py --deepspeed_config ds.json
