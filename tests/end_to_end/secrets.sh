#!/bin/bash
# A sweep file that holds a token: it is warned of, its run directory is its owner's, and no page shows it.
# shellcheck source=tests/end_to_end/expect.bash
source "$(dirname "${BASH_SOURCE[0]}")/expect.bash"
umask 022

cat >plain.yaml <<'YAML'
name: plain
command: 'echo "rate: $((1000 * {ranks}))"'
metrics: {throughput: {regex: 'rate: (\d+)', unit: images/s}}
scales: [1cpu, 2cpu]
YAML
sed 's/^name: plain/name: secret/' plain.yaml >secret.yaml
echo 'env: {HF_TOKEN: hf_abcdefghij}' >>secret.yaml

expect_exit 0 "$SCALEGEN" sweep plain.yaml -o plain
expect_text <(stat --format=%a plain plain/plan.jsonl) $'755\n644'
expect_exit 0 "$SCALEGEN" report plain --bundle plain.tar.gz
[[ ! -s err ]] || fail "a warning without a secret" "$(cat err)"
expect_text <(stat --format=%a plain.tar.gz) 644

expect_exit 0 "$SCALEGEN" sweep secret.yaml -o secret
expect_text <(grep --after-context=3 "HF_TOKEN' is" err) \
  "secret.yaml:5:17: warning: the value of 'HF_TOKEN' is written into plan, scripts and each bundle
    5 | env: {HF_TOKEN: hf_abcdefghij}
      |                 ^
      = hint: let 'setup' read it from a file of your own, as in '. ~/.secrets'; only you can open the folder"
expect_text <(stat --format=%a secret) 700
expect_text <(grep --recursive --files-with-matches hf_abcdefghij secret | grep --invert-match job.sbatch | sort) \
  $'secret/plan.jsonl\nsecret/sweep.yaml'
expect_line secret/report.html 'HF_TOKEN: (left out)'
expect_exit 0 "$SCALEGEN" report secret --bundle secret.tar.gz
expect_text err "warning: its sweep.yaml holds the value of 'HF_TOKEN', as whoever gets the bundle can read"
expect_text <(stat --format=%a secret.tar.gz) 600
for form in terminal markdown latex html csv json junit; do
  expect_exit 0 "$SCALEGEN" report secret --format "$form"
  if grep --quiet hf_abcdefghij out; then fail "report --format $form shows the token"; fi
done
expect_exit 0 "$SCALEGEN" report secret --for csc --format markdown
if grep --quiet hf_abcdefghij out; then fail 'a panel shows the token'; fi
