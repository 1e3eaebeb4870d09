# What the scripts of a run directory share: lib/job.bash, written once. A script sets `root`, sources this file, and calls
#
#   begin_local_run, begin_slurm_run   claim the attempt; from then on every way out but SIGKILL writes exit.json
#   require_prepared, require_program, require_data, make_workdir, enter_workdir   fail with a message where something is missing
#   keep_time_limit, keep_time_limit_here          end the run after its time limit
#   record_environment, watch_gpus, log_nccl       keep what the run ran on
#   launch_...                         start the command and wait for it; if it fails, leave with its status
#   mark_end                           say that all ended well
#   run_in_turn                        (instead of all these) run several scripts in one allocation
#   ask_before_each_run                before run_in_turn: leave out runs that are not needed
#
# docs/run-directory.md of scalegen has the promises that it keeps.
: "${root:?a script sets it before it sources this file}"
run=          # the name of this run
script=       # this script's path within the run directory
scheduler=    # local or slurm
attempt=      # the folder of this attempt
claimed=      # what its started.json says
workdir=      # where the command runs; empty: it does not matter
groups=()     # the process groups that this script started
timer=        # what keeps the time limit on this machine
cause=        # what ended the script: time_limit, INT, TERM, HUP
launched=     # seconds since 1970, around the command itself
finished=
begun_at=     # by the clock of boot_clock: the script, the command, and what the command took
launched_at=
ran=
apart=0       # how long it took to read both clocks
stage=        # what holds the script before its command begins
never=        # a pipe for pause
failed_rank=  # the first that failed, of ranks that this script started, and where
failed_node=
hosts=()      # the nodes of the job
nodes=1       # of the run, and how srun is told of them
step=(--nodes=1)
tool=         # scalegen, which says of each run of an allocation whether it is needed; empty: all are
rank_setup=   # lines of bash that each rank runs first

{{> claim.bash}}

{{> ending.bash}}

{{> require.bash}}

{{> environment.bash}}

{{> launch.bash}}

{{> local.bash}}

{{> slurm.bash}}

{{> time.bash}}

{{> evidence.bash}}

{{> node.bash}}

{{> allocation.bash}}
