#!/bin/bash
# A run whose loss becomes no number learns nothing: its rung has a star, and each form of the report says why.
# shellcheck source=tests/end_to_end/expect.bash
source "$(dirname "${BASH_SOURCE[0]}")/expect.bash"
cat >lost.yaml <<'YAML'
name: lost
workload: vit_tiny
scales: [1cpu, 2cpu]
data: synthetic
repeats: 1
parameters: {steps: 10, global_batch: 4, optimizer: sgd, learning_rate: 1000000, evaluate: no}
YAML
expect_exit 0 "$SCALEGEN" sweep --no-trial lost.yaml
why="steps of 2cpu-r1, as one that is no number cannot be written"
expect_line lost-local/runs/2cpu-r1/1/err "the loss is no number from step"
for form in terminal markdown json html; do
  expect_exit 0 env COLUMNS=400 "$SCALEGEN" report lost-local --format "$form"
  expect_line out "$why"
done
expect_exit 0 "$SCALEGEN" report lost-local --format csv
