#!/bin/bash
# The commands of docs/history.md, on two sweeps of a program of one's own, and what becomes of the files that they keep.
# shellcheck source=tests/end_to_end/expect.bash
source "$(dirname "${BASH_SOURCE[0]}")/expect.bash"
tests=$(dirname "${BASH_SOURCE[0]}")/..
export HOME=$work/home
mkdir -p home

# The output on the page is that of a test.
diff <(sed -n '/^    measured (UTC)/,/^    [*] has a star/s/^    //p' "$tests/../docs/history.md") \
  <(grep -v '^$' "$tests/golden/history.txt") || fail "docs/history.md shows another output than the test"

mkdir -p home/sweeps
printf 'name: mnist\ncommand: sleep 0.2\nscales: [1cpu]\nrepeats: 2\n' >mnist.yaml
expect_exit 0 "$SCALEGEN" sweep mnist.yaml --no-trial -o home/sweeps/old
sleep 1.1
expect_exit 0 "$SCALEGEN" sweep mnist.yaml --no-trial -o home/sweeps/new
expect_exit 0 "$SCALEGEN" list ~/sweeps --figures --name mnist --rung 1cpu
cp out first
(($(grep --count ' mnist  *local ' out) == 2)) || fail "two sweeps were measured" "$(cat out)"
expect_exit 0 "$SCALEGEN" list ~/sweeps --figures --plot
expect_line out 'mnist: s'
expect_line out 'measured (UTC)'
expect_line out '  o 1cpu'
expect_exit 0 "$SCALEGEN" list ~/sweeps --figures --plots plots
expect_line out 'plots/history-mnist.svg'
expect_line plots/history-mnist.svg 'measured (UTC)</text>'
if type -P rsvg-convert >/dev/null; then expect_line out 'plots/history-mnist.png'; fi
expect_exit 2 "$SCALEGEN" list ~/sweeps/old --figures --plots none
expect_text err 'error: there is nothing to draw yet: no sweep of one name was measured twice'
none() { # none WORDS OPTION...: a filter that lets nothing through is none of a CI's
  expect_exit 2 "$SCALEGEN" list ~/sweeps --figures "${@:2}"
  expect_text err "error: nothing was measured of$1
      = hint: 'list --figures' without them shows all"
}
none ' --name none' --name none
none ' --rung 7cpu' --rung 7cpu --plots none
none ' --name mnist --rung 7cpu' --name mnist --rung 7cpu --against-last 3
none ' --name none' --name none --against-last 3 --json
for folder in old new; do [[ -s home/sweeps/$folder/history.json ]] || fail "nothing is kept of $folder"; done
expect_exit 0 "$SCALEGEN" list ~/sweeps --figures --name mnist --rung 1cpu
diff first out || fail "from what is kept it is another history"
expect_exit 0 "$SCALEGEN" list ~/sweeps --figures --rebuild
diff first out || fail "read anew, it is another history"
expect_exit 0 "$SCALEGEN" list ~/sweeps --figures --json
expect_line out '"scalegen_history": 1'
(cd home && "$SCALEGEN" history) >out
diff first out || fail "from here, by its former name, it is another history"
expect_exit 0 "$SCALEGEN" list ~/sweeps
(($(grep --count '^\(old\|new\) .* 2 runs: 2 completed$' out) == 2)) || fail "the same sweeps are not listed" "$(cat out)"
expect_exit 0 "$SCALEGEN" report home/sweeps/old --bundle old.tar.gz
if tar --list --file=old.tar.gz | grep history.json; then fail "a bundle has what can be made again"; fi

# The two sweeps beside each other, one of them from its bundle; the program is in a folder of its own repository.
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

# The newest by those before it: the exit status is for a CI.
printf '%s\n' 'name: nightly' 'command: cat speed' 'scales: [1cpu]' 'repeats: 2' \
  "metrics: {throughput: {regex: '{number} images/s', unit: images/s}}" >nightly.yaml
