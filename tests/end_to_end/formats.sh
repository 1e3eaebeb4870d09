#!/bin/bash
# A report for other programs, of a sweep in which half of the runs fail, or do not begin after that.
tests=$(readlink -f "$(dirname "${BASH_SOURCE[0]}")/..")
# shellcheck source=tests/end_to_end/expect.bash
source "$(dirname "${BASH_SOURCE[0]}")/expect.bash"

cat >rate.yaml <<'YAML'
name: rate
command: 'echo "rate: $((1000 * {ranks}))"; (({status} == 0)) || { echo "ValueError: <no> such \"data\"" >&2; exit {status}; }'
metrics: {throughput: {regex: 'rate: (\d+)', unit: images/s}}
scales: [1cpu, 2cpu]
sweep: {status: [0, 3]}
repeats: 2
YAML
expect_exit 1 "$SCALEGEN" sweep rate.yaml -o runs --no-trial

expect_exit 1 "$SCALEGEN" report runs --format json
cp out report.json

# As docs/report-json.md says, with Debian's package.
python=/usr/bin/python3
"$python" -c 'import jsonschema' || { echo "skipped: python3-jsonschema is not installed"; exit 77; }
schema=$tests/../docs/report.schema.json
expect_exit 0 "$python" -m jsonschema --instance report.json "$schema"
for table in 'rung,seconds\n1gpu,100\n2gpu,52\n' 'rung,images_per_s\n"<b>,&""",5\n' 'rung,seconds\n'; do
  # shellcheck disable=SC2059
  printf "$table" >table.csv
  "$SCALEGEN" report table.csv --format json >table.json 2>err || { expect_line err 'error: '; continue; }
  expect_exit 0 "$python" -m jsonschema --instance table.json "$schema"
done
printf 'nodes,gpus_per_node,seconds\n1,1,100\n1,1,101\n1,2,60\n1,2,52\n' >table.csv
for at in size nodes cost; do
  expect_exit 0 "$SCALEGEN" compare table.csv table.csv --at "$at" --format json
  cp out comparison.json
  expect_exit 0 "$python" -m jsonschema --instance comparison.json "$tests/../docs/compare.schema.json"
done
sed 's/"seed"/"sead"/' report.json >wrong.json
expect_exit 1 "$python" -m jsonschema --instance wrong.json "$schema"
