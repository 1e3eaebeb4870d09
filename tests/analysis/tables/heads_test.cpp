#include "analysis/tables/heads.hpp"

#include <array>

#include "tests/analysis/tables/expected_readings.hpp"

namespace scalegen {
namespace {

// "gpus of a node"
std::string size_head_as_text(std::string_view text) {
  const auto head = size_head(text);
  if (!head) return "none";
  constexpr std::array<const char*, 4> kOf{" of a run", " of a node", " of a rank", ""};
  return to_text(head->counted) + kOf.at(static_cast<std::size_t>(head->of));
}

TEST(Head, OfASizeIsKnownByAllUsualNames) {
  expect_readings(
      R"(gpus: gpus; GPU; # GPUs; #GPUs; No. of GPUs; Number of GPUs; num_gpus; n_gpus; ngpus; GPU count; GPUs:
gpus: GPUs used; devices; GCDs; accelerators; GPUs (A100); H100s
ranks: Ranks; tasks; ntasks; NTasks; np; n_procs; procs; processes; MPI ranks; MPI processes; MPI tasks; world_size; PEs
ranks: worldSize; # of processes; workers; MPI; Prozesse
nodes: nodes; Nodes (#); nnodes; #nodes; Number of nodes; Compute Nodes; Knoten; nodos; AllocNodes
cores: cores; CPU cores; cpus; ncores; Num cores; Kerne; processors; Cores [-]
threads of a rank: threads; OMP threads; OpenMP threads; nthreads; threads per rank; Threads/rank; cpus_per_task
threads of a rank: cores per rank; OMP; threads per process
gpus of a node: gpus_per_node; GPUs per node; GPUs/node; #GPUs per node; gpn
ranks of a node: ntasks_per_node; tasks per node; ranks/node; ppn; per_node; MPI ranks per node
cores of a node: cores per node; cores/node; threads per node
gpus of a run: total gpus; Total GPUs; GPUs total; GPUs (total)
cores of a run: total cores; Total threads; AllocCPUS
none: time; images/s/GPU; GPU util; GPU memory; speedup; batch per GPU; tokens per node; GPU type; node name; CPU time
none: core hours; GPU-hours; rank 0 time; size; config)",
      size_head_as_text);
}

// "time in s", "rate in Speed?": nothing names the unit
std::string figure_head_as_text(std::string_view text) {
  const auto head = figure_head(text);
  if (!head) return "none";
  return fmt::format("{} in {}{}", head->quantity == Quantity::time ? "time" : "rate", head->unit,
                     head->names_unit ? "" : "?");
}

TEST(Head, OfATimeOrARateIsKnownByAllUsualNames) {
  expect_readings(
      R"(time in s?: Time; TIME:; t; T; wall time; Wallclock; wall-clock time; Runtime; Elapsed; duration; TTS
time in s: time/s; T/s; t_wall/s; T(N)/s; time to solution/s; Zeit/s; wall clock time/s; elapsed [s]; walltime [mm:ss]
time in ms: T/ms; Laufzeit/ms
time in h: Run time/h; time [h:mm]; Elapsed [d-hh:min]
time in ks: time (ks)
time in s/step: time per step/s
time in s?: Time to solution; Execution time; LOOP time; Solve time; Total time; training_time; time (run 3); Laufzeit
time in s: seconds; secs; time (s); Time [sec]; time_s; t [s]; Wall clock time (s); time in s; Time, s; Runtime / s
time in s: Elapsed (seconds); Total (s); wall_seconds
time in ms: ms; time (ms); runtime_ms; Solve [ms]
time in mins: mins
time in min: time [min]; Time (min)
time in days: days; time (days)
time in hours: hours; Duration (hours)
time in s/step?: step time; Time/step; time per step; avg step time
time in s/step: s/step; Time per step (s); step_time_s
time in ms/step: ms_per_step; ms/step; Time/step (ms); avg step (ms); step_ms
time in s/epoch?: epoch_time; Epoch time; time per epoch
time in s/epoch: s/epoch; epoch time (s); epoch_time_s
rate in images/s: images/s; images_per_s; Throughput (images/s)
rate in steps/s: steps/s
rate in timesteps/s: time steps/s
rate in it/s: it/s
rate in GB/s: GB/s
rate in simulatedtime/day: simulated time/day
rate in images/second: images per second
rate in Throughput?: Throughput
rate in Speed?: Speed
rate in ns/day: ns/day; Performance (ns/day)
rate in SYPD: SYPD
rate in TFLOPS: TFLOPS
rate in GFLOP/s: GFLOP/s
rate in episodes/hour: episodes/hour
rate in tokens/s/GPU: tokens/s/GPU
rate in tok/s/GPU: tok/s per GPU
rate in tok/s/gpu: Throughput per GPU (tok/s)
none: time (GB); min; s; d; loss; speedup; Ideal time; Time speedup; CPU time; user time; comm time; I/O time; max (s)
none: core-hours; node hours; GPU-h; gpu_s; CPU seconds; Cost (node-h); CPUTime; CPUTimeRAW; TotalCPU; Timelimit
none: core hours/year; Knoten-Stunden; charged [core h]
none: setup time (s); start time; time limit; efficiency (%); x)",
      figure_head_as_text);
}

TEST(Head, SaysWhetherItsColumnIsMeasuredSetOrOfARun) {
  expect_readings(
      R"(measured: core-hours; CPU hours; GPU-h; node_hours; AveCPU; Planned; Timelimit
outcome: State; job status; ExitCode; exit_code; return code; rc; outcome
measured: accuracy; Top-1 acc; loss; GPU util [%]; Power (W); memory (GiB); std; MFU; Peak Mem; latency
derived: Speedup; speed-up; Speed up; Parallel efficiency (%); % of linear; vs 1 GPU; x; %; Ideal; scaling
of a run: seed; Date; hostname; JobID; node; commit; comment; NodeList
round: round; Run; repetition; trial
set: batch; model; Solver; GPU type; compiler version; tp; precision; Machine
set: cells; number of elements; particles; atoms; dofs; unknowns; cells per rank; degrees of freedom
none: gpus per node; quux)",
      [](const std::string& head) {
        return is_derived_head(head)    ? "derived"
               : is_round_head(head)    ? "round"
               : is_outcome_head(head)  ? "outcome"
               : is_measured_head(head) ? "measured"
               : is_setting_head(head)  ? "set"
               : is_head_of_a_run(head) ? "of a run"
                                        : "none";
      });
}

TEST(Head, NamesTheConditionThatReportsKnow) {
  expect_readings(R"(precision: dtype
global_batch: Global batch size; gbs
per_rank_batch: batch per GPU; batch_per_rank; local batch
accumulate: Accumulate; grad_accum
model: Parameters; model_name
device_name: GPU type
: batch; seed)",
                  condition_of_head);
}

}  // namespace
}  // namespace scalegen
