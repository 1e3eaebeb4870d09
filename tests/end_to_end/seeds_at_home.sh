#!/bin/bash
# Each sweep of examples/seeds says in a line how it is run on two cores; with these changes it can be planned for this machine.
here=$(dirname "$(readlink --canonicalize "${BASH_SOURCE[0]}")")
# shellcheck source=tests/end_to_end/expect.bash
source "$here/expect.bash"
PATH=$here/lessons:$PATH # kernprof
put_program programs/torchrun </dev/null
for seed in "$here"/../../examples/seeds/*.yaml; do
  name=$(basename "$seed" .yaml)
  grep --only-matching --extended-regexp '\b[a-z_]+\.(py|json)\b' "$seed" | xargs touch
  python3 "$here/at_home.py" "$seed" >"$name.yaml"
  PATH=$work/programs:$PATH expect_exit 0 "$SCALEGEN" plan "$name.yaml" --cluster local
  ! grep --quiet 'warning: ' err || fail "the plan of $name is doubted" "$(cat err)"
  grep --only-matching '^[12]cpu' out | paste --serial >rungs
  echo "$name $(<rungs)" >>planned
done
expect_text planned "cyclone 1cpu	2cpu
della 1cpu	2cpu
gujarat 1cpu
lumi_ddp 1cpu	2cpu
lumi_zero1 1cpu	2cpu
olivia 1cpu	2cpu"
