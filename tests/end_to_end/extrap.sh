#!/bin/bash
# The report of a sweep, read back by Extra-P's own reader, from PyPI.
here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
# shellcheck source=tests/end_to_end/expect.bash
source "$here/expect.bash"

cat >rate.yaml <<'YAML'
name: rate
command: 'echo "rate: $((1000 * {ranks} + {step}))"'
metrics: {throughput: {regex: 'rate: (\d+)', unit: images/s}}
scales: [1cpu, 2cpu]
sweep: {step: [0, 500]}
repeats: 2
YAML
expect_exit 0 "$SCALEGEN" sweep rate.yaml -o runs --no-trial
expect_exit 0 "$SCALEGEN" report runs --format extrap
cp out sweep.txt
printf 'rung,seconds\ncpu,192.25\n1gpu,73.48\n2gpu,42.06\n2gpu,43\n2x2gpu,25.61\n' >cyclone.csv
expect_exit 0 "$SCALEGEN" report cyclone.csv --format extrap
cp out table.txt
printf 'rung,seconds\nlarge,1\nsmall,2\n' >names.csv
expect_exit 2 "$SCALEGEN" report names.csv --format extrap
expect_line err 'there is no point that Extra-P could model'

# Outside the tree, once. Its reader needs these few of its packages; those that draw are large (read_extrap.py).
version=4.2.5
venv=${SCALEGEN_EXTRAP_VENV:-$HOME/.cache/scalegen/extrap-$version}
if [[ ! -e $venv/scalegen-finished ]]; then
  mkdir -p "$(dirname "$venv")"
  python3 -m venv --clear "$venv" >venv.out 2>&1 || { echo 'skipped: python3 makes no venv'; exit 77; }
  "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps \
    "extrap==$version" 'marshmallow<4' 'numpy<3' packaging pycubexr tqdm >pip.out 2>&1 ||
    { echo "skipped: PyPI gives no Extra-P: $(tail -n 1 pip.out)"; exit 77; }
  touch "$venv/scalegen-finished"
fi
read_back() { # FILE
  expect_exit 0 "$venv/bin/python" "$here/read_extrap.py" "$1"
}

read_back sweep.txt
expect_text out 'parameters p
points 1.0 2.0
step 0 | time_of_equal_work | 1 | 0.001 0.001
step 0 | time_of_equal_work | 2 | 0.0005 0.0005
step 0 | images/s | 1 | 1000 1000
step 0 | images/s | 2 | 2000 2000
step 500 | time_of_equal_work | 1 | 0.000666667 0.000666667
step 500 | time_of_equal_work | 2 | 0.0004 0.0004
step 500 | images/s | 1 | 1500 1500
step 500 | images/s | 2 | 2500 2500'

read_back table.txt
expect_text out 'parameters p
points 1.0 2.0 4.0
sweep | time_of_equal_work | 1 | 73.48
sweep | time_of_equal_work | 2 | 42.06 43
sweep | time_of_equal_work | 4 | 25.61
sweep | s | 1 | 73.48
sweep | s | 2 | 42.06 43
sweep | s | 4 | 25.61'
expect_line table.txt '# left out: cpu: it is of another kind than most'
