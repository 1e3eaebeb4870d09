#!/bin/bash
# train, run 1gpu-r1, rung 1gpu: 1 node, 1 rank; a rank has 1 GPU and 10 cores
# scalegen 0.1.0: scalegen generate train.yaml --cluster cyclone --one-allocation
# Started by job.sbatch beside it, in that job's allocation.
set -euo pipefail
_root=/home/ada/train-cyclone
[[ -r $_root/lib/job.bash ]] || { echo "scalegen: cannot read $_root/lib/job.bash, which this script needs" >&2; exit 69; }
# shellcheck source=/dev/null
source "$_root/lib/job.bash"
sg_begin_slurm_run 1gpu-r1 jobs/gpu-r1-r2/1gpu-r1.bash "$@" # claims the attempt; every way out writes exit.json
set -- # what the set-up sources sees no arguments of this script
sg_keep_time_limit 600
sg_begin_setup # notes each command before it runs, should it end the script

# --- Set up, as the site says.
set +u # site scripts may use variables that are not set
module load CUDA/11.7.0
module load cuDNN/8.4.1.50-CUDA-11.7.0
module load NCCL/2.12.12-GCCcore-11.3.0-CUDA-11.7.0
set -eu
sg_end_setup # options, functions, traps and background processes belong to the script again

# --- The command, and what it needs.
_program="$HOME"/scalegen/cyclone/bin/scalegen-train
sg_require_program "$_program"
_command=(
  "$_program"
  --model mnist_cnn
  --data auto
  --seconds 20
  --global-batch 512
  --optimizer adam
  --learning-rate 0.001
  --precision fp32
  --evaluate yes
  --threads 10
  --device cuda
  --seed 7
)

# --- Record the environment and watch the GPUs.
sg_use_first_nodes 1 --gpus-per-node=1
sg_record_environment nvidia_smi
sg_watch_gpus nvidia_smi 1000 timestamp,index,uuid,utilization.gpu,memory.used,power.draw,clocks.sm

# --- Start one process a rank. The first that fails ends the others, and its status is the script's.
export OMP_NUM_THREADS=10
sg_launch_ranks --ntasks=1 --ntasks-per-node=1 --cpus-per-task=10 -- "${_command[@]}"
sg_mark_end
