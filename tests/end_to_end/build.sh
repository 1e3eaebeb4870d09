#!/bin/bash
# `scalegen build`: the script that makes scalegen-train for a cluster does so when it is run, and the jobs of that cluster take what it
# made. CMake and Slurm's clients are stand-ins here; compiler and Python are real.
# shellcheck source=tests/end_to_end/expect.bash
source "$(dirname "${BASH_SOURCE[0]}")/expect.bash"
export HOME=$work/home WORK=$work
unset SLURM_CPUS_PER_TASK SBATCH_ACCOUNT
mkdir "$HOME"
PATH=$work/bin:$PATH

put_program bin/cmake <<'SH'
case $1 in
--version) echo "cmake version ${CMAKE_IS:-3.25.1}" && exit ;;
-S) mkdir "$4/bin" && printf '%s ' "${@:7}" >"$WORK/configured" && exit ;;
esac
[[ ! -e $WORK/broken ]] || { echo "group.cpp:12: error: no such thing" && exit 2; }
printf '#!/bin/bash\necho {\\"gpus\\":1}\n' >"$2/bin/scalegen-train"
chmod +x "$2/bin/scalegen-train"
SH

# Words that cannot be meant.
expect_exit 2 "$SCALEGEN" build --cluster oliva
expect_text err "error: unknown cluster 'oliva'
      = note: put your own profile into ~/.config/scalegen/clusters, or give its path
      = hint: did you mean 'olivia'?"
expect_exit 2 "$SCALEGEN" build --cluster olivia --partition small
expect_text err "error: 'olivia' requires an account for each job
      = hint: add --account NAME, or to ~/.config/scalegen/settings.yaml the line 'olivia: {account: NAME}'
error: the nodes of partition 'small' are x86_64, and the container is for aarch64
      = note: clusters/olivia.yaml:109 sets architecture: aarch64
      = hint: name another partition, or with --image an image for these nodes"
[[ ! -e $HOME/scalegen ]] || fail "a refused build has left something"

# The account of the settings will do.
mkdir -p "$HOME/.config/scalegen"
echo 'lumi: {account: project_465000001}' >"$HOME/.config/scalegen/settings.yaml"
expect_exit 0 "$SCALEGEN" build --cluster lumi
expect_line "$HOME/scalegen/lumi/build.sbatch" "#SBATCH --account=project_465000001"

# The script is written, twice the same; by hand it makes the program.
folder=$HOME/scalegen/generic
for time in first second; do
  expect_exit 0 "$SCALEGEN" build --cluster generic
  expect_text out "wrote $folder/build.sbatch
submit it:  sbatch $folder/build.sbatch
it makes $folder/bin/scalegen-train, which sweeps on 'generic' use"
  [[ ! -s err ]] || fail "it warns" "$(cat err)"
  cp "$folder/build.sbatch" "$time"
done
cmp first second || fail "the same build, and another script"
shellcheck "$folder/build.sbatch"
expect_exit 0 bash "$folder/build.sbatch"
expect_line out "scalegen: it says of itself: {\"gpus\":1}"
[[ $(tail --lines=1 out) == "scalegen: built $folder/bin/scalegen-train" ]] || fail "it does not say what it built" "$(cat out)"
grep --quiet -- '-DSCALEGEN_TOOL=OFF -DSCALEGEN_UNITY=ON .*-DSCALEGEN_REQUIRE_NCCL=ON' configured || fail "configured otherwise" "$(cat configured)"
[[ $(ls -A "$folder") == $'bin\nbuild.sbatch\nsource' ]] || fail "more is left" "$(ls -A "$folder")"

# A build that fails leaves the program of before.
touch broken
expect_exit 2 bash "$folder/build.sbatch"
expect_text <(tail --lines=2 out) "group.cpp:12: error: no such thing
scalegen: the build has failed"
[[ -x $folder/bin/scalegen-train ]] || fail "the program is gone"
rm broken

