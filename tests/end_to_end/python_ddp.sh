#!/bin/bash
# An unchanged Python DDP script, with the torch of cmake/cuda-wheel ($SCALEGEN_TORCH_WHEEL), by torchrun and by python.
here=$(dirname "$(readlink --canonicalize "${BASH_SOURCE[0]}")")
# shellcheck source=tests/end_to_end/expect.bash
source "$here/expect.bash"
if [[ ! ${SCALEGEN_TORCH_WHEEL-} ]]; then
  echo "skipped: SCALEGEN_TORCH_WHEEL, what cmake/cuda-wheel prints, is not set"
  [[ ! ${SCALEGEN_NO_SKIP-} ]] || exit 1
  exit 77
fi
cp "$here/ddp.py" .

# write_sweep NAME LINE...
write_sweep() {
  printf '%s\n' "name: $1" 'scaling: strong' 'scales: [1cpu, 2cpu]' 'repeats: 1' \
    'parameters: {global_batch: 64, cpus_per_task: 1}' \
    "setup: [\"source '${SCALEGEN_TORCH_WHEEL%/lib/python*}/bin/activate'\"]" "${@:2}" >"$1.yaml"
}
# what RUN: what the program said, its figures taken out.
what() { sed --regexp-extended 's/[0-9]+[.][0-9]+/F/' runs/"$1"/1/out; }

write_sweep by-torchrun 'torchrun: ddp.py --batch-size {per_rank_batch}' \
  "metrics: {throughput: {regex: '([0-9.]+) images/s', unit: images/s}}"
expect_exit 0 "$SCALEGEN" sweep by-torchrun.yaml
expect_line out "images/s"
rate=$(sed --quiet 's| images/s, world size 2$||p' by-torchrun-local/runs/2cpu-r1/1/out)
expect_exit 0 "$SCALEGEN" report by-torchrun-local --format csv
grep --quiet "^2cpu,.*,${rate%.0}," out || fail "no row of 2cpu has the script's own figure, $rate" "$(cat out)"

write_sweep by-python 'python: [ddp.py, --batch-size, "{per_rank_batch}"]'
expect_exit 0 "$SCALEGEN" sweep by-python.yaml
expect_line out "wall time"
for sweep in by-torchrun by-python; do
  cd "$sweep-local"
  expect_text <(what 1cpu-r1) "loss F, 8 batches of 64
F images/s, world size 1
scalegen: end of 1cpu-r1"
  expect_text <(what 2cpu-r1) "loss F, 8 batches of 32
F images/s, world size 2
scalegen: end of 2cpu-r1"
  cd ..
done
