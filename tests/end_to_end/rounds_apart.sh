#!/bin/bash
# What is retried later is not compared as if it had run beside its baseline, and a whole round can be measured again.
# shellcheck source=tests/end_to_end/expect.bash
source "$(dirname "${BASH_SOURCE[0]}")/expect.bash"
# Two ranks fail until there is a file `fixed`; from then on the machine is half as fast.
put_program train.sh <<BASH
cd '$work' && echo "\${SCALEGEN_RUN_DIR#*/runs/}" >>ledger.log
rm -f "\$SCALEGEN_RUN_DIR"/node.*.txt # so that it is not too short to tell the load beside it
[[ -e fixed || \$1 == 1 ]] || exit 3
rate=\$((1000 * \$1))
[[ ! -e fixed ]] || rate=\$((rate / 2))
echo "\$((rate + \$(wc -l <ledger.log))) images/s"
BASH
cat >late.yaml <<'YAML'
name: late
command: ./train.sh {ranks}
scales: [1cpu, 2cpu]
parameters: {global_batch: 32}
metrics: {throughput: {regex: '{number} images/s', unit: images/s}}
repeats: 2
YAML

expect_exit 1 "$SCALEGEN" sweep late.yaml
sleep 8 # each run takes a second at most
touch fixed
expect_exit 0 "$SCALEGEN" sweep late.yaml --again failed
grep --quiet --extended-regexp "^warning: 2cpu \\*: 2cpu-r1 ran after a failure, up to [0-9]+ s after the other run of the \
round had ended: the machine may have changed since; 'scalegen sweep DIR --again 2cpu-r1' measures a round again\$" out ||
  fail "it does not say how far apart they lie" "$(cat out)"
expect_line out "until more is known"

# Both runs of each round begin again, and what they had is said. Then nothing is left to say.
expect_exit 0 "$SCALEGEN" sweep late-local --again 2cpu-r1
expect_text <(tail -n 2 ledger.log | LC_ALL=C sort) $'1cpu-r1/2\n2cpu-r1/3'
! grep --quiet "after a failure" out || fail "they still lie apart" "$(cat out)"
expect_line out "Ask for 2cpu"
grep --quiet --extended-regexp '^measured again with their round, by --again; what they had counts no more: 1cpu-r1 \(100[0-9] images/s\), 2cpu-r1 ' out ||
  fail "it does not say what they had" "$(cat out)"
[[ -e late-local/runs/1cpu-r1/1/started-replaced.json && $(<late-local/runs/1cpu-r1/1/out) == 100* ]] ||
  fail "the first attempt is not on the disk"
"$SCALEGEN" report late-local --bundle late.tar.gz >/dev/null
expect_line <("$SCALEGEN" report late.tar.gz) "measured again with their round"
exit 0
