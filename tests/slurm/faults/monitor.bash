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
  expect_line out "1gpu      6400  "
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
# As it does where a GPU has fallen off: it neither lists the GPUs nor ends.
a_driver_that_does_not_answer_spoils_no_run() {
  begin_on_gpus fallen
  put_program nvidia-smi <<'END'
trap '' TERM INT HUP
while true; do sleep 0.1; done
END
  sweep_in_background
  expect_measured
  grep --quiet "^scalegen: 'nvidia-smi' on gpu-1 does not answer within 20 s$" "$directory"/jobs/1gpu-r1/slurm-*.out ||
    fail "$(cat "$directory"/jobs/1gpu-r1/slurm-*.out)"
  put_stand_ins
}
monitors_run() { (($(find bin -name 'monitor.*' | wc --lines) == $1)); }

monitor() {
  try a_monitor_that_fails_spoils_no_run
  try a_monitor_that_hangs_spoils_no_run
  try a_driver_that_does_not_answer_spoils_no_run
}
