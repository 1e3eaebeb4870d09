#!/bin/bash
# All that a report rests on in one file: whoever has it gets the same report, and a hostile one gets nothing.
# shellcheck source=tests/end_to_end/expect.bash
source "$(dirname "${BASH_SOURCE[0]}")/expect.bash"

cat >rate.yaml <<'YAML'
name: rate
command: 'echo "rate: $((1000 * {ranks}))"; seq 1000 >{run_dir}/checkpoint; ln -s "$PWD/rate.yaml" {run_dir}/out.99; mkdir -p {run_dir}/work; seq 10 >{run_dir}/work/mine'
metrics: {throughput: {regex: 'rate: (\d+)', unit: images/s}}
scales: [1cpu, 2cpu]
YAML
expect_exit 0 "$SCALEGEN" sweep rate.yaml -o runs
expect_exit 0 "$SCALEGEN" report runs --bundle sent.tar.gz
expect_line out "; 'scalegen report sent.tar.gz' reads it"
digest=$(sed --quiet 's/^sha256 of its bundle.sha256: //p' out)

# What sha256sum says of it is what the tool says: of each file, and of the list of them.
mkdir unpacked
tar --extract --file=sent.tar.gz --directory=unpacked
(cd unpacked && sha256sum --check --quiet --strict runs/bundle.sha256)
expect_text <(cd unpacked && find . -type f ! -name bundle.sha256 -printf '%P\n' | LC_ALL=C sort) \
  "$(sed 's/^[^ ]*  //' unpacked/runs/bundle.sha256)"
expect_text <(sha256sum <unpacked/runs/bundle.sha256) "$digest  -"
tar --list --file=sent.tar.gz | sort >members
expect_line members runs/plan.jsonl
expect_line members runs/runs/2cpu-r3/1/out
expect_line members runs/jobs/1cpu-r1/job.sbatch
for left_out in checkpoint mine out.99 script.out; do
  ! grep --quiet "/$left_out\$" members || fail "the bundle holds $left_out"
done

# The same report elsewhere, where the run directory is not, and nothing of it is left behind.
"$SCALEGEN" report runs >here
"$SCALEGEN" report runs --format csv >here.csv
mkdir -p elsewhere/tmp
mv sent.tar.gz elsewhere
cp -r runs kept
mv runs gone
(cd elsewhere && TMPDIR=$PWD/tmp "$SCALEGEN" report sent.tar.gz >../there && TMPDIR=$PWD/tmp "$SCALEGEN" report sent.tar.gz --format csv >../there.csv)
expect_text there "$(<here)"
expect_text there.csv "$(<here.csv)"
[[ -z $(ls elsewhere/tmp) ]] || fail "left behind: $(ls elsewhere/tmp)"
expect_exit 0 "$SCALEGEN" report elsewhere/sent.tar.gz --format html
expect_line out '<summary>sweep.yaml</summary>'
expect_exit 0 "$SCALEGEN" report elsewhere/sent.tar.gz --format json
expect_line out '"source": "elsewhere/sent.tar.gz"'
expect_line out "\"bundle_sha256\": \"$digest\""
expect_exit 0 "$SCALEGEN" report elsewhere/sent.tar.gz --verbose
expect_line out "read from a bundle with the SHA-256 $digest (docs/security.md)"

# The same directory gives the same bytes.
mv gone runs
expect_exit 0 "$SCALEGEN" report runs --bundle again.tgz
cmp again.tgz elsewhere/sent.tar.gz || fail "another bundle of the same directory"

expect_exit 2 "$SCALEGEN" report runs --bundle again.tgz
expect_text err $'error: \'again.tgz\' exists already\n      = hint: name a new file'
expect_exit 2 "$SCALEGEN" report again.tgz --scaling weak
expect_line err '--scaling is for a table'
expect_exit 2 "$SCALEGEN" report no.tar.gz
expect_text err "error: there is no 'no.tar.gz'"
expect_exit 2 "$SCALEGEN" report runs --bundle runs.zip
expect_text err $'error: \'runs.zip\' is no name of a bundle\n      = hint: end it with .tar.gz or .tgz'
expect_exit 2 "$SCALEGEN" report runs --bundle nowhere/runs.tgz
expect_text err "error: cannot make a folder in '$PWD/nowhere': No such file or directory"
[[ ! -e runs.zip && ! -e nowhere ]] || fail 'a bundle was written'
echo important >mine.tgz.part
expect_exit 0 "$SCALEGEN" report runs --bundle mine.tgz
expect_text mine.tgz.part important
not_unpacked() { # FILE REASON
  expect_exit 2 "$SCALEGEN" report "$1"
  expect_text err "error: '$1' cannot be unpacked: $2
      = hint: it may be damaged, or be no bundle; or set TMPDIR to a folder with more room"
}
head --bytes=900 again.tgz >cut.tgz
not_unpacked cut.tgz 'gzip: stdin: unexpected end of file'
tar --create --file=raw.tgz unpacked
not_unpacked raw.tgz 'gzip: stdin: not in gzip format'
: >nothing.tgz
not_unpacked nothing.tgz 'gzip: stdin: unexpected end of file'

