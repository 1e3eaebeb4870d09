# What the scripts of a run directory share: lib/job.bash, written once. A script sets `_root`, sources this file, and calls
#
#   sg_begin_local_run, sg_begin_slurm_run   claim the attempt; from then on every way out but SIGKILL writes exit.json
#   sg_begin_setup, sg_end_setup             around lines of a person: give them the shell, and take back what they changed of it
#   sg_require_prepared, sg_require_program, sg_require_data, sg_make_workdir, sg_enter_workdir   fail with a message where something is missing
#   sg_keep_time_limit, sg_keep_time_limit_here   end the run after its time limit
#   sg_record_environment, sg_watch_gpus, sg_log_nccl   keep what the run ran on
#   sg_launch_...                            start the command and wait for it; if it fails, leave with its status
#   sg_mark_end                              say that all ended well
#   sg_run_in_turn                           (instead of all these) run several scripts in one allocation
#
# docs/run-directory.md of scalegen has the promises that it keeps.
: "${_root:?a script sets it before it sources this file}"
_run=          # the name of this run
_id=           # its SCALEGEN_RUN_ID
_script=       # this script's path within the run directory
_scheduler=    # local or slurm
_host=         # this node's name, as `uname -n` says it
_attempt=      # the folder of this attempt
_claimed=      # what its started.json says
_workdir=      # where the command runs; empty: it does not matter
_groups=()     # the process groups that this script started
_timer=        # what keeps the time limit on this machine
_at_exit=      # what the set-up traps at the exit
_cause=        # what ended the script: time_limit, INT, TERM, HUP
_launched=     # seconds since 1970, around the command itself
_finished=
_begun_at=     # by the clock of sg_boot_clock: the script, the command, and what the command took
_launched_at=
_ran=
_apart=0       # how long it took to read both clocks
_stage=        # what holds the script before its command begins
_never=        # a pipe for sg_pause
_failed_rank=  # the first that failed, of ranks that this script started, and where
_failed_node=
_hosts=()      # the nodes of the job
_nodes=1       # of the run, and how srun is told of them
_step=(--nodes=1)
_rank_setup=() # lines of bash that each rank runs first
_task=()       # what stands before its command
_own_path=$PATH _options=$(set +o && shopt -p) # before any set-up
_in_setup=     # while its lines run
_is_untouched= # no line of theirs has run
_their_functions='' _their_path=: _their_options=shopt${_options#*shopt} # what they left
declare -A _noted=() # their commands
_folder_is_shared= # with other runs, and is looked at again at the end
declare -A _before=() # the files that the run found there

# A process takes a hundred times as long as a line of bash, and a run on a busy file system waits for each: what follows starts few.
read -r _host </proc/sys/kernel/hostname # $HOSTNAME may be the submitting node's

{{> claim.bash}}

{{> ending.bash}}

{{> setup.bash}}

{{> require.bash}}

{{> environment.bash}}

{{> launch.bash}}

{{> local.bash}}

{{> slurm.bash}}

{{> time.bash}}

{{> evidence.bash}}

{{> node.bash}}

{{> allocation.bash}}
