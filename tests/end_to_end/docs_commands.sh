#!/bin/bash
# The commands of docs/tutorials and what they print; the messages and paths that pages name.
here=$(dirname "$(readlink --canonicalize "${BASH_SOURCE[0]}")")
# shellcheck source=tests/end_to_end/expect.bash
source "$here/expect.bash"
mkdir programs home
ln --symbolic "$(readlink --canonicalize "$SCALEGEN")" programs/scalegen
PATH=$work/programs:$PATH HOME=$work/home python3 "$here/docs_commands.py"
python3 "$here/docs_facts.py"
