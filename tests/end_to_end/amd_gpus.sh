#!/bin/bash
# A script for LUMI watches its GPUs with a stand-in for rocm-smi, and the report has the columns of GPUs and their energy.
here=$(dirname "$(readlink --canonicalize "${BASH_SOURCE[0]}")")
# shellcheck source=tests/end_to_end/expect.bash
source "$here/expect.bash"

printf '%s\n' 'name: watched' 'workload: mnist_cnn' 'scales: [1gpu, 8gpu]' 'repeats: 2' 'parameters: {global_batch: 512}' >s.yaml
"$SCALEGEN" generate s.yaml --cluster lumi --account p --train /bin/true -o run &>/dev/null
"$here/../../bench/fill_runs" run 20

# The tables of ROCm 5 and 6 for MI250X: the first GPU of each package shows the power of both.
mkdir bin
cat >bin/rocm-smi <<'END'
#!/bin/bash
echo "$*" >asked
echo "device,Device ID,Unique ID,sclk clock speed:,Average Graphics Package Power (W),GPU use (%),VRAM Total Used Memory (B)"
for ((card = 0; card < $(<gpus); ++card)); do
  power=$((400 + 20 * card)).0
  ((card % 2 == 0)) || power="N/A (Secondary die)"
  echo "card$card,0x7408,0x$card$card,(1700Mhz),$power,$((90 + card)),$((1024 * 1024 * (2000 + card)))"
done
END
# shellcheck disable=SC2016
printf '%s\n' '#!/bin/bash' 'echo "time,$(($(<now) + 1)).5"' >bin/date
printf '%s\n' '#!/bin/bash' 'exit 1' >bin/sleep # ends the loop after one table
chmod +x bin/*
# watch RUN: as the run's script does, with its options.
watch() {
  local attempt=runs/$1/1 asked
  asked=$(sed --quiet 's/^sg_watch_gpus rocm_smi //p' run/jobs/"$1"/job.sbatch)
  sed 's/.*"time": \([0-9]*\).*/\1/; q' "run/$attempt/metrics.jsonl" >now
  [[ $1 == 8gpu* ]] && echo 8 >gpus || echo 1 >gpus
  sed --quiet '/^sg_watch_with_rocm_smi()/,/^}/p' run/lib/job.bash >watch.bash
  # shellcheck disable=SC2016,SC2086
  PATH=$PWD/bin:$PATH bash -e -c 'source ./watch.bash; uname() { echo n0; }; sg_watch_with_rocm_smi "$@"' _ "run/$attempt" $asked || true
}
for run in {1,8}gpu-r{1,2}; do watch "$run"; done
expect_text asked "--showuse --showmeminfo vram --showpower --showclocks --showid --showuniqueid --csv"

expect_exit 0 "$SCALEGEN" report run --format csv
cut --delimiter=, --fields=1,"$(head -1 out | tr , '\n' | grep --line-number gpu_ | cut --delimiter=: --fields=1 | paste -sd,)" out >gpus.csv
expect_text gpus.csv "rung,gpu_percent,gpu_peak_mib,gpu_w
1gpu,90,2000,
8gpu,93.5,2007,230" # what the die beside the one GPU takes is not known, so nor is the power of that one
# 8 GPUs of 230 W, a million images at some 5,100 a second.
expect_exit 0 "$SCALEGEN" report run
grep --quiet '^8gpu .* 0[.]100$' out || fail "no energy of the whole node" "$(cat out)"
grep --quiet '^1gpu .* -$' out || fail "an energy of a GPU whose power is not known" "$(cat out)"
