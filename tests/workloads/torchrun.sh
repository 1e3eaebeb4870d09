#!/bin/bash
# The real torchrun starts ranks, which join the store that it keeps. A
# scalegen-train of another PyTorch cannot, and says what to do instead; that works, too.
# shellcheck source-path=SCRIPTDIR
source "${BASH_SOURCE[0]%/*}/train.bash"
# shellcheck source=tests/torch.bash
source "${BASH_SOURCE[0]%/*}/../torch.bash"
need "a torchrun that starts" torchrun_starts
run=(--data synthetic --samples 300 --global-batch 16 --steps 3 --evaluate no --timeout 6 --metrics events.jsonl)

launch() { # PORT of torchrun's store, and the words of the command before the program
  timeout 120 "$torch_bin/torchrun" --nproc_per_node=2 --master_port="$1" --no_python "${@:2}" "$SCALEGEN_TRAIN" "${run[@]}" >out.0 2>err.0
}

wheel=$("$torch_bin/python3" -c 'import torch; print(torch.__version__.split("+")[0])')
if "$SCALEGEN_TRAIN" --capabilities | grep -qF "\"torch\":\"$wheel\""; then
  launch "$(free_port)" || fail "torchrun ends with $?"
else
  launch "$(free_port)" && fail "a store of PyTorch $wheel serves another version"
  grep -qE "torchrun's store at 127.0.0.1:[0-9]+ does not answer: .* torchrun --no_python env MASTER_PORT=PORT scalegen-train" err.0 ||
    fail "found '$(<err.0)'"
  # Two that differ: each is free as long as nobody has started.
  port=$(free_port)
  until other=$(free_port) && [[ $other != "$port" ]]; do :; done
  launch "$port" env "MASTER_PORT=$other" || fail "torchrun with a port for the ranks ends with $?"
fi
grep -q '"world_size":2,' events.jsonl || fail "there are not two ranks"
(($(grep -c '"event":"step"' events.jsonl) == 3)) || fail "there are not three steps"
