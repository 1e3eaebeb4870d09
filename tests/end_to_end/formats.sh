#!/bin/bash
# A report for other programs, of a sweep in which half of the runs fail.
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

expect_exit 1 "$SCALEGEN" report runs --format junit
cp out report.xml
expect_line report.xml '<testsuites name="rate" tests="8" failures="4" errors="0"'
expect_line report.xml '<testsuite name="status 0" tests="4" failures="0"'
expect_line report.xml 'message="failed: exit status 3: ValueError: &lt;no&gt; such &quot;data&quot;"'
grep -q '<testcase classname="rate.status 0" name="2cpu-status=0-r1" time="[0-9.]*"/>' report.xml ||
  fail 'no time of a run' "$(cat report.xml)"
expect_exit 2 "$SCALEGEN" report runs --for csc --format junit
expect_line err 'leave out --format and give -o FOLDER'

type -P xmllint >/dev/null || { echo "skipped: xmllint is not installed"; exit 77; }
expect_exit 0 xmllint --noout --schema "$tests/analysis/report/junit.xsd" report.xml