# A signal ends the tool while tar works: nothing is left, neither in TMPDIR nor beside a bundle.
mkdir -p stopped/tmp
put_program shim/tar <<'SH'
[[ $* != *"$STOP_AT"* ]] || kill -INT "$PPID"
PATH=${PATH#*:} exec tar "$@"
SH
expect_exit 130 env PATH="$PWD/shim:$PATH" STOP_AT=--extract TMPDIR="$PWD/stopped/tmp" "$SCALEGEN" report again.tgz
expect_exit 130 env PATH="$PWD/shim:$PATH" STOP_AT=--create "$SCALEGEN" report runs --bundle stopped/new.tgz
for ((i = 0; i < 100; ++i)); do
  [[ $(find stopped) != $'stopped\nstopped/tmp' ]] || break
  sleep 0.1
done
expect_text <(find stopped) $'stopped\nstopped/tmp'

# Another byte in a file, a file more or less, or other sums: it is refused, and without sums it has another digest.
changed() { # WHAT
  tar --create --gzip --directory=unpacked --file=changed.tgz runs
  expect_exit 2 "$SCALEGEN" report changed.tgz
  expect_text err "error: 'changed.tgz' was changed after it was packed: its files have other sums than its bundle.sha256
      = hint: unpack it, and 'sha256sum --check runs/bundle.sha256' says which"
  rm -r unpacked changed.tgz
  mkdir unpacked
  tar --extract --file=again.tgz --directory=unpacked
}
sed --in-place 's/rate: 2000/rate: 2100/' unpacked/runs/runs/2cpu-r1/1/out
changed
echo more >unpacked/runs/runs/2cpu-r1/1/out.7
changed
rm unpacked/runs/runs/2cpu-r1/1/out
changed
mkdir unpacked/runs/runs/2cpu-r1/1/x
echo more >unpacked/runs/runs/2cpu-r1/1/x/y
tar --create --gzip --directory=unpacked --file=deeper.tgz runs/plan.jsonl runs/runs/2cpu-r1/1/x/y
expect_exit 2 "$SCALEGEN" report deeper.tgz
expect_line err "'deeper.tgz' is no bundle: it holds what no bundle does"
expect_line err 'runs/runs/2cpu-r1/1/x/y'
rm -r unpacked/runs/runs/2cpu-r1/1/x
sed --in-place '3s/^./x/' unpacked/runs/bundle.sha256
changed
rm unpacked/runs/bundle.sha256
tar --create --gzip --directory=unpacked --file=old.tgz runs
expect_exit 0 "$SCALEGEN" report old.tgz --verbose
expect_line out "read from a bundle with the SHA-256 $digest "
sed --in-place 's/rate: 2000/rate: 2100/' unpacked/runs/runs/2cpu-r1/1/out
tar --create --gzip --directory=unpacked --file=edited.tgz runs
expect_exit 0 "$SCALEGEN" report edited.tgz --verbose
expect_line out 'read from a bundle with the SHA-256 '
if grep --quiet "$digest" out; then fail 'other files have the same digest'; fi

# A bundle that somebody made: links, names that leave the folder, a device, no plan, no archive at all.
refused() { # FILE TEXT
  expect_exit 2 "$SCALEGEN" report "$1"
  expect_line err "$2"
  [[ ! -e outside ]] || fail "$1 wrote beyond its folder"
}
mkdir made
ln -s /etc/passwd made/plan.jsonl
tar --create --gzip --file=link.tgz made
refused link.tgz 'it holds what no bundle does'
rm made/plan.jsonl
echo text >made/plan.jsonl
tar --create --gzip --absolute-names --transform='s,^made/plan.jsonl,../outside,' --file=dots.tgz made/plan.jsonl
refused dots.tgz 'it holds what no bundle does'
tar --create --gzip --absolute-names --transform="s,^made/plan.jsonl,$work/outside," --file=absolute.tgz made/plan.jsonl
refused absolute.tgz 'it holds what no bundle does'
mkfifo made/pipe
tar --create --gzip --file=pipe.tgz made
refused pipe.tgz 'it holds what no bundle does'
rm made/pipe
tar --create --gzip --file=plan.tgz made
refused plan.tgz 'plan.jsonl:1'
rm made/plan.jsonl
tar --create --gzip --file=empty.tgz made
refused empty.tgz 'no plan.jsonl is in it'
echo text >text.tgz
refused text.tgz 'cannot be unpacked'
truncate --size=9T made/plan.jsonl
tar --create --gzip --sparse --file=bomb.tgz made
refused bomb.tgz 'more than 4000 MB'
rm made/plan.jsonl
mkdir --parents made/1/2/3/4/5
echo text >made/1/2/3/4/5/file
tar --create --gzip --file=deep.tgz made
refused deep.tgz 'it holds what no bundle does'
rm -r made/1
echo text >made/plan.jsonl
chmod 500 made
tar --create --gzip --file=closed.tgz made
refused closed.tgz 'it holds what no bundle does'
chmod 700 made
ln made/plan.jsonl made/sweep.yaml
tar --create --gzip --file=hard.tgz made
refused hard.tgz 'it holds what no bundle does'

# Bombs end soon, whatever they hold: 5 GB of zeros in one file, 200,001 files, and a huge listing.
head --bytes=500M /dev/zero | gzip --fast >zeros.gz
tar --create made/plan.jsonl | head --bytes=1024 | gzip >zeros.tgz
for _ in {1..10}; do cat zeros.gz >>zeros.tgz; done
refused zeros.tgz 'more than 4000 MB'
python3 - <<'PY'
import tarfile
for name, count in (("many.tgz", 200001), ("listed.tgz", 190000)):
    with tarfile.open(name, "w:gz", compresslevel=1) as bundle:
        for i in range(count):
            bundle.addfile(tarfile.TarInfo("made/%06d" % i + ("x" * 800 if name == "listed.tgz" else "")))
PY
refused many.tgz 'more than 200000 files'
refused listed.tgz "the names in 'listed.tgz' take more than 134 MB"
