#!/bin/bash
# Strong and weak scaling from one sweep file: what both ladders share runs once, and each has its table.
# shellcheck source=tests/end_to_end/expect.bash
source "$(dirname "${BASH_SOURCE[0]}")/expect.bash"
write_quick_sweep
sed -i 's/^scales: .*/scales: [1cpu, 2cpu]\nscaling: [strong, weak]/' quick.yaml
sweep() { "$SCALEGEN" sweep quick.yaml --train train "$@"; }

# Stands in for scalegen-train: a sample takes 1/640 s, and a second rank halves the work, or takes as much more.
put_program train <<'TRAIN'
rm -f "$SCALEGEN_RUN_DIR"/node.*.txt # so that it is not too short to tell the load beside it
[[ $RANK == 0 ]] || exit 0
run=$(sed 's|.*/runs/||; s|/.*||' <<<"$SCALEGEN_METRICS")
echo "$run $(grep -o -- '--[a-z-]*batch [0-9]*' <<<"$*")" >>ledger
samples=32
[[ $run != *-weak-* ]] || samples=64
seconds=$(awk "BEGIN {print $samples / 640 / $WORLD_SIZE}")
for step in 1 2 3 4; do
  echo '{"event":"step","step":'$step',"seconds":'"$seconds"',"samples":'$samples'}'
done >>"$SCALEGEN_METRICS"
TRAIN
sed -i "s|>>ledger|>>'$work/ledger'|" train

expect_exit 0 "$SCALEGEN" plan quick.yaml --train train
expect_line out "strong and weak scaling"
expect_line out "1cpu  strong and weak"
expect_line out "6 runs; at most"

expect_exit 0 sweep
expect_text <(sort ledger) "1cpu-r1 --global-batch 32
1cpu-r2 --global-batch 32
2cpu-r1 --global-batch 32
2cpu-r2 --global-batch 32
2cpu-weak-r1 --per-rank-batch 32
2cpu-weak-r2 --per-rank-batch 32"
expect_line out "strong and weak scaling"
expect_text <(grep -E '^(strong|weak) scaling|^[12]cpu ' out | sed 's/  */ /g') "strong scaling, global batch 32
1cpu 640 1 (baseline) 100 %
2cpu 1280 2.00x 100 %
weak scaling, batch 32 per rank
1cpu 640 100 % (baseline) 0.0500
2cpu 1280 100 % 0.0500"

expect_exit 0 "$SCALEGEN" report quick-local --format csv
expect_text <(cut -d, -f1,2,6 out) "scaling,rung,runs
strong,1cpu,2
strong,2cpu,2
weak,1cpu,2
weak,2cpu,2"

# Again: nothing runs a second time; more repeats run what is missing, once for both.
expect_exit 0 sweep
sed -i 's/^repeats: .*/repeats: 3/' quick.yaml
expect_exit 0 sweep
expect_line err "1 round more: 3 runs added"
[[ $(wc -l <ledger) == 9 ]] || fail "not each run once" "$(cat ledger)"
