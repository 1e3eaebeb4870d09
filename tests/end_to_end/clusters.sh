#!/bin/bash
# The verbs for profiles, and docs/clusters.md, whose list is what 'clusters list --markdown' prints.
# SCALEGEN_UPDATE_GOLDEN=1 writes the list into the page.
# shellcheck source=tests/end_to_end/expect.bash
source "$(dirname "${BASH_SOURCE[0]}")/expect.bash"
tests=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
export HOME=$work/home
mkdir -p "$HOME/.config/scalegen/clusters"

# The page.
export SOURCE_DATE_EPOCH=1795651200 # 2026-11-26, by which pages are so old
page=$tests/../docs/clusters.md
begin='<!-- begin of the list'
end='<!-- end of the list'
expect_exit 0 "$SCALEGEN" clusters list --markdown
awk -v begin="$begin" -v end="$end" '
  index($0, end) == 1 { inside = 0 }
  !inside { print }
  index($0, begin) == 1 { inside = 1; while ((getline line < "out") > 0) print line }' "$page" >page.md
if [[ -n ${SCALEGEN_UPDATE_GOLDEN:-} ]]; then
  cat page.md >"$page"
else
  diff --unified "$page" page.md >&2 || fail "docs/clusters.md is stale: run this test with SCALEGEN_UPDATE_GOLDEN=1"
fi
for profile in "$tests"/../clusters/*.yaml; do
  expect_line out "- \`$(basename "$profile" .yaml)\`:"
done

# Those of the user's own, one of them broken, stand in the list too.
echo 'extends: lumi' >"$HOME/.config/scalegen/clusters/mine.yaml"
echo 'extends: lummi' >"$HOME/.config/scalegen/clusters/broken.yaml"
expect_exit 0 "$SCALEGEN" clusters list
expect_line out "$HOME/.config/scalegen/clusters/mine.yaml"
expect_line out "has mistakes: 'scalegen clusters show broken' names them"
expect_exit 2 "$SCALEGEN" clusters show broken
expect_line err "did you mean 'lumi'?"
expect_exit 0 "$SCALEGEN" clusters show lumi
echo '# clusters/lumi.yaml, built in' | cat - "$tests/../clusters/lumi.yaml" >expected
diff --unified expected out >&2 || fail "clusters show lumi is not the file of that profile"
cp out again.yaml
expect_exit 0 "$SCALEGEN" clusters check again.yaml
expect_exit 0 "$SCALEGEN" clusters show mine
own="$HOME/.config/scalegen/clusters/mine.yaml"
{
  echo "# $own: its keys replace those of the profile that follows"
  echo 'extends: lumi'
  echo ---
  cat expected
} | diff --unified - out >&2 || fail "clusters show mine is not both files"

# Mistakes, or none.
printf 'name: c1\nscheduler: slurm\nhardware: {partitions: [{name: a, nodes: 2, cores_per_node: 2}]}\n' >c1.yaml
printf 'name: t\ncommand: ./x {ranks}\nscales: [2cpu]\n' >untitled.yaml
expect_exit 0 "$SCALEGEN" plan untitled.yaml --cluster ./c1.yaml
expect_line out 't: ./x {ranks} on c1 · strong scaling · 3 rounds, order shuffled (seed 7)'

printf 'name: x\nscheduler: slurm\n' >bad.yaml
expect_exit 2 "$SCALEGEN" clusters check bad.yaml
expect_line err "bad.yaml:1:1: error: missing key 'hardware'"
printf 'extends: lumi\nname: x\n' >good
expect_exit 0 "$SCALEGEN" clusters check good
expect_line out "good: no mistakes, 6 partitions, 5 rungs"
expect_line out "  hardware  pages of 2024-10-15 to 2026-06-17, 5 months old"
expect_exit 0 "$SCALEGEN" clusters check lumi
expect_text out "lumi: no mistakes, 6 partitions, 5 rungs
  hardware  pages of 2024-10-15 to 2026-06-17, 5 months old
  requests  pages of 2024-10-15, 25 months old
  network   pages of 2026-05-04 to 2026-09-15, 2 months old
  software  pages of 2026-01-23 to 2026-06-17, 5 months old
  container pages of 2026-05-12 to 2026-07-30, 3 months old
  launch    pages of 2026-07-30, 3 months old
  monitor   pages without a date
  storage   pages of 2026-06-17, 5 months old"
expect_exit 0 "$SCALEGEN" plan untitled.yaml --cluster cyclone --account p1
expect_line err "warning: the profile 'cyclone' is from pages that are over a year old, the newest of 2025-02-08"
expect_exit 2 "$SCALEGEN" clusters check lummi
expect_line err "unknown cluster 'lummi'"
expect_exit 2 "$SCALEGEN" clusters check none.yaml
expect_line err "cannot read 'none.yaml'"

# What Slurm says becomes a profile that is well formed; without one, nothing does.
put_program bin/scontrol <<'SH'
case $3 in
partition) file=partitions ;;
node) file=nodes ;;
*) file=config ;;
esac
cat "$FIXTURES/$file.txt"
SH
FIXTURES=$tests/generator/slurm PATH=$work/bin:$PATH expect_exit 0 "$SCALEGEN" clusters detect
cp out detected.yaml
expect_exit 0 "$SCALEGEN" clusters check detected.yaml
expect_line out "detected.yaml: no mistakes, 6 partitions, 4 rungs"
mkdir empty
status=0
PATH=$work/empty "$SCALEGEN" clusters detect >out 2>err || status=$?
((status == 2)) || fail "no scontrol, and status $status"
expect_line err "there is no scontrol here"
[[ ! -s out ]] || fail "a profile out of nothing" "$(cat out)"
