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

! grep "process group" meet.out || fail "these ranks met"
expect_line meet.json '"ranks_met": true'
expect_line meet.out "start-up, until ranks met: at least "
expect_text <(grep "^warning: .*process group" exit.out) "warning: 2cpu *: its ranks opened no process group at \$MASTER_PORT: \
unless they met elsewhere, each worked alone; its last line is 'cannot find 2 GPUs. Exiting'"
expect_line exit.json '"ranks_met": false'
expect_line exit.json '"last_line": "cannot find 2 GPUs. Exiting"'
grep --quiet '^2cpu .* 1 (baseline) \*' exit.out || fail "no mark beside the rung" "$(cat exit.out)"
