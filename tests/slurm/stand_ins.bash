#!/bin/bash
# Sourced by the tests that run scripts: what a cluster has on PATH and this machine has not. They lie in bin/ of the current folder.

# put_program NAME: bash on standard input.
put_program() {
  { echo "#!/bin/bash" && cat; } >"bin/$1"
  chmod 755 "bin/$1"
}

put_stand_ins() {
  mkdir --parents bin
  export EBROOTLIBFABRIC=/opt/libfabric EBROOTNCCL=/opt/nccl EBROOTAWSMINOFIMINNCCL=/opt/plugin # as Olivia's modules do
  put_program module <<'END'
echo "$SLURM_JOB_ID $*" >>"${0%/*}/modules"
END
  put_program nvidia-smi <<'END'
if [[ $* == *clocks_event_reasons* ]]; then # as drivers before 535
  echo 'Field "clocks_event_reasons.active" is not a valid field to query.'
  exit 2
elif [[ $* != *--loop-ms=* ]]; then
  [[ $* != *throttle_reasons* ]] || exec echo 0x0000000000000004
  echo "0, GPU-of-$(hostname), 525.125.06, Tesla V100-SXM2-32GB"
  exit
fi
asked=$*
printf '%s' "timestamp, index, uuid, utilization.gpu [%], memory.used [MiB], power.draw [W], clocks.current.sm [MHz]"
echo ", ${asked##*clocks.sm,}"
echo "2026/07/14 08:00:00.000, 0, GPU-of-$(hostname), 97 %, 19818 MiB, 231.95 W, 1530 MHz, 0x0000000000000004"
touch "${0%/*}/monitor.$SLURM_JOB_ID.$(hostname)"
exec sleep 600
END
  put_program rocm-smi <<'END'
if [[ $* != *--showuse* ]]; then
  printf '%s\n' "device,Unique ID" "card0,0x$(hostname)"
  exit
fi
printf '%s\n' "device,GPU use (%)" "card0,97"
touch "${0%/*}/monitor.$SLURM_JOB_ID.$(hostname)"
END
  put_program conda <<'END'
[[ $1 == shell.bash ]] || echo "$SLURM_JOB_ID conda $*" >>"${0%/*}/modules"
END
  echo 'echo /scratch,/projappl' | put_program csc-common-bind # as on Roihu
  # apptainer exec|run [OPTION]... IMAGE PROGRAM [WORD]...: the image's name ends in .sif
  put_program apptainer <<'END'
while [[ $1 != *.sif ]]; do shift; done
exec "${@:2}"
END
  cp bin/apptainer bin/singularity
  # A program that waits for the monitor of each node, since a run may end before that begins.
  put_program tell <<'END'
for node in $(scontrol show hostnames "$SLURM_JOB_NODELIST"); do
  until [[ -e ${0%/*}/monitor.$SLURM_JOB_ID.$node ]]; do sleep 0.1; done
done
cores=$(scontrol --oneliner show step "$SLURM_JOB_ID.$SLURM_STEP_ID" | grep --only-matching --perl-regexp ' CPUs=\K\d+')
echo "rank $RANK of $WORLD_SIZE, local $LOCAL_RANK, node $SLURM_NODEID on $(hostname), meets at $MASTER_ADDR:$MASTER_PORT;" \
  "$SLURM_CPUS_PER_TASK of $cores cores, $OMP_NUM_THREADS threads, GPUs $CUDA_VISIBLE_DEVICES"
END
  # Starts the ranks of one node; the first that fails ends it.
  put_program torchrun <<'END'
program=(python3)
while [[ $1 == --* ]]; do
  case $1 in
    --nnodes=*) nodes=${1#*=} ;;
    --nproc_per_node=*) ranks=${1#*=} ;;
    --node_rank=*) node=${1#*=} ;;
    --master_addr=*) export MASTER_ADDR=${1#*=} ;;
    --master_port=*) export MASTER_PORT=${1#*=} ;;
    --no_python) program=() ;;
    *) echo "torchrun: '$1' is no option of this stand-in" >&2 && exit 2 ;;
  esac
  shift
done
for ((rank = 0; rank < ranks; ++rank)); do
  RANK=$((node * ranks + rank)) LOCAL_RANK=$rank WORLD_SIZE=$((nodes * ranks)) "${program[@]}" "$@" &
done
for ((rank = 0; rank < ranks; ++rank)); do wait -n || exit; done
END
}
