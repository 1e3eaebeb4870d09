# shellcheck shell=bash
# For tests that need a Python with PyTorch: the folder of cmake/cuda-wheel's python and torchrun ($SCALEGEN_TORCH_WHEEL), else of Debian's.
torch_bin=/usr/bin
if [[ ${SCALEGEN_TORCH_WHEEL-} ]]; then
  torch_bin=${SCALEGEN_TORCH_WHEEL%/lib/python*}/bin
else
  export USE_LIBUV=0 # PyTorch of Debian 13 is built without libuv, but uses it by default
fi

# can_import MODULE...
can_import() { "$torch_bin/python3" -c "import $(paste --serial --delimiters=, <(printf '%s\n' "$@"))" >/dev/null 2>&1; }
# torchrun of Debian 12 does not start on its Python.
torchrun_starts() { "$torch_bin/torchrun" --standalone --nproc_per_node=1 --no_python true >/dev/null 2>&1; }

# need WHAT COMMAND...: skips the test if the command fails.
need() {
  "${@:2}" || {
    echo "skipped: $1 is not here; cmake/cuda-wheel prints SCALEGEN_TORCH_WHEEL, which has it"
    [[ ! ${SCALEGEN_NO_SKIP-} ]] || exit 1
    exit 77
  }
}
