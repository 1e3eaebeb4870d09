#!/bin/bash
# The README's sweep of one's own trainer and docs/own-trainer.md, as they stand, beside a Python DDP script that knows nothing
# of scalegen: by torchrun and by python, from an empty folder.
here=$(dirname "$(readlink --canonicalize "${BASH_SOURCE[0]}")")
# shellcheck source=tests/end_to_end/expect.bash
source "$here/expect.bash"
# shellcheck source=tests/torch.bash
source "$here/../torch.bash"
need "PyTorch for Python" can_import torch
page=$here/../../docs/own-trainer.md
cp "$here/ddp.py" train.py
PATH=$torch_bin:$PATH

# readme_block NUMBER: the NUMBERth indented block of what the README says of one's own trainer.
readme_block() {
  awk -v number="$1" '
    /^## / { inside = $0 == "## A trainer of your own" }
    /^    / && inside { if (!block++) ++count; if (count == number) print substr($0, 5); next }
    /./ { block = 0 }' "$here/../../README.md"
}
# page_block LANGUAGE NUMBER: the NUMBERth block of the page in that language.
page_block() {
  awk -v begin="\`\`\`$1" -v number="$2" '
    { line = $0; sub(/^ +/, "", line) }
    inside && line == "```" { inside = 0; next }
    inside && count == number { print substr($0, indent + 1) }
    line == begin { inside = 1; ++count; indent = index($0, "`") - 1 }' "$page"
}
# what RUN: what the program said, its figures taken out.
what() { sed --regexp-extended 's/[0-9]+[.][0-9]+/F/' runs/"$1"/1/out; }

# Both pages have the same sweep. One round is enough here, of two ranks on however many cores.
readme_block 1 >mine.yaml
page_block yaml 1 | diff --unified <(sed 's/ *#.*//' mine.yaml) - || fail "the README and docs/own-trainer.md differ"
printf '%s\n' 'scales: [1cpu, 2cpu]' 'repeats: 1' >>mine.yaml
sed 's/^name: mine/name: by-python/; s/^torchrun:/python:/' mine.yaml >by-python.yaml

launchers=(torchrun python)
torchrun_starts || { echo "left out: torchrun does not start here" && launchers=(python); }
for launcher in "${launchers[@]}"; do
  [[ $launcher == torchrun ]] && sweep=mine || sweep=by-python
  expect_exit 0 "$SCALEGEN" sweep "$sweep.yaml"
  expect_line out "images/s"
  ! grep "process group" out || fail "the ranks of $sweep met"
  cd "$sweep-local"
  expect_text <(what 1cpu-r1) "loss F, 1 batches of 512
F images/s, world size 1
scalegen: end of 1cpu-r1"
  expect_text <(what 2cpu-r1) "loss F, 1 batches of 256
F images/s, world size 2
scalegen: end of 2cpu-r1"
  rate=$(sed --quiet 's| images/s, world size 2$||p' runs/2cpu-r1/1/out)
  cd ..
  expect_exit 0 "$SCALEGEN" report "$sweep-local" --format csv
  grep --quiet "^2cpu,.*,${rate%.0}," out || fail "no row of 2cpu has the script's own figure, $rate" "$(cat out)"
done

# Every other sweep of the page can be planned, with the lines of the first where it has none of its own.
count=$(grep --count '^```yaml' "$page")
((count > 2)) || fail "the page has lost its sweeps"
for ((number = 2; number <= count; ++number)); do
  page_block yaml "$number" >block.yaml
  while IFS= read -r line; do
    grep --quiet "^${line%%:*}:" block.yaml || echo "$line" >>block.yaml
  done < <(page_block yaml 1 | sed 's/^torchrun:.*/torchrun: train.py/')
  expect_exit 0 "$SCALEGEN" plan block.yaml --cluster olivia --account nn1234k
done

# write_sweep NAME KEY SCRIPT: like that of the page, without metrics.
write_sweep() {
  sed "s/^name: mine/name: $1/; s/^torchrun:.*/$2: $3/; /^metrics:/d" mine.yaml >"$1.yaml"
}

# Without a figure of its own the wall time is taken, and what of it was start-up is said.
write_sweep wall python train.py
expect_exit 0 "$SCALEGEN" sweep wall.yaml
expect_line out "wall time"

# The page's lines of Python write event lines that are read.
{
  printf '%s\n' 'import json, os, time' 'rank, samples = int(os.environ["RANK"]), 64' 'for step in range(1, 31):' \
    '    seconds = 0.0078125 / int(os.environ["WORLD_SIZE"])'
  page_block python 2 | sed 's/^/    /'
} >steps.py
write_sweep events python steps.py
expect_exit 0 "$SCALEGEN" sweep events.yaml
expect_exit 0 "$SCALEGEN" report events-local --format csv
grep --quiet '^2cpu,.*,16384,' out || fail "no row of 2cpu has 64 samples in 1/256 s" "$(cat out)"

# Ranks that never meet are named.
cat >alone.py <<'END'
import torch
if torch.cuda.device_count() < 2:
    print("Unable to locate sufficient 2 gpus to run this example. Exiting.")
END
alone="warning: 2cpu *: its ranks opened no process group at \$MASTER_PORT: unless they met elsewhere, each worked alone; \
its last line is 'Unable to locate sufficient 2 gpus to run this example. Exiting.'"
for key in "${launchers[@]}"; do
  write_sweep "alone-$key" "$key" alone.py
  expect_exit 0 env CUDA_VISIBLE_DEVICES= "$SCALEGEN" sweep "alone-$key.yaml"
  expect_text <(grep "^warning: .*process group" out) "$alone"
  grep --quiet '^2cpu .* \*$' out || fail "no mark beside 2cpu" "$(cat out)"
done
