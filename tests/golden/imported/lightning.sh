#!/bin/bash
#SBATCH --nodes=2
#SBATCH --gres=gpu:4
#SBATCH --ntasks-per-node=4
#SBATCH --mem=0
#SBATCH --time=0-02:00:00
source activate lit
export NCCL_P2P_LEVEL=NVL
srun python3 train.py fit --trainer.devices 4 --trainer.num_nodes 2 --trainer.strategy ddp
