#!/bin/bash
# The build finds LibTorch for ROCm, and the sources for GPUs compile with its names, as far as that can be told without it: no
# registry of packages has it. The tree is LibTorch's headers of this build with stand-ins of our own for what ROCm names otherwise,
# once as until 2.10 and once as from 2.11 on. Nothing is linked, and nothing of this has run on an AMD GPU.
# Arguments: LibTorch's include folder, its libc10.so, and the root of the sources.
# shellcheck source-path=SCRIPTDIR
set -euo pipefail
headers=$1 libraries=$(dirname "$2") root=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "$*" >&2 && exit 1; }

# tree FOLDER NAMES: a LibTorch for ROCm.
tree() {
  mkdir -p "$1/include" "$1/lib"
  local name
  for name in torch ATen c10 caffe2; do
    cp --recursive --symbolic-link "$headers/$name" "$1/include/"
  done
  rm -rf "$1"/include/{ATen,c10}/cuda
  cp --recursive --remove-destination "$root/tests/workloads/rocm/common/." "$root/tests/workloads/rocm/$2/." "$1/include/"
  for name in c10 torch torch_cpu; do ln -s "$libraries/lib$name.so" "$1/lib/"; done
  for name in c10_hip torch_hip; do gcc -shared -x c /dev/null -o "$1/lib/lib$name.so"; done
}

configure() { # TREE BUILD
  ROCM_PATH=$root/tests/workloads/rocm/hip cmake -S "$root" -B "$2" -G Ninja -DTORCH_ROOT="$1" -DSCALEGEN_TOOL=OFF \
    -DSCALEGEN_REQUIRE_NCCL=ON -DSCALEGEN_WERROR=ON -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON \
    -DCMAKE_EXPORT_COMPILE_COMMANDS=ON >"$2.log" 2>&1 || fail "$(cat "$2.log")"
}

# compile BUILD SOURCE OTHER...: as the build would, but for the object file, and with the others in front: to read LibTorch's headers
# costs more than all else.
compile() {
  local command
  command=$(grep --fixed-strings "$2" "$1/compile_commands.json" | sed -n 's/.*"command": "\(.*\)",$/\1/p')
  [[ $command ]] || fail "the build has no command for $2"
  eval "${command//\\\"/\"} --param=ggc-min-heapsize=1048576 -fsyntax-only $(printf -- " -include $root/%s" "${@:3}")" ||
    fail "${*:2} do not compile"
}

for names in until_2.10 from_2.11; do
  tree "$work/$names" "$names"
  configure "$work/$names" "$work/build"
  grep --quiet 'backends: gloo;nccl' "$work/build.log" || fail "RCCL was not found: $(cat "$work/build.log")"
  for define in USE_ROCM USE_C10D_NCCL __HIP_PLATFORM_AMD__=1; do
    grep --quiet --fixed-strings -- "-D$define" "$work/build/compile_commands.json" || fail "-D$define is missing"
  done
  compile "$work/build" workloads/train/{device,cuda_graph,ranks/process_group}.cpp
  rm -rf "$work/build"
done
echo "the sources for GPUs compile with ROCm's names"
