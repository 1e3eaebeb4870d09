#!/bin/bash
# Every source of scalegen-train compiles for aarch64, on which Olivia's and other GH200 nodes run it, so far as a cross compiler
# and LibTorch's headers can tell: nothing is linked. Arguments: LibTorch's include folder, the root of the sources, those that do
# without LibTorch, and those that share names with others; with ; between them.
set -euo pipefail
headers=$1 root=$2
IFS=';' read -ra without_libtorch <<<"$3"
compiled_alone=";$4;"
compiler=aarch64-linux-gnu-g++
if ! command -v "$compiler" >/dev/null; then
  echo "skipped: $compiler is not installed (Debian's g++-aarch64-linux-gnu)"
  [[ ! ${SCALEGEN_NO_SKIP-} ]] || exit 1
  exit 77
fi

# This machine's own headers in /usr/include must stay out of sight.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/include"
for name in torch ATen c10 caffe2 gloo; do
  [[ ! -e $headers/$name ]] || ln -s "$headers/$name" "$work/include/"
done
for name in fmt nlohmann gloo; do
  [[ -e $work/include/$name || ! -e /usr/include/$name ]] || ln -s "/usr/include/$name" "$work/include/"
done

options=(-std=c++20 --param=ggc-min-heapsize=1048576 -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Werror
  "-I$root" -isystem "$work/include" -isystem "$work/include/torch/csrc/api/include" -isystem "$root/workloads/train/shim"
  -DUSE_DISTRIBUTED -DUSE_C10D_GLOO -DSCALEGEN_VERSION='"cross"')
printf '#include "workloads/train/libtorch.hpp"\n' >"$work/first.hpp"
"$compiler" "${options[@]}" -x c++-header "$work/first.hpp" -o "$work/first.hpp.gch"

# Compiles all on standard input, several at a time as `scalegen build` does: to read LibTorch's headers costs more than all else.
compile() { # FOLDER OPTION...
  local source file count=0
  mkdir "$1"
  while read -r source; do
    if [[ $compiled_alone == *";${source#"$root/workloads/train/"};"* ]]; then file=${source##*/}; else file=$((count++ / 8)).cpp; fi
    echo "#include \"$source\"" >>"$1/$file"
  done
  printf '%s\0' "$1"/*.cpp | xargs --null --max-procs="$(nproc)" --max-args=1 "$compiler" "${options[@]}" -fsyntax-only "${@:2}"
}
find "$root/workloads/train" -name '*.cpp' | sort >"$work/all"
# CMake counts its precompiled headers among them.
printf '%s\n' "${without_libtorch[@]/#/$root/workloads/train/}" | sort | comm -12 "$work/all" - >"$work/without"
comm -23 "$work/all" "$work/without" | compile "$work/with" -include "$work/first.hpp"
compile "$work/others" <"$work/without"
echo "$(wc -l <"$work/all") sources compile for aarch64, $(wc -l <"$work/without") of them without LibTorch"
