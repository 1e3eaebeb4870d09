#!/bin/bash
# Whether the ranks of a program meet at $MASTER_PORT, as PyTorch's do, is seen by their connections; python_ddp.sh has the real ones.
# shellcheck source=tests/end_to_end/expect.bash
source "$(dirname "${BASH_SOURCE[0]}")/expect.bash"
cat >meet.py <<'END'
import os, socket, time
address = os.environ["MASTER_ADDR"], int(os.environ["MASTER_PORT"])
rank, ranks = int(os.environ["RANK"]), int(os.environ["WORLD_SIZE"])
time.sleep(1)  # imports, say
if rank == 0:
    server = socket.create_server(address)
for attempt in range(400):
    try:
        connection = socket.create_connection(address)
        break
    except ConnectionRefusedError:
        time.sleep(0.1)
if rank == 0:
    accepted = [server.accept() for peer in range(ranks)]
seen = os.environ["SCALEGEN_RUN_DIR"] + "/meeting.txt"
for attempt in range(400):  # the script looks now and then
    if os.path.exists(seen):
        break
    time.sleep(0.1)
print("trained")
END
echo 'print("cannot find 2 GPUs. Exiting")' >exit.py
for program in meet exit; do
  printf '%s\n' "name: $program" "python: $program.py" 'scales: [2cpu]' 'parameters: {cpus_per_task: 1}' 'repeats: 1' >$program.yaml
  expect_exit 0 "$SCALEGEN" sweep $program.yaml
  cp out $program.out
  expect_exit 0 "$SCALEGEN" report $program-local --format json
  cp out $program.json
done

# Ranks that never meet, and multiply their rate by the world size: the rate proves nothing. Its steps sleep, so no load matters.
cat >forgot.py <<'END'
import os, random, time
rank, ranks = int(os.environ["RANK"]), int(os.environ["WORLD_SIZE"])
begin = time.time()
for step in range(6):
    time.sleep(0.08 + 0.004 * random.random())
print(f"{6 * 32 * ranks / (time.time() - begin):.2f} images/s")
END
never="its ranks opened no process group at \$MASTER_PORT: unless they met elsewhere, each worked alone"
cat >forgot.yaml <<'YAML'
name: forgot
python: forgot.py
scaling: weak
scales: [1cpu, 2cpu]
parameters: {per_rank_batch: 32, cpus_per_task: 1}
repeats: 3
metrics: {throughput: {regex: '{number} images/s', unit: images/s total}}
YAML
expect_exit 0 "$SCALEGEN" sweep forgot.yaml
[[ $(grep --max-count=1 "^warning: " out) == "warning: 2cpu *: $never; its last line is '"*" images/s'" ]] ||
  fail "it is not the first warning" "$(cat out)"
grep --quiet --extended-regexp "2cpu is open, since it has a star: its ranks opened no process group" out ||
  fail "the answer does not say it" "$(cat out)"
! grep "^Ask for 2cpu" out || fail "ranks that never met are advised"

# A launcher of MPI started them, or there is nothing to share.
sed 's/^name: .*/name: of_mpi\nenv: {PMIX_RANK: "0"}/' forgot.yaml >of_mpi.yaml
sed 's/^name: .*/name: apart/; s/weak/throughput/' forgot.yaml >apart.yaml
for sweep in of_mpi apart; do
  expect_exit 0 "$SCALEGEN" sweep $sweep.yaml
  ! grep "process group" out || fail "$sweep: these need not meet" "$(cat out)"
done

! grep "process group" meet.out || fail "these ranks met"
expect_line meet.json '"ranks_met": true'
expect_line meet.out "start-up, until ranks met: at least "
expect_text <(grep "^warning: .*process group" exit.out) "warning: 2cpu *: its ranks opened no process group at \$MASTER_PORT: \
unless they met elsewhere, each worked alone; its last line is 'cannot find 2 GPUs. Exiting'"
expect_line exit.json '"ranks_met": false'
expect_line exit.json '"last_line": "cannot find 2 GPUs. Exiting"'
grep --quiet '^2cpu .* 1 (baseline) \*' exit.out || fail "no mark beside the rung" "$(cat exit.out)"
