#!/bin/bash
# Two sweeps beside each other, with the tables of docs/compare.md. docs_commands.sh compares what that page shows.
# shellcheck source=tests/end_to_end/expect.bash
source "$(dirname "${BASH_SOURCE[0]}")/expect.bash"
page=$(dirname "${BASH_SOURCE[0]}")/../../docs/compare.md

# shown FROM TO: the lines of the page from one to the other, which begin so, without their indentation.
shown() {
  awk -v from="    $1" -v to="    $2" 'index($0, from) == 1 { on = 1 }
    on { sub(/^    /, ""); print } on && index("    " $0, to) == 1 { exit }' "$page"
}
shown 'rung,images_per_s' '4gpu,3500' >old.csv
{ head --lines=1 old.csv && shown '1gpu,1003' '8gpu,5000'; } >new.csv
expect_exit 2 "$SCALEGEN" compare old.csv new.csv --at nodes
expect_line err "hint: add a column 'nodes' to the table, or compare with --at size"
for side in old new; do sed '1s/^/nodes,/; 1!s/^/1,/' "$side.csv" >"$side-on-nodes.csv"; done
expect_exit 0 "$SCALEGEN" compare old-on-nodes.csv new-on-nodes.csv --at nodes
expect_line out "4gpu and 8gpu"
expect_exit 0 "$SCALEGEN" compare old.csv new.csv --at cost --format markdown
expect_line out "#### a million images cost"
expect_exit 2 "$SCALEGEN" compare old.csv new.csv --at energy
expect_line err "the energy of no rung is known on both sides"
expect_exit 0 "$SCALEGEN" compare old.csv old.csv --format json
expect_line out '"outcome": "no difference shown"'
expect_exit 2 "$SCALEGEN" compare old.csv
expect_line err "B is required"
expect_exit 2 "$SCALEGEN" compare old.csv nothing.csv
expect_line err "there is no 'nothing.csv'"