# What the environment lacks is named, with what to do.
CMAKE_IS=3.16.3 expect_exit 69 bash "$folder/build.sbatch"
expect_text err "scalegen: there is no cmake of 3.18 or newer (this is 3.16.3) here: load one, by 'modules:' or 'setup:' of a profile of your own, or fetch it where there is a network:
scalegen:   python3 -m pip install --target $folder/tools --only-binary :all: --platform manylinux2014_$(uname -m) cmake ninja"
put_program bin/g++-9 <<'SH'
[[ $1 == --version ]] && echo 'g++-9 9.4.0' && exit
exit 1
SH
CXX=g++-9 expect_exit 69 bash "$folder/build.sbatch"
expect_text err "scalegen: this compiler knows no C++20: g++-9 9.4.0
scalegen: load a newer one, g++ 11 say, by 'modules:' or 'setup:' of a profile of your own"

# Jobs take the program from where the last build put it.
taken() { # CLUSTER PROGRAM
  rm -rf jobs
  expect_exit 0 "$SCALEGEN" generate mnist.yaml --cluster "$1" --account p1 -o jobs
  for script in jobs/jobs/*/job.sbatch; do expect_line "$script" "program=$2"; done
}
taken generic "\"\$HOME\"/scalegen/generic/bin/scalegen-train"
expect_exit 0 "$SCALEGEN" build --cluster generic -o elsewhere
taken generic "$work/elsewhere/bin/scalegen-train"
taken cyclone "\"\$HOME\"/scalegen/cyclone/bin/scalegen-train"

# Where there is none, no job is submitted to find that out.
put_program bin/sbatch <<'SH'
[[ $1 != --version ]] || exit 0
script=${*: -2:1}
for option; do [[ $option != --job-name=* ]] || echo "${option#*=}" >"$WORK/name"; done
bash "$script" >"${script%/*}/slurm-7.out" 2>&1
echo "$?" >"$WORK/status"
echo 7
SH
put_program bin/squeue <<'SH'
state=COMPLETED
[[ $(<"$WORK/status") == 0 ]] || state=FAILED
echo "7|$state|n1|30:00|$(<"$WORK/name")|None"
SH
put_program bin/sacct <<'SH'
echo 'Slurm accounting storage is disabled' >&2
exit 1
SH
expect_exit 2 "$SCALEGEN" sweep mnist.yaml --cluster generic
expect_line err "error: there is no scalegen-train for 'generic': '$work/elsewhere/bin/scalegen-train' is not an executable file"
expect_line err "= hint: build it with 'scalegen build --cluster generic --submit', or name it with --train PATH"

# Submitted, waited for, and told.
expect_exit 0 "$SCALEGEN" build --cluster generic --submit
expect_text out "built $folder/bin/scalegen-train; sweeps on 'generic' take it"
expect_text err "job 7, whose output is $folder/slurm-7.out"
taken generic "\"\$HOME\"/scalegen/generic/bin/scalegen-train"
touch broken
expect_exit 1 "$SCALEGEN" build --cluster generic --submit
expect_line err "job 7 has built nothing; the end of $folder/slurm-7.out:"
expect_line err "  group.cpp:12: error: no such thing"
expect_line err "  scalegen: the build has failed"
rm broken bin/sbatch bin/squeue bin/sacct
if ! command -v sbatch >/dev/null; then
  expect_exit 2 "$SCALEGEN" build --cluster generic --submit
  expect_line err "there is no sbatch here"
fi

# On this machine it is made here and now, unless it lies beside scalegen.
cp "$SCALEGEN" alone
expect_exit 0 ./alone build
[[ $(tail --lines=1 out) == "scalegen: built $HOME/scalegen/local/bin/scalegen-train" ]] || fail "nothing was built here" "$(cat out err)"
cp "$HOME/scalegen/local/bin/scalegen-train" .
expect_exit 0 ./alone build
expect_text out "scalegen-train is there: $work/scalegen-train"
