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

# Two commits of a program that is in a folder of its own repository; one of the sweeps is in a bundle.
if command -v git >/dev/null; then
  git init --quiet repository
  (cd repository && git -c user.name=a -c user.email=a@b commit --quiet --allow-empty --message=one)
  printf 'name: mnist\ncommand: sleep 0.2\nscales: [1cpu]\nrepeats: 2\nworkdir: %s/repository\n' "$work" >there.yaml
  expect_exit 0 "$SCALEGEN" sweep there.yaml --no-trial -o there
  (cd repository && git -c user.name=a -c user.email=a@b commit --quiet --allow-empty --message=two)
  expect_exit 0 "$SCALEGEN" sweep there.yaml --no-trial -o later
  expect_exit 0 "$SCALEGEN" report there --bundle there.tar.gz
  expect_exit 0 "$SCALEGEN" compare there.tar.gz later
  grep --quiet "^commit  *[0-9a-f]\{12\}  [0-9a-f]\{12\}  all$" out || fail "the commits are not there" "$(cat out)"
fi

# A copy is no further measurement, also when it is measured on.
printf 'name: mnist\ncommand: sleep 0.2\nscales: [1cpu]\nrepeats: 2\n' >mnist.yaml
expect_exit 0 "$SCALEGEN" sweep mnist.yaml --no-trial -o old
cp --recursive old copied
expect_exit 2 "$SCALEGEN" compare old copied
expect_text err "error: A and B have 2 measured runs in common, as a directory and its copy do
      = hint: measure once more, into a new directory: scalegen sweep FILE -o NEW_FOLDER"
