#!/bin/bash
# How ranks find each other, and what they say when they do not. Nothing may hang.
# shellcheck source-path=SCRIPTDIR
source "${BASH_SOURCE[0]%/*}/train.bash"

run=(--data synthetic --samples 200 --steps 2 --global-batch 42 --evaluate no --timeout 4)

# Slurm's variables do as well as torchrun's.
MASTER_PORT=$(free_port)
pids=()
for rank in 0 1; do
  SLURM_STEP_ID=0 SLURM_PROCID=$rank SLURM_NTASKS=2 SLURM_LOCALID=$rank MASTER_ADDR=127.0.0.1 MASTER_PORT=$MASTER_PORT \
    timeout 60 "$SCALEGEN_TRAIN" "${run[@]}" --timeout 30 --metrics slurm.jsonl >"out.$rank" 2>"err.$rank" &
  pids+=($!)
done
wait_for_ranks
expect_codes 0 0
expect_text slurm.jsonl '"world_size":2,'

# launched METRICS VARIABLE=VALUE...: two ranks with these variables, in which R stands for the rank. RANK is not among them.
launched() {
  local metrics=$1 rank
  shift
  pids=()
  for rank in 0 1; do
    env -u RANK -u WORLD_SIZE -u LOCAL_RANK -u MASTER_ADDR -u MASTER_PORT "${@//=R/=$rank}" \
      timeout 60 "$SCALEGEN_TRAIN" "${run[@]}" --timeout 30 --metrics "$metrics" >"out.$rank" 2>"err.$rank" &
    pids+=($!)
  done
  wait_for_ranks
  expect_codes 0 0
  expect_text "$metrics" '"world_size":2,'
}

# Many sites' scripts export WORLD_SIZE, and leave the rank to srun. The size of Slurm may then be another one.
launched exported.jsonl WORLD_SIZE=2 SLURM_STEP_ID=0 SLURM_PROCID=R SLURM_NTASKS=1 SLURM_LOCALID=R MASTER_ADDR=127.0.0.1 MASTER_PORT="$(free_port)"
# Nothing but srun: the first node of the step, and a port of the job's own.
launched srun.jsonl SLURM_PROCID=R SLURM_NTASKS=2 SLURM_LOCALID=R SLURM_STEP_NODELIST=localhost,n2 SLURM_STEP_ID=0 SLURM_JOB_ID=$RANDOM
# The same where srun sets PMI's variables as well: --mpi=pmi2, and Cray's.
launched cray.jsonl SLURM_PROCID=R SLURM_NTASKS=2 SLURM_LOCALID=R SLURM_STEP_NODELIST=localhost,n2 SLURM_STEP_ID=0 SLURM_JOB_ID=$RANDOM \
  PMI_RANK=R PMI_SIZE=2 PMI_LOCAL_RANK=R PMI_LOCAL_SIZE=1
# The shell that salloc opens on a node is a step of one task, with the job's SLURM_NTASKS.
SLURM_PROCID=0 SLURM_STEP_ID=4294967290 SLURM_NTASKS=4 SLURM_STEP_NUM_TASKS=1 SLURM_LOCALID=0 timeout 60 "$SCALEGEN_TRAIN" \
  "${run[@]}" --metrics salloc.jsonl >out.0 2>err.0 || fail "in the shell of salloc: $(<err.0)"
expect_text salloc.jsonl '"world_size":1,'
# A batch script that asked for two tasks, and starts one program without srun.
SLURM_PROCID=0 SLURM_NTASKS=2 SLURM_LOCALID=0 timeout 60 "$SCALEGEN_TRAIN" "${run[@]}" --metrics batch.jsonl >out.0 2>err.0 ||
  fail "the only program of a batch script ends with $?"
