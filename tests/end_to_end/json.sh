#!/bin/bash
# What verbs print with --json, whole: one object on standard output, and texts for people elsewhere.
# shellcheck source=tests/end_to_end/expect.bash
source "$(dirname "${BASH_SOURCE[0]}")/expect.bash"

cat >rate.yaml <<'YAML'
name: rate
command: 'echo "rate: $((1000 * {ranks}))"; exit {status}'
metrics: {throughput: {regex: 'rate: {number}', unit: images/s}}
scales: [1cpu, 2cpu]
parameters: {status: 0}
repeats: 1
YAML
expect_exit 0 "$SCALEGEN" generate rate.yaml -o by-hand --json
expect_text out "{
  \"scalegen_generate\": 1,
  \"directory\": \"$work/by-hand\",
  \"scripts\": [
    \"$work/by-hand/jobs/1cpu-r1/job.sbatch\",
    \"$work/by-hand/jobs/2cpu-r1/job.sbatch\"
  ]
}"
[[ -f by-hand/jobs/1cpu-r1/job.sbatch ]] || fail 'there is no such script'
sed 's/^repeats/prepare: touch prepared\nrepeats/' rate.yaml >prepared.yaml
expect_exit 0 "$SCALEGEN" generate prepared.yaml -o there --root /scratch/there --json
expect_text out '{
  "scalegen_generate": 1,
  "directory": "/scratch/there",
  "scripts": [
    "/scratch/there/jobs/1cpu-r1/job.sbatch",
    "/scratch/there/jobs/2cpu-r1/job.sbatch"
  ],
  "prepare": "/scratch/there/jobs/prepare/job.sbatch"
}'

# A sweep ends with the JSON of its report, and with its own status.
expect_exit 0 "$SCALEGEN" sweep rate.yaml --json
cp out sweep.json
expect_exit 0 "$SCALEGEN" report rate-local --json
diff --unified out sweep.json >&2 || fail 'sweep --json is not report --json'
sed 's/status: 0/status: 3/' rate.yaml >failed.yaml
expect_exit 1 "$SCALEGEN" sweep failed.yaml -o failed --no-trial --json
cp out sweep.json
expect_exit 1 "$SCALEGEN" report failed --json
diff --unified out sweep.json >&2 || fail 'of a sweep that failed, sweep --json is not report --json'

expect_exit 0 "$SCALEGEN" status rate-local --wait --json
cp out wait.json
expect_exit 0 "$SCALEGEN" status rate-local --json
diff --unified out wait.json >&2 || fail 'status --wait --json is not status --json'
[[ ! -s err ]] || fail 'texts for people' "$(cat err)"
expect_exit 0 "$SCALEGEN" status rate-local --wait --format latex
expect_line out '2 runs: 2 completed'
expect_exit 0 "$SCALEGEN" cancel rate-local --json
expect_text out "{
  \"scalegen_cancel\": 1,
  \"directory\": \"$work/rate-local\",
  \"jobs_ended\": 0,
  \"jobs_left\": []
}"

printf '#!/bin/bash\n#SBATCH --ntasks=2 --output=o\nmpirun -n 2 ./a\n' >job.sh
expect_exit 0 "$SCALEGEN" import job.sh
cp out mine.yaml
cp err told
expect_exit 0 "$SCALEGEN" import job.sh --json
[[ ! -s err ]] || fail 'the notes are said twice' "$(cat err)"
python3 - <<'PY' || fail 'import --json has another sweep file or other notes' "$(cat out)"
import json
read = json.load(open("out"))
assert read == {"scalegen_import": 1, "sweep_file": open("mine.yaml").read(), "notes": open("told").read().splitlines()}
PY
expect_exit 0 "$SCALEGEN" lint job.sh --format json
cp out lint.json
expect_exit 0 "$SCALEGEN" lint job.sh --json
diff --unified lint.json out >&2 || fail 'lint --json is not --format json'

echo 'took 9 s' >run_1gpu.out
expect_exit 0 "$SCALEGEN" table 'run_{gpus}gpu.out' --metrics 'time=took {number} s' --json
expect_text out '{
  "scalegen_table": 1,
  "csv": "gpus,time (s)\n1,9\n",
  "notes": [
    "run_1gpu.out: gpus 1, time 9 s"
  ]
}'

expect_exit 0 "$SCALEGEN" explain account
cp out account
expect_exit 0 "$SCALEGEN" explain Account --json
python3 - <<'PY' || fail 'explain --json says something else' "$(cat out)"
import json
assert json.load(open("out")) == {"scalegen_explain": 1, "term": "Account", "text": open("account").read()}
PY
expect_exit 0 "$SCALEGEN" explain --json
python3 - <<'PY' || fail 'not the words and reasons' "$(cat out)"
import json
read = json.load(open("out"))
assert list(read) == ["scalegen_explain", "terms", "reasons"] and "speedup" in read["terms"] and "PartitionDown" in read["reasons"]
PY
expect_exit 2 "$SCALEGEN" explain stragler --json
[[ ! -s out ]] || fail 'an error is no output' "$(cat out)"

export HOME=$work/home
mkdir -p "$HOME/.config/scalegen/clusters"
printf 'name: c1\ntitle: Ours\nscheduler: slurm\nhardware: {partitions: [{name: a, nodes: 2, cores_per_node: 2}]}\n' >"$HOME/.config/scalegen/clusters/c1.yaml"
expect_exit 0 "$SCALEGEN" clusters list --json
python3 - "$HOME" <<'PY' || fail 'clusters list --json lacks a cluster or says something else of it' "$(cat out)"
import json, sys
read = json.load(open("out"))
assert list(read) == ["scalegen_clusters", "clusters"]
names = [one["name"] for one in read["clusters"]]
assert {"cyclone", "lumi", "generic", "local", "c1"} <= set(names) and len(names) == len(set(names)), names
assert read["clusters"][names.index("c1")] == {
    "name": "c1", "title": "Ours", "from": f"{sys.argv[1]}/.config/scalegen/clusters/c1.yaml", "scheduler": "slurm",
    "needs_account": False, "partitions": ["a"], "unknown": []}
PY
expect_exit 0 "$SCALEGEN" clusters check c1 --json
expect_text out '{
  "scalegen_clusters_check": 1,
  "cluster": "c1",
  "partitions": 1,
  "rungs": 0,
  "assumed": [
    "cpus_per_rank: cpu: 1"
  ],
  "facts": {}
}'
expect_exit 0 "$SCALEGEN" clusters list --format markdown
expect_line out '| c1 | Ours | slurm | 1 |'

expect_exit 0 "$SCALEGEN" --version --json
python3 - <<'PY' || fail 'not how it was built' "$(cat out)"
import json
read = json.load(open("out"))
assert list(read) == ["name", "version", "commit", "compiler", "static"] and read["name"] == "scalegen"
PY
expect_exit 2 "$SCALEGEN" --json
expect_text err "error: --json requires --version
      = hint: see 'scalegen --help'"
