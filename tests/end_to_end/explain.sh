#!/bin/bash
# The words of a report, as a person asks for them.
docs=$(readlink -f "$(dirname "${BASH_SOURCE[0]}")/../../docs")
# shellcheck source=tests/end_to_end/expect.bash
source "$(dirname "${BASH_SOURCE[0]}")/expect.bash"

expect_exit 0 "$SCALEGEN" explain efficiency
expect_line out 'Speedup divided by how many times as many ranks there are'
expect_exit 0 "$SCALEGEN" explain exposed communication
expect_line out 'communication  (also: exposed communication'
cp out words
expect_exit 0 "$SCALEGEN" explain 'Exposed Communication'
cmp out words || fail 'one argument is not the same as two'

expect_exit 2 "$SCALEGEN" explain imbalence
expect_text err "error: 'imbalence' is not explained
      = hint: did you mean 'imbalance'?"
[[ ! -s out ]] || fail 'an error is no output'

expect_exit 0 "$SCALEGEN" explain
cp out list
awk 'length > 80 { exit 1 }' list || fail 'a line is wider than a terminal'
grep '^## ' "$docs/glossary.md" | sed 's/^## //' >terms
while read -r term; do expect_line list "$term"; done <terms

# Each key of the sweep file and of a profile is explained; a page that no binary has would be unknown.
sed -n 's/^## //p' "$docs"/reference/*.md >keys
(($(wc -l <keys) > 130)) || fail 'the pages have too few keys'
while read -r key; do
  expect_exit 0 "$SCALEGEN" explain "$key"
  expect_line out "$key"
done <keys

# In a wider terminal the list has fewer lines.
if type -P script >/dev/null; then
  script --quiet --command "stty cols 200; '$SCALEGEN' explain" /dev/null </dev/null >wide
  (($(wc -l <wide) < $(wc -l <list))) || fail 'the width of the terminal makes no difference' "$(cat wide)"
fi
