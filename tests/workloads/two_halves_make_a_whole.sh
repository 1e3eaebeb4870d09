#!/bin/bash
# Two ranks with half the batch each do what one rank does with the whole: after 20 steps the parameters agree to the
# rounding of sums taken in another order, and are the same to the bit on both ranks.
# shellcheck source-path=SCRIPTDIR
source "${BASH_SOURCE[0]%/*}/train.bash"
optimizer=$1
# Adam moves a parameter by the learning rate however small its gradient is, so that where a gradient is nothing but
# rounding, single parameters part; SGD has no such places.
case $optimizer in
adam) tolerance=(1e-5 2e-3) ;;
sgd) tolerance=(1e-6 1e-4) ;;
esac

arguments=(--data synthetic --samples 3000 --steps 20 --global-batch 64 --optimizer "$optimizer" --no-dropout
  --evaluate no --dump-parameters parameters)
run_ranks 2 "${arguments[@]}"
expect_codes 0 0
cmp parameters.0 parameters.1 || fail "the ranks' parameters differ"
mv parameters.0 halves

run_ranks 1 "${arguments[@]}"
expect_codes 0
mv parameters.0 whole
"$TOOLS/compare_floats" halves whole "${tolerance[@]}" || fail "two halves are not the whole"

run_ranks 1 "${arguments[@]/20/19}"
expect_codes 0
! "$TOOLS/compare_floats" halves parameters.0 "${tolerance[@]}" || fail "the comparison would miss a whole step"
