#!/bin/bash
# put_older under_way|planned: what an older scalegen wrote (README.md), as if it had done so in this folder, on this machine.
put_older() {
  local older directory=mid-local file cpu
  older=$(dirname "$(readlink --canonicalize "${BASH_SOURCE[0]}")")
  [[ $1 == under_way ]] || directory=mid-cyclone
  mkdir "$directory"
  tar --extract --file="$older/under_way.tar.gz" --directory="$directory" --strip-components=1 --no-same-owner under_way/lib
  tar --extract --file="$older/$1.tar.gz" --directory="$directory" --strip-components=1 --no-same-owner
  cpu=$(sed --quiet '/^model name/{s/[^:]*: //p;q}' /proc/cpuinfo)
  find "$directory" -type f -exec sed --in-place "s|/scalegen-old|$PWD|g; s|old-host|$(uname --nodename)|g; s|a CPU|$cpu|" {} +
  for file in "$directory"/runs/*/*/*.old-host.txt; do
    [[ ! -e $file ]] || mv "$file" "${file/old-host/$(uname --nodename)}"
  done
  (cd "$directory" && cksum lib/job.bash jobs/*/job.sbatch >scripts.cksum)
  sed --in-place '$d' "$directory/plan.jsonl"
  echo "{\"cksum\":\"$(cksum <"$directory/plan.jsonl")\"}" >>"$directory/plan.jsonl"
  cp "$older/train.sh" .
}
