#!/bin/bash
# A job script gets the size that a sweep advises, as a diff that patch applies, and with --write: the same bytes.
# shellcheck source=tests/end_to_end/expect.bash
source "$(dirname "${BASH_SOURCE[0]}")/expect.bash"

# The rate that each size prints scatters by half a percent. How often a size ran is kept beside it.
put_program program <<'SH'
rm -f "$SCALEGEN_RUN_DIR"/node.*.txt # so that it is not too short to tell the load beside it
scatter=(0 7 -9 4 -3 8 -6 2 5 -8 1 3)
runs=$(cat "$2/$1" 2>/dev/null || echo 0)
echo $((runs + 1)) >"$2/$1"
base=$(($1 == 1 ? 10000 : $3))
echo "rate: $((base + base * scatter[(runs + $1) % 12] / 1000))"
SH
write_sweep() { # NAME RATE ROUNDS: of two ranks
  mkdir "counts-$1"
  cat >"$1.yaml" <<YAML
name: $1
command: $PWD/program {ranks} $PWD/counts-$1 $2
metrics: {throughput: {regex: 'rate: (\d+)', unit: images/s}}
scales: [1cpu, 2cpu]
repeats: $3
YAML
  expect_exit 0 "$SCALEGEN" sweep "$1.yaml"
}
write_sweep good 18000 5

printf '%s\n' '#!/bin/bash' '#SBATCH --job-name="x y"   # mine' '#SBATCH -N 1 -n 8  # eight' "#SBATCH --cpus-per-task='2'" \
  '#SBATCH --time=02:00:00' '#SBATCH --mem=4G' '' 'srun -n 8 ./program' $'printf "\xe9"' >job.sh
chmod 750 job.sh
cp --preserve=mode job.sh original

# The figures are those of the report.
expect_exit 0 "$SCALEGEN" report good-local
why="2cpu: $(sed --quiet 's/^Ask for 2cpu: \(efficiency .*\), the largest rung.*/\1/p' out)"
expect_exit 0 "$SCALEGEN" advise good-local job.sh
expect_text out "--- job.sh
+++ job.sh
@@ -1,7 +1,7 @@
 #!/bin/bash
 #SBATCH --job-name=\"x y\"   # mine
-#SBATCH -N 1 -n 8  # eight
+#SBATCH -N 1 -n 2  # eight # scalegen advises $why
-#SBATCH --cpus-per-task='2'
+#SBATCH --cpus-per-task='1' # scalegen advises $why
 #SBATCH --time=02:00:00
 #SBATCH --mem=4G
 "
expect_text err "job.sh:8:9: warning: this was the size, and 2cpu has 2: it is not changed
    8 | srun -n 8 ./program
      |         ^
      = hint: write 2
job.sh: not changed; --write does it; its time limit stays without --work, such as --work 90epochs"
cmp job.sh original || fail "it wrote without --write"
cp out diff
expect_exit 0 "$SCALEGEN" advise good-local job.sh --json
python3 - <<'PY' || fail 'advise --json has another diff' "$(cat out)"
import json
diff = open("diff", errors="replace").read()
warning = {"line": 8, "column": 9, "message": "this was the size, and 2cpu has 2: it is not changed", "hint": "write 2"}
assert json.load(open("out")) == {
    "scalegen_advise": 1, "script": "job.sh", "diff": diff, "written": False, "warnings": [warning]}
PY
expect_line err 'job.sh: not changed; --write does it'
cp diff out

# patch makes of it what --write does, and a second time there is nothing to do.
cp job.sh written.sh
patch --strip=0 <out >/dev/null
expect_exit 0 "$SCALEGEN" advise good-local written.sh --write
cmp written.sh job.sh || fail "patch and --write differ"
expect_exit 0 "$SCALEGEN" advise good-local job.sh --write
expect_text err "job.sh: asks for this already; its time limit stays without --work, such as --work 90epochs"
[[ ! -s out ]] || fail "a second diff" "$(cat out)"
cmp written.sh job.sh || fail "the second time changed it"
diff <(sed "s/ # scalegen advises .*//; s/-n 2 /-n 8 /; s/='1'/='2'/" job.sh) original || fail "other bytes changed"

# The time of the work, with half as much again; the mode stays.
cp --preserve=mode original job.sh
expect_exit 0 "$SCALEGEN" advise good-local job.sh --work 36e6samples --write --json
expect_line out '"written": true'
expect_line job.sh "#SBATCH --time=00:55:00 # scalegen advises 2cpu: 36 million samples take up to"
expect_text err "job.sh:8:9: warning: this was the size, and 2cpu has 2: it is not changed
    8 | srun -n 8 ./program
      |         ^
      = hint: write 2
job.sh: changed"
[[ $(stat --format=%a job.sh) == 750 ]] || fail "another mode"
expect_exit 2 "$SCALEGEN" advise good-local job.sh --work 90bananas
expect_line err "'90bananas' is no amount of work"
expect_exit 0 "$SCALEGEN" advise good-local job.sh --work 36e6samples --write --json
expect_line out '"written": false'

# Without an advised rung the script stays.
cp original job.sh
expect_exit 1 "$SCALEGEN" advise good-local job.sh --advise deadline=1m --advise samples=36e6 --write
expect_line err "No rung can be advised: no rung meets the rule; 2cpu comes closest with "
cmp job.sh original || fail "it wrote without an advised rung"
expect_exit 1 "$SCALEGEN" advise good-local job.sh --advise deadline=1m --advise samples=36e6 --json
python3 - <<'PY' || fail 'advise --json does not say why' "$(cat out)"
import json
read = json.load(open("out"))
assert list(read) == ["scalegen_advise", "script", "why_none"]
assert read["why_none"][0].startswith("No rung can be advised: no rung meets the rule; 2cpu comes closest with ")
PY

# One run of each size is an answer, and the script says what it rests on.
write_sweep open 18000 1
expect_exit 0 "$SCALEGEN" advise open-local job.sh --advise deadline=1h --advise samples=36e6 --write
expect_line job.sh "-n 1  # eight # scalegen advises 1cpu: "
expect_line job.sh " min, one run each; run again to prove it: "
cp original job.sh

# A folder is no script, and what a table advises is not written.
expect_exit 2 "$SCALEGEN" advise good-local . --write
printf 'rung,seconds\n1gpu,100\n1gpu,101\n1gpu,100\n2gpu,51\n2gpu,50\n2gpu,51\n' >t.csv
expect_exit 2 "$SCALEGEN" advise t.csv job.sh --write
expect_line err "t.csv does not say what 2gpu asked for"
cmp job.sh original
