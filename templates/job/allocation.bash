# --- One run after the other in one allocation, each by a script of its own.

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
