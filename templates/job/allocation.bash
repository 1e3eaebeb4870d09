# --- One run after the other in one allocation, each by a script of its own.

sg_ask_before_each_run() { # SCALEGEN
  _tool=$1
}

sg_is_to_run() { # RUN: false only if scalegen says that the run is not needed, or has to wait for another job
  local sg_answer
  [[ -n $_tool ]] || return 0
  sg_answer=$(timeout 60 "$_tool" needed "$_root" "$1" </dev/null 2>&1) || sg_answer="no answer (status $?) $sg_answer"
  case $sg_answer in
    needed) return 0 ;;
    "not needed: "* | "not now: "*) echo "scalegen: $1 is $sg_answer" >&2; return 1 ;;
  esac
  echo "scalegen: $1 is measured, needed or not, since '$_tool needed' cannot say it here: $sg_answer" >&2
}

sg_run_in_turn() { # FOLDER [ATTEMPT [RUN...]]: names of runs on standard input, a line each; without RUN all of them
  sg_require_allocation "$_root/$1/job.sbatch"
  sg_leave_to_new_plan "$1/job.sbatch"
  local sg_folder=$_root/$1 sg_attempt=${2:-slurm-$SLURM_JOB_ID} sg_named=" ${*:3} " sg_status=0 sg_ended sg_run
  _child=
  _stopped=
  _early=
  trap 'sg_hand_on TERM' TERM
  trap 'sg_hand_on INT' INT
  trap 'sg_hand_on HUP' HUP
  while read -r sg_run; do
    [[ $sg_named == "  " || $sg_named == *" $sg_run "* ]] || continue
    sg_is_to_run "$sg_run" || continue
    [[ -z $_stopped ]] || break
    bash "$sg_folder/$sg_run.bash" "$sg_attempt" </dev/null >>"$sg_folder/$sg_run-$SLURM_JOB_ID.out" 2>&1 &
    _child=$!
    [[ -z $_early ]] || sg_hand_on "$_early"
    wait "$_child"
    sg_ended=$?
    while kill -0 "$_child" 2>/dev/null; do # a signal ended the wait, not the run
      wait "$_child"
      sg_ended=$?
    done
    _child=
    ((sg_ended == 0)) || sg_status=$sg_ended
    [[ -z $_stopped ]] || break
    ((sg_ended != 75)) || break # another job has this run, and with it all that follow
  done
  exit "$sg_status"
}

sg_hand_on() { # SIGNAL: to the run, from Slurm at the job's end, or from a person
  _stopped=yes
  if [[ $_child ]]; then kill "-$1" "$_child" 2>/dev/null; else _early=$1; fi # before the run's number was known
}