night() { # night NAME SPEED
  echo "$2 images/s" >speed
  expect_exit 0 "$SCALEGEN" sweep nightly.yaml --no-trial -o "nights/$1"
  sleep 1.1
}
mkdir nights
night 1 100 && night 2 102 && night 3 98
expect_exit 0 "$SCALEGEN" list nights --figures --name nightly --against-last 3
expect_line out 'open: 2 earlier sweeps to compare with, and 3 are needed'
night 4 101
expect_exit 0 "$SCALEGEN" list nights --figures --against-last 3
grep --quiet ' nightly .* 3 .* as before$' out || fail "the night like the others" "$(cat out)"
night 5 60
expect_exit 1 "$SCALEGEN" list nights --figures --against-last 10
grep --quiet ' nightly .* 4 .* slower .* slower$' out || fail "the slow night" "$(cat out)"
expect_exit 1 "$SCALEGEN" list nights --figures --against-last 10 --json
expect_line out '"verdict": "slower"'
expect_line out '"notes": []'

# A night without a figure is the newest one, too.
echo none >speed
expect_exit 1 "$SCALEGEN" sweep nightly.yaml --no-trial -o nights/6
expect_exit 1 "$SCALEGEN" list nights --figures --against-last 10
sed --in-place 's/^ *20[0-9-]*/DAY/' out
expect_text out "measured (UTC)  sweep    cluster  rung  earlier  against them  verdict
DAY  nightly  local    1cpu        5             -  no figure

the newest sweep of a name against its last 10 of the same cluster and settings: by the speed, each sweep one value, \
with the interval in which a further one lies (95 %), and Holm's procedure over the judged rungs
note: left out: 1 sweep without a figure"
expect_exit 1 "$SCALEGEN" list nights --figures --against-last 10 --json
expect_line out '"verdict": "no figure"'
expect_line out '"left out: 1 sweep without a figure"'
rm --recursive nights/6

# Killed at any moment, and two at once, it leaves files that can be used.
for pause in 0.005 0.01 0.02 0.04; do
  "$SCALEGEN" list ~/sweeps --figures --rebuild >/dev/null &
  sleep "$pause"
  kill -KILL $! 2>/dev/null || true
  wait $! 2>/dev/null || true
  expect_exit 0 "$SCALEGEN" list ~/sweeps --figures
  diff first out || fail "after a kill it is another history"
done
"$SCALEGEN" list ~/sweeps --figures --rebuild >one &
"$SCALEGEN" list ~/sweeps --figures --rebuild >other
wait $!
diff first one || fail "two at once differ"
diff first other || fail "two at once differ"

# Where the file cannot be, or is none.
rm home/sweeps/old/history.json
mkdir home/sweeps/old/history.json
expect_exit 0 "$SCALEGEN" list ~/sweeps --figures
diff first out || fail "where nothing can be kept it is another history"
echo "no figures" >home/sweeps/new/history.json
expect_exit 0 "$SCALEGEN" list ~/sweeps --figures
diff first out || fail "from a damaged file it is another history"
grep --quiet fingerprint home/sweeps/new/history.json || fail "a damaged file is not replaced"
rmdir home/sweeps/old/history.json
expect_exit 2 "$SCALEGEN" list nowhere --figures
expect_line err "there is no folder"

# A copy is no further measurement, also when it is measured on.
rm --recursive home/sweeps/new
cp --recursive home/sweeps/old home/sweeps/copied
expect_exit 2 "$SCALEGEN" compare home/sweeps/old home/sweeps/copied
expect_text err "error: A and B have 2 measured runs in common, as a directory and its copy do
      = hint: measure once more, into a new directory: scalegen sweep FILE -o NEW_FOLDER"
expect_exit 0 "$SCALEGEN" list ~/sweeps --figures
expect_line out "/old' is left out: it has 2 measured runs in common with '$work/home/sweeps/copied', as a copy has"
(($(grep --count ' mnist  *local ' out) == 1)) || fail "a copy is shown beside what it was copied from" "$(cat out)"
