# --- Fail early, with a message, where something is missing.

require_prepared() { # bash|sbatch, whichever runs the script that prepares: by that script as it is now
  local script=$_root/jobs/prepare/job.sbatch prepared
  prepared=$(cat "$_root/prepared" 2>/dev/null) || true
  [[ $(cksum <"$script") == "$prepared" ]] || fail "nothing is prepared yet: $1 $script"
}

require_program() { # PROGRAM
  [[ -x $1 ]] || fail "there is no program $1: 'scalegen build' makes it"
}

require_data() { # FOLDER SET...: the names of a set's files, of which one set must be there
  local files lacks all=
  for files in "${@:2}"; do
    lacks=$(missing_files "$1" "$files")
    [[ -n $lacks ]] || return 0
    all+=${all:+", or "}$lacks
  done
  [[ -z $all ]] || fail "the data folder $1 lacks $all"
}

missing_files() { # FOLDER NAMES
  local file lacks=()
  for file in $2; do
    [[ -e $1/$file || -e $1/$file.gz ]] || lacks+=("$file")
  done
  echo "${lacks[*]}"
}

make_workdir() { # FOLDER
  mkdir -p "$1" || fail "cannot make the folder $1"
}

enter_workdir() { # FOLDER
  _workdir=$1
  cd "$_workdir" || fail "there is no folder $_workdir"
}
