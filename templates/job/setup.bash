# --- Set-up: lines of the site and of the sweep file. They run in this shell, and cannot break it.

sg_begin_setup() {
  _in_setup=yes _is_untouched=yes
  export SCALEGEN_PROGRAM=setup-$_id- # for `sg_end_survivors`
  set +u # they may use variables that are not set
  sg_give_back
  # shellcheck disable=SC2064 # now
  trap "$_note_command" DEBUG
}

# Each command is in setup_line.txt before it runs, should it end the script: once, since a write takes up to 10 ms. The next one still
# finds `$_` of the last.
# shellcheck disable=SC2016,SC2034 # a trap's text
_note_command='_last=$_ _noting="$LINENO $BASH_COMMAND"
[[ $BASHPID != "$$" || $BASH_COMMAND == sg_* || $BASH_COMMAND == *_note_command* || ${_noted["$_noting"]-} ]] || {
  _noted["$_noting"]=yes _is_untouched=
  builtin printf "%s\n" "$BASH_COMMAND" >|"$_attempt/setup_line.txt" || builtin :
} 2>/dev/null
builtin : "$_last"'

sg_end_setup() { # what its lines export, and where they went, stays; what they trap at the exit runs behind `sg_leave`
  sg_take_back
  [[ $- != *r* && $IFS == $' \t\n' ]] || exit 69 # restricted, readonly: not even exit.json can be written, and setup_line.txt says why
  local sg_theirs="trap -- 'sg_leave' EXIT" sg_background
  [[ $_is_untouched ]] || sg_theirs=$(trap -p EXIT)
  sg_theirs=${sg_theirs#trap -- } sg_theirs=${sg_theirs% EXIT} # in quotes, for bash to read again
  [[ $sg_theirs == "'sg_leave'" ]] || eval "_at_exit=$sg_theirs"
  sg_trap_every_exit
  [[ -z $_is_untouched ]] || return 0
  rm -f "$_attempt/setup_line.txt"
  sg_background=$(jobs -p)
  [[ $sg_background ]] || return 0
  mapfile -t -O "${#_groups[@]}" _groups <<<"$sg_background"
  disown -a # they are no ranks to wait for
}

# Traps, functions, options, IFS and PATH are the script's again, whatever they were. `builtin`: a function may have that name; `|| :`: a
# variable may be readonly.
sg_take_back() {
  _is_builtin=
  builtin printf -v _is_builtin yes || _is_builtin=
  [[ $_is_builtin ]] || { # it is a function of theirs. This mode, which spoils options of theirs, finds none before `unset`
    POSIXLY_CORRECT=1
    unset -f builtin
    unset POSIXLY_CORRECT
  }
  _in_setup=
  builtin trap - CHLD
  builtin trap : DEBUG ERR RETURN # with - bash would set them again as this function returns
  if [[ ! $_is_untouched ]] || builtin compgen -A function -X 'sg_*' >/dev/null; then
    builtin mapfile -t _theirs <<<"$(builtin compgen -A function -X 'sg_*')"
    _their_functions=$({ builtin declare -f "${_theirs[@]}"; builtin declare -Fx; } 2>/dev/null) || builtin :
    builtin unset -f "${_theirs[@]}" 2>/dev/null || builtin :
    _their_options=$(builtin shopt -p) || :
  fi
  eval "$_options" 2>/dev/null || :
  declare -g IFS=$' \t\n' 2>/dev/null || :
  if [[ ${PATH+set} ]]; then printf -v _their_path 'export PATH=%q' "$PATH"; else _their_path='unset PATH'; fi
  export PATH=$_own_path${PATH:+:$PATH} 2>/dev/null || :
  export SCALEGEN_RUN_DIR=$_attempt SCALEGEN_RUN_ID=$_id 2>/dev/null || :
  unset SCALEGEN_PROGRAM
  set -euo pipefail # which a substitution does not tell
}

sg_give_back() { # [COMMAND...]: what `sg_take_back` has taken; or runs COMMAND, found by the script's PATH, with the functions that they export
  shopt -s extglob # functions may be written with it
  eval "$_their_functions" || :
  [[ -z ${1-} ]] || builtin exec "$@"
  eval "$_their_options"$'\n'"$_their_path" 2>/dev/null || :
}
