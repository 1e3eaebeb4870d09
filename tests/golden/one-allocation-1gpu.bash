#!/bin/bash
# train, run 1gpu-r1, rung 1gpu: 1 node, 1 rank; a rank has 1 GPU and 6 cores
# scalegen 0.1.0: scalegen generate train.yaml --cluster cyclone --one-allocation
# Started by job.sbatch beside it, in that job's allocation.
set -euo pipefail

root=/home/ada/train-cyclone
run=1gpu-r1
if [[ -z ${SLURM_JOB_ID:-} ]]; then
  echo "scalegen: this script wants a Slurm allocation: sbatch job.sbatch" >&2
  exit 69
fi
attempt=$root/runs/$run/${1:-slurm-$SLURM_JOB_ID}

# --- Claim the attempt: the rename works once, so what the tool submits twice measures once.
mkdir -p "$root/runs/$run"
claim=$(mktemp -d "$root/runs/$run/.claim.XXXXXX")
chmod +rx "$claim"
stat=$(<"/proc/$$/stat")
read -ra fields <<<"${stat##*) }" # what follows the name: field 3 and on; 22 is when the process started
job=${SLURM_ARRAY_JOB_ID:+${SLURM_ARRAY_JOB_ID}_${SLURM_ARRAY_TASK_ID}} # as Slurm calls a task of an array
printf '{"pid": %d, "start_time": %s, "boot_id": "%s", "host": "%s", "job": "%s", "time": %s}\n' \
  "$$" "${fields[19]}" "$(</proc/sys/kernel/random/boot_id)" "$(uname -n)" "${job:-${SLURM_JOB_ID:-}}" "$(date +%s.%N)" \
  >"$claim/started.json"
if ! mv -T "$claim" "$attempt" 2>/dev/null; then
  rm -r "$claim"
  [[ -e $attempt/started.json ]] || { echo "scalegen: cannot make the folder $attempt" >&2; exit 73; }
  echo "scalegen: $attempt: already run by $(<"$attempt/started.json")" >&2
  exit 75
fi