expect_text batch.jsonl '"world_size":1,'
# mpirun of Open MPI, and of MPICH on one machine. Slurm's variables may be those of mpirun's own step.
launched ompi.jsonl OMPI_COMM_WORLD_RANK=R OMPI_COMM_WORLD_SIZE=2 OMPI_COMM_WORLD_LOCAL_RANK=R OMPI_COMM_WORLD_LOCAL_SIZE=2 \
  PMIX_NAMESPACE="prterun-here-$RANDOM@1" SLURM_PROCID=0 SLURM_NTASKS=1
launched pmi.jsonl PMI_RANK=R PMI_SIZE=2 MPI_LOCALRANKID=R MASTER_ADDR=127.0.0.1 MASTER_PORT="$(free_port)"

# The interface that a person names.
export GLOO_SOCKET_IFNAME=lo,eth9
launched lo.jsonl PMI_RANK=R PMI_SIZE=2 MASTER_ADDR=127.0.0.1 MASTER_PORT="$(free_port)"
GLOO_SOCKET_IFNAME=no0 run_ranks 2 "${run[@]}"
expect_codes 1 1
# Both ranks fail so, and either may be the first to say it.
grep -qE "^scalegen-train: rank 0: (rank 1 failed: )?\\\$GLOO_SOCKET_IFNAME is 'no0', which Gloo cannot use: " err.0 || fail "found '$(<err.0)'"
unset GLOO_SOCKET_IFNAME

# Two machines, of which the first finds itself by its loopback, as Debian's /etc/hosts has it: the second would look there in vain.
MASTER_PORT=$(free_port)
for rank in 0 1; do
  # shellcheck disable=SC2016 # the inner bash expands it
  RANK=$rank WORLD_SIZE=2 MASTER_ADDR=localhost MASTER_PORT=$MASTER_PORT unshare --user --map-root-user --uts \
    bash -c 'hostname "$0" && exec timeout 60 "$@"' "n$rank" "$SCALEGEN_TRAIN" "${run[@]}" >"out.$rank" 2>"err.$rank" &
  pids+=($!)
done
wait_for_ranks
expect_codes 1 1
localhost=$(getent ahosts localhost | awk 'NR == 1 { print $1 }')
cause="\$MASTER_ADDR 'localhost' is $localhost on 'n0' itself, where 'n1' cannot reach it: name an address that both know, or an interface in \$GLOO_SOCKET_IFNAME"
expect_text err.0 "scalegen-train: rank 0: $cause"
expect_text err.1 "scalegen-train: rank 1: rank 0 failed: $cause"

# A rank that never comes.
WORLD_SIZE=3 run_ranks 2 "${run[@]}" --metrics short.jsonl
expect_codes 1 1
for rank in 0 1; do
  [[ $(<"err.$rank") == "scalegen-train: rank $rank: 2 of 3 ranks came within 4 s: rank 2 did not come" ]] || fail "found '$(<"err.$rank")'"
done
expect_text short.jsonl '"message":"2 of 3 ranks came within 4 s: rank 2 did not come"'

# started SIZE RANK...: a process for each of these ranks. Each says the same of all of them, which is left in `said`.
started() {
  local size=$1 place=0 rank
  local -x MASTER_ADDR=127.0.0.1 MASTER_PORT
  shift
  MASTER_PORT=$(free_port)
  pids=()
  for rank; do
    RANK=$rank WORLD_SIZE=$size timeout 60 "$SCALEGEN_TRAIN" "${run[@]}" >"out.$place" 2>"err.$place" &
    pids+=($!)
    place=$((place + 1))
  done
  wait_for_ranks
  place=0
  said=$(sed "s/^scalegen-train: rank $1: //" err.0)
  for rank; do
    ((codes[place] == 1)) || fail "process $place ended with ${codes[place]}"
    # On a busy machine rank 0, whose store has the rest, may be gone before another rank has read it.
    [[ $(<"err.$place") == "scalegen-train: rank $rank: ${said%%:*}" ||
      $(<"err.$place") == "scalegen-train: rank $rank: $said" ]] || fail "found '$(<"err.$place")', not '$said'"
    place=$((place + 1))
  done
}
# Ranks that come twice, and with it too few others: nobody waits for the time-out.
count_time
started 3 0 1 1
[[ $said == "3 of 3 ranks came: rank 2 did not come; rank 1 came twice" ]] || fail "found '$said'"
timeout=0 expect_in_time
started 14 0 2 2
[[ $said == "3 of 14 ranks came within 4 s: ranks 1, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 2 more did not come; rank 2 came twice" ]] || fail "found '$said'"

