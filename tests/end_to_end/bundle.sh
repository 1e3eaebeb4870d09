#!/bin/bash
# All that a report rests on in one file: whoever has it gets the same report, and a hostile one gets nothing.
# shellcheck source=tests/end_to_end/expect.bash
source "$(dirname "${BASH_SOURCE[0]}")/expect.bash"

cat >rate.yaml <<'YAML'
name: rate
command: 'echo "rate: $((1000 * {ranks}))"; seq 1000 >{run_dir}/checkpoint; ln -s "$PWD/rate.yaml" {run_dir}/out.99; mkdir -p {run_dir}/work; seq 10 >{run_dir}/work/mine'
metrics: {throughput: {regex: 'rate: (\d+)', unit: images/s}}
scales: [1cpu, 2cpu]
YAML
expect_exit 0 "$SCALEGEN" sweep rate.yaml -o runs
expect_exit 0 "$SCALEGEN" report runs --bundle sent.tar.gz
expect_line out "; 'scalegen report sent.tar.gz' reads it"
tar --list --file=sent.tar.gz | sort >members
expect_line members runs/plan.jsonl
expect_line members runs/runs/2cpu-r3/1/out
expect_line members runs/jobs/1cpu-r1/job.sbatch
for left_out in checkpoint mine out.99 script.out; do
  ! grep --quiet "/$left_out\$" members || fail "the bundle holds $left_out"
done

# The same report elsewhere, where the run directory is not, and nothing of it is left behind.
"$SCALEGEN" report runs >here
"$SCALEGEN" report runs --format csv >here.csv
mkdir -p elsewhere/tmp
mv sent.tar.gz elsewhere
cp -r runs kept
mv runs gone
(cd elsewhere && TMPDIR=$PWD/tmp "$SCALEGEN" report sent.tar.gz >../there && TMPDIR=$PWD/tmp "$SCALEGEN" report sent.tar.gz --format csv >../there.csv)
expect_text there "$(<here)"
expect_text there.csv "$(<here.csv)"
[[ -z $(ls elsewhere/tmp) ]] || fail "left behind: $(ls elsewhere/tmp)"
expect_exit 0 "$SCALEGEN" report elsewhere/sent.tar.gz --format html
expect_line out '<summary>sweep.yaml</summary>'
expect_exit 0 "$SCALEGEN" report elsewhere/sent.tar.gz --format json
expect_line out '"source": "elsewhere/sent.tar.gz"'
expect_exit 2 "$SCALEGEN" predict elsewhere/sent.tar.gz --to 4cpu
expect_line err 'a law needs 3 different sizes, and 2 were measured'

# The same directory gives the same bytes.
mv gone runs
expect_exit 0 "$SCALEGEN" report runs --bundle again.tgz
cmp again.tgz elsewhere/sent.tar.gz || fail "another bundle of the same directory"

expect_exit 2 "$SCALEGEN" report runs --bundle again.tgz
expect_text err $'error: \'again.tgz\' exists already\n      = hint: name a new file'
expect_exit 2 "$SCALEGEN" report again.tgz --scaling weak
expect_line err '--scaling is for a table'
expect_exit 2 "$SCALEGEN" report no.tar.gz
expect_text err "error: there is no 'no.tar.gz'"
head --bytes=900 again.tgz >cut.tgz
expect_exit 2 "$SCALEGEN" report cut.tgz
expect_line err "'cut.tgz' cannot be unpacked: "

# A bundle that somebody made: links, names that leave the folder, a device, no plan, no archive at all.
refused() { # FILE TEXT
  expect_exit 2 "$SCALEGEN" report "$1"
  expect_line err "$2"
  [[ ! -e outside ]] || fail "$1 wrote beyond its folder"
}
mkdir made
ln -s /etc/passwd made/plan.jsonl
tar --create --gzip --file=link.tgz made
refused link.tgz 'it holds what no bundle does'
rm made/plan.jsonl
echo text >made/plan.jsonl
tar --create --gzip --absolute-names --transform='s,^made/plan.jsonl,../outside,' --file=dots.tgz made/plan.jsonl
refused dots.tgz 'it holds what no bundle does'
tar --create --gzip --absolute-names --transform="s,^made/plan.jsonl,$work/outside," --file=absolute.tgz made/plan.jsonl
refused absolute.tgz 'it holds what no bundle does'
mkfifo made/pipe
tar --create --gzip --file=pipe.tgz made
refused pipe.tgz 'it holds what no bundle does'
rm made/pipe
tar --create --gzip --file=plan.tgz made
refused plan.tgz 'plan.jsonl:1'
rm made/plan.jsonl
tar --create --gzip --file=empty.tgz made
refused empty.tgz 'no plan.jsonl is in it'
echo text >text.tgz
refused text.tgz 'cannot be unpacked'
truncate --size=9T made/plan.jsonl
tar --create --gzip --sparse --file=bomb.tgz made
refused bomb.tgz 'unpacks to 9895604 MB'
