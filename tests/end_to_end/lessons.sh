#!/bin/bash
# The sweeps of examples/seeds, run as one rehearses them on two cores, with the programs of lessons/, which read and print what those
# of the pages do, on a few images in the files in which these are published: the figures of the reports are those of the logs.
here=$(dirname "$(readlink --canonicalize "${BASH_SOURCE[0]}")")
# shellcheck source=tests/end_to_end/expect.bash
source "$here/expect.bash"
# shellcheck source=tests/torch.bash
source "$here/../torch.bash"
need "PyTorch for Python" can_import torch
cp "$here"/lessons/*.py .
PATH=$here/lessons:$torch_bin:$PATH # kernprof
python3 write_data.py
echo '{"zero_optimization": {"stage": 1}, "train_micro_batch_size_per_gpu": 32}' >ds_config.json

# rehearse SEED [EDIT [LINE]]: one round of three epochs, with this edit and this line more; leaves the report in `out`.
rehearse() {
  python3 "$here/at_home.py" "$here/../../examples/seeds/$1.yaml" |
    sed --regexp-extended --expression='s/(--epochs[ =])[0-9]+/\13/' --expression="${2-}" >"$1.yaml"
  printf '%s\n' 'repeats: 1' "${@:3}" >>"$1.yaml"
  expect_exit 0 "$SCALEGEN" sweep "$1.yaml" -o "$1"
  ! grep "process group" out || fail "the ranks of $1 did not meet"
}

# expect_figures SEED RUNGS [PATTERN]
expect_figures() {
  "$SCALEGEN" report "$1" --format json >report.json
  python3 figures.py "$1" "${@:3}" <report.json >rungs || fail "the report of $1 has other figures than its logs"
  expect_text rungs "$2"
}

both=$'1cpu\n2cpu'
rehearse cyclone
expect_figures cyclone "$both" 'Training time = (.*)'

# Princeton's to-do list: accuracy and loss by epoch, for numbers of ranks and of cores.
rehearse della 's/cpus_per_task: 1, //' 'sweep: {cpus_per_task: [1, 2], where: ranks * cpus_per_task <= 2}'
expect_figures della $'1 1cpu accuracy 3 loss 3\n1 2cpu accuracy 3 loss 3\n2 1cpu accuracy 3 loss 3'
"$SCALEGEN" report della --plots charts >plotted
grep --extended-regexp '(accuracy|loss).*svg' plotted >of_epochs
expect_text of_epochs "charts/accuracy-by-cpus-per-task.svg
charts/loss-by-cpus-per-task.svg
charts/accuracy.svg
charts/loss.svg"

# The page's experiment: another optimizer. Each run has a profile of its own.
rehearse gujarat 's/--batch-size=.*/& --optimizer={optimizer}/' 'sweep: {optimizer: [Adadelta, Adam]}'
expect_figures gujarat $'Adadelta 1cpu accuracy 3 loss 3\nAdam 1cpu accuracy 3 loss 3'
profiles=$(grep --files-with-matches '^3 calls of train' gujarat/runs/*/1/train.lprof)
[[ $(wc --lines <<<"$profiles") == 2 ]] || fail "not a profile for each run" "$(ls gujarat/runs/*/1)"

# torchrun's ranks read Slurm's words as well.
need "a torchrun that starts" torchrun_starts
sed --expression='s/^python:/torchrun:/' --expression='s/^scales:.*/scales: [2cpu]/' --expression='/^baseline/d' cyclone.yaml >torchrun.yaml
expect_exit 0 "$SCALEGEN" sweep torchrun.yaml -o torchrun
expect_text <(grep '^Node' torchrun/runs/2cpu-r1/1/out | sort) "Node 0: rank 0, local rank 0
Node 0: rank 1, local rank 1"

rehearse olivia
expect_line <("$SCALEGEN" report olivia --verbose) "values: throughput as printed by the program, the last of 4 matches in each run"
expect_figures olivia $'1cpu accuracy 3 loss 3\n2cpu accuracy 3 loss 3' 'Throughput: (.*) images'
rehearse lumi_ddp
expect_figures lumi_ddp "$both"

# Two ranks have the optimizer's state once between them.
rehearse lumi_zero1
expect_figures lumi_zero1 "$both"
grep --no-filename --only-matching 'state of .*' lumi_zero1/runs/*/1/out | awk '
  { kept += $3; all = $5; ranks += 1 }
  END { exit !(ranks == 3 && all > 0 && kept == 2 * all) }' || fail "ZeRO-1 keeps another state" "$(cat lumi_zero1/runs/*/1/out)"
