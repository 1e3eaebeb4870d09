#!/bin/bash
# What a person keeps in ~/.config/scalegen: templates and settings. Which were taken is said.
# shellcheck source=tests/end_to_end/expect.bash
source "$(dirname "${BASH_SOURCE[0]}")/expect.bash"
export HOME=$work/home
unset SBATCH_ACCOUNT SBATCH_PARTITION SBATCH_QOS SBATCH_RESERVATION
config=$HOME/.config/scalegen
mkdir -p "$config/templates" given
example="there is no file 'mnist.yaml' here: using scalegen's example 'mnist.yaml'"
generate() { "$SCALEGEN" generate mnist.yaml --cluster cyclone "$@"; }

echo 'echo "set up by {{run}}"' >"$config/templates/setup.part"
expect_exit 0 generate --account p123 -o by-home
expect_line err "template 'setup.part' from $config/templates/setup.part"
expect_line by-home/jobs/cpu-r1/job.sbatch 'echo "set up by cpu-r1"'
expect_line by-home/jobs/cpu-r1/job.sbatch \
  ": cd $work && scalegen generate mnist.yaml --cluster cyclone --account p123 -o by-home"
! grep --quiet 'module load' by-home/jobs/cpu-r1/job.sbatch || fail "the template of scalegen's own was taken too"

# The one that is given comes first, and all of its mistakes are reported.
printf 'echo %s\n' '{{nme}}' '{{run}} {{gpu}}' >given/setup.part
expect_exit 2 generate --account p123 --templates given -o by-option
expect_text <(grep --invert-match 'hint: known' err) "$example
template 'setup.part' from given/setup.part
given/setup.part:1:6: error: unknown name 'nme'
    1 | echo {{nme}}
      |      ^
      = hint: did you mean 'name'?
given/setup.part:2:14: error: unknown name 'gpu'
    2 | echo {{run}} {{gpu}}
      |              ^"
[[ ! -e by-option ]] || fail "a refusal left a folder"
echo '{{#data}} {{run}}' >given/setup.part
expect_exit 2 generate --account p123 --templates given -o by-option
expect_line err "given/setup.part:1:1: error: unclosed section 'data'"
rm -r "$config/templates"

printf '%s\n' 'cyclone: {account: mine}' 'lumi: {account: other, partition: small-g}' >"$config/settings.yaml"
account_in() { sed --quiet 's/^#SBATCH --account=//p' "$1/jobs/cpu-r1/job.sbatch"; }
expect_exit 0 generate -o by-settings
[[ $(account_in by-settings) == mine ]] || fail "not the account of the settings"
SBATCH_RESERVATION=edu28 expect_exit 0 generate --account given -o reserved
expect_line reserved/jobs/cpu-r1/job.sbatch '#SBATCH --reservation=edu28'

# Where $XDG_CONFIG_HOME says.
export XDG_CONFIG_HOME=$work/xdg
mkdir -p xdg/scalegen/clusters
printf '%s\n' 'extends: cyclone' 'name: ours' >xdg/scalegen/clusters/ours.yaml
echo 'ours: {account: theirs}' >xdg/scalegen/settings.yaml
expect_exit 0 "$SCALEGEN" generate mnist.yaml --cluster ours -o by-xdg
[[ $(account_in by-xdg) == theirs ]] || fail "not the account of the settings in XDG_CONFIG_HOME"
expect_exit 2 "$SCALEGEN" build --cluster olivia
expect_line err "to $work/xdg/scalegen/settings.yaml the line 'olivia: {account: NAME}'"
expect_exit 0 "$SCALEGEN" build --cluster ours -o built
expect_text xdg/scalegen/programs/ours "$work/built/bin/scalegen-train"
expect_exit 0 "$SCALEGEN" sweep --help
expect_line out "$work/xdg/scalegen/templates)"
