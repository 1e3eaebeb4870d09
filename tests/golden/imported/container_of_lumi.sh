#!/bin/bash
#SBATCH --job-name=vit
#SBATCH --partition=gpu
#SBATCH --nodes=1
#SBATCH --gpus-per-node=4
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=28
#SBATCH --time=0:30:00
#SBATCH --mem=60G

export SIF=/appl/pytorch.sif
export WITH_CONDA="true"

srun singularity exec $SIF bash -c '$WITH_CONDA && python -m torch.distributed.run --standalone --nnodes=1 --nproc_per_node=4 vit.py'
