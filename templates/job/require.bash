# --- Fail early, with a message, where something is missing.

sg_require_prepared() { # bash|sbatch, whichever runs the script that prepares: by that script as it is now
  local sg_script=$_root/jobs/prepare/job.sbatch sg_prepared
  sg_prepared=$(cat "$_root/prepared" 2>/dev/null) || true
  [[ $(cksum <"$sg_script") == "$sg_prepared" ]] || sg_fail "nothing is prepared yet: $1 $sg_script"
}

sg_require_program() { # PROGRAM
  [[ -x $1 ]] || sg_fail "there is no program $1: 'scalegen build' makes it"
}

sg_require_data() { # FOLDER SET...: the names of a set's files, of which one set must be there
  local sg_files sg_lacks sg_all=
  for sg_files in "${@:2}"; do
    sg_lacks=$(sg_missing_files "$1" "$sg_files")
    [[ -n $sg_lacks ]] || return 0
    sg_all+=${sg_all:+", or "}$sg_lacks
  done
  [[ -z $sg_all ]] || sg_fail "the data folder $1 lacks $sg_all"
}

sg_missing_files() { # FOLDER NAMES
  local sg_file sg_lacks=()
  for sg_file in $2; do
    [[ -e $1/$sg_file || -e $1/$sg_file.gz ]] || sg_lacks+=("$sg_file")
  done
  echo "${sg_lacks[*]}"
}

sg_make_workdir() { # FOLDER
  mkdir -p "$1" || sg_fail "cannot make the folder $1"
}

sg_enter_workdir() { # FOLDER
  _workdir=$1
  cd "$_workdir" || sg_fail "there is no folder $_workdir"
}