# Rank 0 that never comes.
MASTER_PORT=$(free_port)
code=0
RANK=1 WORLD_SIZE=2 MASTER_ADDR=127.0.0.1 MASTER_PORT=$MASTER_PORT timeout 60 "$SCALEGEN_TRAIN" "${run[@]}" 2>err.1 || code=$?
((code == 1)) || fail "expected exit code 1, found $code"
expect_text err.1 "rank 1: nobody listens at 127.0.0.1:$MASTER_PORT within the time-out: is rank 0 running there?"

# A port that another program has: rank 0 cannot have it, and what answers the others is not rank 0.
coproc holder { exec "$TOOLS/hold_port"; }
read -r MASTER_PORT <&"${holder[0]}"
start_ranks 2 "${run[@]}"
wait_for_ranks
# shellcheck disable=SC2154 # coproc sets it
kill "$holder_PID"
expect_codes 1 1
expect_one_line err.0
expect_one_line err.1
expect_text err.0 "rank 0: cannot listen on 127.0.0.1:$MASTER_PORT: Address already in use: is a second rank 0 running, or another program?"
expect_text err.1 "rank 1: what listens at 127.0.0.1:$MASTER_PORT does not answer as rank 0 of this run"

# Rank 0 listens with its store and never before: whoever connects at once has found it. Each listening is made to last, so that a
# waiting rank meets the first.
MASTER_PORT=$(free_port)
RANK=1 WORLD_SIZE=2 MASTER_ADDR=127.0.0.1 timeout 60 "$SCALEGEN_TRAIN" "${run[@]}" >out.1 2>err.1 &
pids=($!)
RANK=0 WORLD_SIZE=2 MASTER_ADDR=127.0.0.1 timeout 60 strace --follow-forks --output=listening --trace=listen \
  --inject=listen:delay_exit=300000 "$SCALEGEN_TRAIN" "${run[@]}" >out.0 2>err.0 || fail "rank 0 ends with $?"
wait_for_ranks
expect_codes 0

# What is missing or no number in the environment.
MASTER_ADDR='' run_ranks 2 "${run[@]}"
expect_codes 1 1
expect_text err.0 "scalegen-train: rank 0: \$MASTER_ADDR is not set: 2 ranks cannot find rank 0"
expect_text err.1 "scalegen-train: rank 1: \$MASTER_ADDR is not set: 2 ranks cannot find rank 0"
MASTER_ADDR=no.such.host.invalid run_ranks 2 "${run[@]}"
expect_text err.1 "rank 1: cannot resolve \$MASTER_ADDR 'no.such.host.invalid': "
expect_codes 1 1
says() {
  local message=$1 code=0
  shift
  env "$@" timeout 60 "$SCALEGEN_TRAIN" "${run[@]}" >out.0 2>err.0 || code=$?
  ((code == 1)) || fail "$*: expected exit code 1, found $code"
  expect_text err.0 "$message"
}
says "\$MASTER_PORT: expected a port from 1 to 65535, found '70000'" RANK=0 WORLD_SIZE=2 MASTER_ADDR=127.0.0.1 MASTER_PORT=70000
says "\$RANK: expected a whole number from 0, found 'one'" RANK=one WORLD_SIZE=2
says "\$WORLD_SIZE: expected a whole number from 0, found ''" RANK=0
says "\$RANK: expected a whole number from 0, found ''" WORLD_SIZE=2
says "\$RANK is 2, expected less than \$WORLD_SIZE, 2" RANK=2 WORLD_SIZE=2
