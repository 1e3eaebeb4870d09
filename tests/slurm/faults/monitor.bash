#!/bin/bash
# Sourced by faults_test: what looks at the GPUs.
# shellcheck disable=SC2154 # what it sets

begin_on_gpus() {
  begin "$1"
  sed --in-place 's/\[1cpu, 2x1cpu\]/[1gpu]/' "$1.yaml"
  rm --force bin/monitor.*
}

# expect_measured: both runs, once, with the figure of their trainer.
expect_measured() {
  expect_end 0
  expect_equal "$(verdicts)" $'1gpu-r1  completed\n1gpu-r2  completed'
  expect_equal "$(runs_in_ledger)" $'1gpu-r1\n1gpu-r2'
  expect_line out "1gpu  1      1      6400 (6400 6400)"
}

a_monitor_that_fails_spoils_no_run() {
  begin_on_gpus blind
  put_program nvidia-smi <<<'echo "Failed to initialize NVML: Driver/library version mismatch" && exit 18'
  sweep_in_background
  expect_measured
}

# It does not even hear that it is to end.
a_monitor_that_hangs_spoils_no_run() {
  begin_on_gpus deaf
  put_program nvidia-smi <<'END'
[[ $* == *--loop-ms=* ]] || exit 0
trap '' TERM INT HUP
touch "${0%/*}/monitor.$SLURM_JOB_ID.$(hostname)"
while true; do sleep 0.1; done
END
  touch hold
  sweep_in_background
  eventually monitors_run 2
  rm hold
  expect_measured
  put_stand_ins
}
monitors_run() { (($(find bin -name 'monitor.*' | wc --lines) == $1)); }

monitor() {
  try a_monitor_that_fails_spoils_no_run
  try a_monitor_that_hangs_spoils_no_run
}
