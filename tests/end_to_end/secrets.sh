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
for form in terminal markdown latex html csv json; do
  expect_exit 0 "$SCALEGEN" report secret --format "$form"
  if grep --quiet hf_abcdefghij out; then fail "report --format $form shows the token"; fi
done
expect_exit 0 "$SCALEGEN" report secret --for proposal --format markdown
if grep --quiet hf_abcdefghij out; then fail 'a proposal shows the token'; fi

# The parsed value decides, not its text: blanks, commas, any beginning, another line, words and parameters.
put_program t1 <<'SH'
echo "called with $*"
echo "rate: $((1000 * ${!#}))"
[[ ${!#} == 1 ]] || { echo "no access: $DB_PASSPHRASE" >&2; exit 3; }
SH
cat >values.yaml <<'YAML'
name: values
command: PGPASSWORD='pg secret one' ./t1 --token hf_abcdefgh1 --key {private_key} {ranks}
metrics: {throughput: {regex: 'rate: (\d+)', unit: images/s}}
scales: [1cpu, 2cpu]
repeats: 1
parameters: {private_key: parameter12}
env:
  DB_PASSPHRASE: "correct horse battery staple"
  A_PASSWORD: 'abcdefgh,tailsecret1'
  C_TOKEN: '-dashfirst12345'
  HF_TOKEN: >-
    hf_nextline1234
YAML
shown='pg secret\|hf_abcdefgh1\|parameter12\|horse\|staple\|tailsecret1\|dashfirst\|nextline'
expect_exit 1 "$SCALEGEN" sweep values.yaml -o values --no-trial
expect_text <(sed --quiet 's/: warning: the value of/:/p' err | sort --version-sort) \
  "values.yaml:2:10: 'token' is written into plan, scripts and each bundle
values.yaml:6:27: 'private_key' is written into plan, scripts and each bundle
values.yaml:8:18: 'DB_PASSPHRASE' is written into plan, scripts and each bundle
values.yaml:9:15: 'A_PASSWORD' is written into plan, scripts and each bundle
values.yaml:10:12: 'C_TOKEN' is written into plan, scripts and each bundle
values.yaml:11:13: 'HF_TOKEN' is written into plan, scripts and each bundle"
expect_text <(stat --format=%a values) 700
if grep "$shown" values/report.html; then fail 'the page shows a secret'; fi
expect_line values/report.html "<title>values: PGPASSWORD=&#39;(left out)&#39; ./t1 --token ... on local"
expect_line values/report.html 'no access: (left out)'
for form in terminal markdown latex html csv json; do
  expect_exit 1 "$SCALEGEN" report values --format "$form" --verbose
  if grep "$shown" out; then fail "report --format $form shows a secret"; fi
done
expect_exit 1 "$SCALEGEN" report values --for proposal --format markdown
expect_line out "started as 'PGPASSWORD='(left out)' ./t1 --token ...'"
if grep "$shown" out; then fail 'a proposal shows a secret'; fi

# A secret that a program's command has alone, and scripts that are no run directory.
sed "s/^name: .*/name: command/; s/^command: .*/command: '.\/t1 --token hf_abcdefgh1 {ranks}'/" plain.yaml >command.yaml
expect_exit 0 "$SCALEGEN" plan command.yaml
expect_line out 'command: ./t1 --token (left out) {ranks} on local'
expect_exit 0 "$SCALEGEN" generate command.yaml --plain -o scripts
expect_text <(stat --format=%a scripts) 700
expect_exit 0 "$SCALEGEN" generate plain.yaml --plain -o plain-scripts
expect_text <(stat --format=%a plain-scripts) 755
expect_exit 0 "$SCALEGEN" generate command.yaml -o command
expect_text <(stat --format=%a command) 700
expect_exit 0 "$SCALEGEN" report command --bundle command.tar.gz
expect_text err "warning: its sweep.yaml holds the value of 'token', as whoever gets the bundle can read"
expect_text <(stat --format=%a command.tar.gz) 600