# --- On every way out: end what this script started, then say how it ended, as the last act.
set -m # what is started with & leads a process group, so that its children end with it
groups=()
cause=
launched=
finished=
end_groups() {
  ((${#groups[@]} > 0)) || return 0
  kill -TERM -- "${groups[@]/#/-}" 2>/dev/null || return 0
  for _ in {1..40}; do # 0.8 seconds to end well
    kill -0 -- "${groups[@]/#/-}" 2>/dev/null || return 0
    sleep 0.02
  done
  kill -KILL -- "${groups[@]/#/-}" 2>/dev/null || return 0
}
leave() {
  local status=$?
  set +e
  trap '' HUP INT TERM USR1
  disown -a # bash need not report what is ended here
  end_groups
  printf '{"status": %d, "time": %s, "cause": "%s", "launched": %s, "finished": %s}\n' "$status" "$(date +%s.%N)" \
    "$cause" "${launched:-null}" "${finished:-null}" >"$attempt/.exit.json" &&
    mv -T "$attempt/.exit.json" "$attempt/exit.json"
}
trap leave EXIT
trap 'cause=HUP; exit 129' HUP
trap 'cause=INT; exit 130' INT
trap 'cause=TERM; exit 143' TERM
fail() {
  echo "scalegen: $1" | tee -a "$attempt/err" >&2
  exit 69
}
# job.sbatch keeps the time limit, and sends this at its end.
trap 'cause=time_limit; exit 124' USR1

# --- What somebody has edited since scalegen wrote it measures something else: keep it beside the figures.
script=jobs/gpu-r1-r2/1gpu-r1.bash
if [[ -e $root/scripts.cksum ]] &&
  ! grep --quiet --line-regexp --fixed-strings "$(cksum <"$0") $script" "$root/scripts.cksum"; then
  cp "$0" "$attempt/edited.sbatch" || true
fi

# --- Set up, as the site and the sweep file say.
set +u # site scripts may use variables that are not set
module load CUDA/11.7.0
module load cuDNN/8.4.1.50-CUDA-11.7.0
module load NCCL/2.12.12-GCCcore-11.3.0-CUDA-11.7.0
set -u

# --- Look whether all is there that will be wanted.
program="$HOME"/scalegen/cyclone/bin/scalegen-train
[[ -x $program ]] || fail "there is no program $program: 'scalegen build' makes it"

# --- What is run.
command=(
  "$program"
  --model mnist_cnn
  --data auto
  --steps 40
  --global-batch 512
  --optimizer adam
  --learning-rate 0.001
  --precision fp32
  --evaluate yes
  --threads 6
  --device cuda
  --seed 7
)

# --- What looks at the GPUs beside the ranks.
on_each_node() { # runs a line of bash; $1 in it is this attempt's folder
  srun --overlap --nodes=1 --ntasks=1 --ntasks-per-node=1 --cpus-per-task=1 --mem=0 \
    --relative=0 --gpus-per-node=1 \
    --job-name=scalegen-monitor bash -c "$1" on_each_node "$attempt" </dev/null
}
# shellcheck disable=SC2016 # expanded on the node
list_gpus='nvidia-smi --query-gpu=index,uuid,driver_version,name --format=csv,noheader | sed "s/^/$(uname -n), /"'
# shellcheck disable=SC2016 # expanded on the node
watch_gpus='TZ=UTC exec nvidia-smi --format=csv --loop-ms=1000 \
  --query-gpu=timestamp,index,uuid,utilization.gpu,memory.used,power.draw,clocks.sm \
  >"$1/gpu.$(uname -n).csv"'

# --- Write down what this runs on.
json() { # one JSON text
  local text=${1//\\/\\\\}
  text=${text//\"/\\\"}
  printf '"%s"' "${text//[[:cntrl:]]/ }"
}
{
  printf '{"host": %s, "kernel": %s, "cpu": %s, "modules": %s, "slurm": {' \
    "$(json "$(uname -n)")" "$(json "$(uname -r)")" \
    "$(json "$(sed -n '/^model name/{s/[^:]*: //p;q}' /proc/cpuinfo)")" "$(json "${LOADEDMODULES:-}")"
  separator=
  for name in "${!SLURM_@}"; do
    printf '%s%s: %s' "$separator" "$(json "$name")" "$(json "${!name}")"
    separator=', '
  done
  printf '}, '
  printf '"gpus": ['
  separator=
  while IFS=', ' read -r host index uuid driver gpu; do
    printf '%s{"host": %s, "index": %s, "uuid": %s, "driver": %s, "name": %s}' "$separator" "$(json "$host")" \
      "$(json "$index")" "$(json "$uuid")" "$(json "$driver")" "$(json "$gpu")"
    separator=', '
  done < <(on_each_node "$list_gpus" || true)
  printf ']}\n'
} >"$attempt/environment.json"

# --- Watch the GPUs of each node.
on_each_node "$watch_gpus" &
groups+=("$!")
disown "$!" 2>/dev/null || true # it may end when it likes

# --- Say where to meet and where to report.
export SCALEGEN_METRICS=$attempt/metrics.jsonl SCALEGEN_RUN_DIR=$attempt SCALEGEN_RUN_ID=$run-$SLURM_JOB_ID
export OMP_NUM_THREADS=6
export SRUN_CPUS_PER_TASK=6 # since Slurm 22.05 srun does not take it from the job
hosts=$(scontrol show hostnames "$SLURM_JOB_NODELIST")
export MASTER_ADDR=${hosts%%$'\n'*}
export MASTER_PORT=$((10000 + SLURM_JOB_ID % 20000)) # one for each job, below the ports of outgoing connections
launched=$(date +%s.%N)

# --- Start one process a rank. A rank's own number is known only inside srun. The first that fails ends the others; its
# status is the script's: srun's own is the largest, and that of a rank that was ended is larger than most.
# Before the rest each says where it is: the cores that it may use and the GPUs that it is shown.
# shellcheck disable=SC2016 # expanded by each task
srun --nodes=1 --ntasks=1 --ntasks-per-node=1 --kill-on-bad-exit=1 \
  --relative=0 --gpus-per-node=1 \
  bash -c '
  export RANK=$SLURM_PROCID LOCAL_RANK=$SLURM_LOCALID WORLD_SIZE=$SLURM_NTASKS
  echo "rank=${RANK-} cores=$(sed -n "s/^Cpus_allowed_list:[[:space:]]*//p" /proc/self/status)" \
    "gpus=${CUDA_VISIBLE_DEVICES-${ROCR_VISIBLE_DEVICES-}}" >>"$SCALEGEN_RUN_DIR/place.$(uname -n).txt" || true
  "$@" && exit
  status=$?
  set -o noclobber # the first writes
  echo "$status" 2>/dev/null >"$SCALEGEN_RUN_DIR/.failed"
  exit "$status"' task "${command[@]}" </dev/null >>"$attempt/out" 2>>"$attempt/err" &
groups+=("$!")
# In the background, so that signals are heard.
wait "$!" || { status=$?; [[ ! -s $attempt/.failed ]] || status=$(<"$attempt/.failed"); exit "$status"; }
finished=$(date +%s.%N)

# --- All that was started ended well: say so, on a line of its own.
[[ -z $(tail -c 1 "$attempt/out") ]] || echo >>"$attempt/out"
echo "scalegen: end of $run" >>"$attempt/out"
