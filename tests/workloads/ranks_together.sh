#!/bin/bash
# Ranks, or the devices of one, with their share of a batch do what one rank does with all of it: after 20 steps, an epoch's short last batch among
# them, the parameters agree to the rounding of sums taken in another order, and are the same to the bit on all ranks.
# Arguments: a strategy, and the options of scalegen-train that go with it.
# shellcheck source-path=SCRIPTDIR
source "${BASH_SOURCE[0]%/*}/train.bash"
strategy=$1
options=("${@:2}")
# Adam moves a parameter by the learning rate however small its gradient is, so that where a gradient is nothing but
# rounding, single parameters part; SGD has no such places.
case "${options[*]}" in
*sgd*) tolerance=(1e-6 1e-4) ;;
*) tolerance=(1e-5 2e-3) ;;
esac

# 708 samples divide by 2, 3 and 4 ranks, and make 14 steps of 48 samples and one of 36.
run=(--data synthetic --samples 708 --steps 20 --global-batch 48 --no-dropout --evaluate no --dump-parameters parameters
  "${options[@]}")

# together COUNT OPTIONS...: leaves the parameters of rank 0 in `together`.
together() {
  local rank
  if [[ $strategy == data_parallel ]]; then
    run_ranks 1 "${run[@]}" --metrics events --replicas "$1" "${@:2}"
    expect_codes 0
    mv parameters.0 together
    return
  fi
  run_ranks "$1" "${run[@]}" --metrics events "${@:2}"
  expect_codes "$(yes 0 | head -n "$1" | xargs)"
  for ((rank = 1; rank < $1; ++rank)); do cmp parameters.0 "parameters.$rank" || fail "the parameters of rank $rank differ"; done
  mv parameters.0 together
}

run_ranks 1 "${run[@]}"
expect_codes 0
mv parameters.0 alone
for ranks in 2 3 4; do
  together "$ranks" --strategy "$strategy"
  "$TOOLS/compare_floats" together alone "${tolerance[@]}" || fail "$ranks ranks are not one"
done
grep -q '"step":15,.*"samples":36,' events || fail "no short batch was met"

# A rank's passes are accumulated: 2 ranks with 3 passes of 8.
together 2 --strategy "$strategy" --accumulate 3
"$TOOLS/compare_floats" together alone "${tolerance[@]}" || fail "6 passes are not one"
grep -q "\"per_rank_batch\":8,\"accumulate\":3,\"strategy\":\"$strategy\"," events || fail "the start event does not say so"

# Neither the size of buckets nor, to the 11 bits of a half, the form in which they travel changes what is learned.
if [[ $strategy != data_parallel ]]; then
  together 3 --strategy "$strategy" --bucket-mb 0.01
  "$TOOLS/compare_floats" together alone "${tolerance[@]}" || fail "small buckets learn something else"
fi
if [[ "$strategy ${options[*]}" == "ddp "*sgd* ]]; then
  rm events
  together 2 --strategy ddp --gradient-compression fp16
  "$TOOLS/compare_floats" together alone 1e-5 1e-3 || fail "halves learn something else"
  ! "$TOOLS/compare_floats" together alone 1e-9 1e-9 || fail "nothing was rounded to halves"
  grep -q '"gradient_bytes":4799528,.*"gradient_compression":"fp16",' events || fail "the start event does not say so"
  (($(grep -c '"event":"probe",.*"bytes":2399764,' events) == 2)) || fail "the probes do not sum halves"
fi

run_ranks 1 "${run[@]/20/19}"
expect_codes 0
! "$TOOLS/compare_floats" alone parameters.0 "${tolerance[@]}" || fail "the comparison would miss a whole step"
