#!/bin/bash
#SBATCH --job-name=config
#SBATCH --partition=gpu
#SBATCH --nodes=1
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=2
#SBATCH --gres=gpu:2
#SBATCH --time=5

cat > config.yaml <<END
nodes: 1
name: {run}
END

set -x
srun torchrun --standalone --nproc_per_node 2 \
  train.py --config config.yaml
