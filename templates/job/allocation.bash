# --- One run after the other in one allocation, each by a script of its own.

ask_before_each_run() { # SCALEGEN
  tool=$1
}

is_to_run() { # RUN: false only if scalegen says that the run is not needed, or has to wait for another job
  local answer
  [[ -n $tool ]] || return 0
  answer=$(timeout 60 "$tool" needed "$_root" "$1" </dev/null 2>&1) || answer="no answer (status $?) $answer"
  case $answer in
    needed) return 0 ;;
    "not needed: "* | "not now: "*) echo "scalegen: $1 is $answer" >&2; return 1 ;;
  esac
  echo "scalegen: $1 is measured, needed or not, since '$tool needed' cannot say it here: $answer" >&2
}

run_in_turn() { # FOLDER [ATTEMPT [RUN...]]: names of runs on standard input, a line each; without RUN all of them
  require_allocation "$_root/$1/job.sbatch"
  leave_to_new_plan "$1/job.sbatch"
  local folder=$_root/$1 attempt=${2:-slurm-$SLURM_JOB_ID} named=" ${*:3} " status=0 ended run
  child=
  stopped=
  early=
  trap 'hand_on TERM' TERM
  trap 'hand_on INT' INT
  trap 'hand_on HUP' HUP
  while read -r run; do
    [[ $named == "  " || $named == *" $run "* ]] || continue
    is_to_run "$run" || continue
    [[ -z $stopped ]] || break
    bash "$folder/$run.bash" "$attempt" </dev/null >>"$folder/$run-$SLURM_JOB_ID.out" 2>&1 &
    child=$!
    [[ -z $early ]] || hand_on "$early"
    wait "$child"
    ended=$?
    while kill -0 "$child" 2>/dev/null; do # a signal ended the wait, not the run
      wait "$child"
      ended=$?
    done
    child=
    ((ended == 0)) || status=$ended
    [[ -z $stopped ]] || break
    ((ended != 75)) || break # another job has this run, and with it all that follow
  done
  exit "$status"
}

hand_on() { # SIGNAL: to the run, from Slurm at the job's end, or from a person
  stopped=yes
  if [[ $child ]]; then kill "-$1" "$child" 2>/dev/null; else early=$1; fi # before the run's number was known
}
