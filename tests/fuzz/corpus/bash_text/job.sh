#!/bin/bash
#SBATCH --nodes=2 -n 8
#SBATCH --gpus-per-node="4"
#SBATCH -t1-00:00:00
# scalegen: allow option-twice because a wrapper reads it
set -euo pipefail
module load cuda
export MASTER_ADDR=$(scontrol show hostnames "$SLURM_JOB_NODELIST" | head -n 1)
GPUS=4; LAUNCH="torchrun --nnodes=$SLURM_NNODES --nproc_per_node=$((GPUS * 1))"
for seed in 1 2 3; do
  if [[ $seed == 2 ]]; then srun --ntasks=2 $LAUNCH train.py & else continue; fi
done
case "$1" in a|b) echo "${x:-'y'}" ;; *) cat <<EOF >out
rank $SLURM_PROCID \$x `date`
EOF
esac
run() { srun python -m torch.distributed.run --rdzv_endpoint="$MASTER_ADDR:29500" train.py 2>&1 | tee log; }
run || exit 1
wait
