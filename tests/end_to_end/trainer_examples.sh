#!/bin/bash
# examples/trainers: each can be planned for its site, and its pattern finds the figure in what its trainer prints, here a
# stand-in for torchrun that prints lines of the trainers' form, twice as fast on two ranks.
here=$(dirname "$(readlink --canonicalize "${BASH_SOURCE[0]}")")
# shellcheck source=tests/end_to_end/expect.bash
source "$here/expect.bash"
examples=$here/../../examples/trainers

put_program programs/torchrun <<'SH'
for word; do
  case $word in
    --nproc_per_node=*) ranks=${word#*=} ;;
    train.py | torchtitan.train | run_clm.py | pretrain_gpt.py) program=$word ;;
  esac
done
[[ "$*" != *"train.py fit"* ]] || program=lightning
case $program in
  train.py)
    echo "tokens per iteration will be: 491,520"
    echo "step 0: train loss 10.9894, val loss 10.9901"
    echo "iter 0: loss 10.9881, time 31942.26ms, mfu -100.00%"
    for ((step = 1; step <= 12; ++step)); do
      echo "iter $step: loss 9.7311, time $((1000 / ranks)).00ms, mfu 41.07%"
    done
    ;;
  torchtitan.train)
    echo "[titan] 2026-03-02 10:11:12,123 - root - INFO - step:  1  loss: 12.2571  grad_norm:  2.0312  memory: 41.20GiB(43.38%)  tps: 312  tflops: 18.07  mfu: 1.83%"
    for ((step = 5; step <= 60; step += 5)); do
      echo "[titan] 2026-03-02 10:12:12,123 - root - INFO - step: $step  loss:  8.1021  grad_norm:  1.1250  memory: 52.07GiB(54.83%)  tps: 5,812  tflops: 336.61  mfu: 34.04%"
    done
    ;;
  run_clm.py)
    echo "{'loss': 3.4127, 'grad_norm': 1.9, 'learning_rate': 1e-05, 'epoch': 1.2}"
    echo "{'train_runtime': 64.0, 'train_samples_per_second': $((100 * ranks)).0, 'train_steps_per_second': 1.56, 'train_loss': 3.4, 'epoch': 1.2}"
    printf '***** train metrics *****\n  epoch                    =        1.2\n  train_loss               =        3.4\n'
    printf '  train_runtime            = 0:01:04.00\n  train_samples_per_second =      %s.0\n  train_steps_per_second   =      1.562\n' $((100 * ranks))
    ;;
  lightning)
    for ((step = 1; step <= 12; ++step)); do
      printf '\rEpoch 0:  %s%%|#8        | %s/500 [00:0%s<00:51,  9.50it/s]' $((step / 5)) $step $((step / 10)) >&2
    done
    ;;
  pretrain_gpt.py)
    for ((step = 1; step <= 12; ++step)); do
      printf ' [2026-03-02 10:11:12] iteration %8d/      40 | consumed samples: %12d | elapsed time per iteration (ms): %s.0 | learning rate: 1.0E-04 | global batch size:    64 | lm loss: 1.01E+01 | number of nan iterations:   0 |\n' \
        $step $((step * 64)) $((4000 / ranks))
    done
    ;;
esac
SH
mkdir -p torchtitan
touch train.py run_clm.py pretrain_gpt.py torchtitan/train.py

# The example on two cores, without what only its site has.
here_of() {
  sed --expression='s/^scales:.*/scales: [1cpu, 2cpu]/' --expression='/^launcher:/d; /^partition:/d; /^time_limit:/d' \
    --expression='/^setup:/,$d; /^env:/,$d' "$examples/$1.yaml"
  echo 'repeats: 1'
}

# expect_figures EXAMPLE CLUSTER FIELDS ROW...: these fields of the report's CSV.
expect_figures() {
  local example=$1
  cp "$examples/$example.yaml" .
  expect_exit 0 "$SCALEGEN" plan "$example.yaml" --cluster "$2" --account p123
  here_of "$example" >"$example-here.yaml"
  expect_exit 0 env PATH="$work/programs:$PATH" "$SCALEGEN" sweep "$example-here.yaml" -o "$example-runs"
  expect_exit 0 "$SCALEGEN" report "$example-runs" --format csv
  cut --delimiter=, --fields="$3" out >figures
  expect_text figures "$(printf '%s\n' "${@:4}")"
}

expect_figures nanogpt della 1,4,6 rung,ranks,ms_per_optimizer_step 1cpu,1,1000 2cpu,2,500
expect_figures torchtitan olivia 1,4,6,14 rung,ranks,tokens_per_s_per_GPU,efficiency 1cpu,1,5812,1 2cpu,2,5812,1
grep --extended-regexp '^(rung|[12]cpu) ' <("$SCALEGEN" report torchtitan-runs) | grep --only-matching --extended-regexp 's/step|1\.41$' >steps
expect_text steps "$(printf 's/step\n1.41\n1.41')"
expect_figures hf_trainer lumi 1,4,6 rung,ranks,samples_per_s 1cpu,1,100 2cpu,2,200
expect_figures lightning della 1,4,6,14 rung,ranks,it_per_s,efficiency 1cpu,1,9.5,1 2cpu,2,9.5,1
expect_figures megatron_parallelism olivia 1-3,8 tp,pp,rung,ms_per_step 1,1,1cpu,4000 1,1,2cpu,2000 1,2,2cpu,2000 2,1,2cpu,2000
[[ $(find "$examples" -name '*.yaml' | wc -l) == 5 ]] || fail "an example is not tried here" "$(ls "$examples")"
