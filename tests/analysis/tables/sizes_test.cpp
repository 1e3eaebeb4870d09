#include <fmt/ranges.h>
#include <gmock/gmock.h>

#include <array>

#include "analysis/tables/heads.hpp"
#include "analysis/tables/sizes.hpp"
#include "tests/analysis/tables/expected_readings.hpp"

namespace scalegen {
namespace {

using testing::ElementsAre;

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

// "2 nodes, 8, gpu" as far as it is known
std::string size_as_text(std::string_view text) {
  const auto size = read_size(text, Comma::thousands);
  if (!size) return "none";
  std::vector<std::string> parts;
  if (size->nodes) parts.push_back(fmt::format("{} nodes", *size->nodes));
  if (size->count) parts.push_back(fmt::format("{}", *size->count));
  if (size->device) parts.push_back(to_text(*size->device));
  return fmt::format("{}", fmt::join(parts, ", "));
}

TEST(SizeCell, ReadsTheFormsThatPeopleWrite) {
  expect_readings(R"(8: 8; N=8; 8 (baseline)
1024: 1,024
2 nodes, 8: 2x4; 2 x 4; 2*4; 2 × 4
8, gpu: 8xH100; 8 GPUs; 8gpu
2 nodes, 16, gpu: 2x8xH100; 2x8 A100; 2 x 8 GPUs; 2x8gpu
16 nodes: 16 nodes
16 nodes, 128, gpu: 128 GPUs (16 nodes); 16 nodes (128 GPUs)
64, cpu: 64 cores
none: ; -; A100; 0x4; 1.5; 2x; x4; 2x4x2x1; 1e9; 2000000; DDP; 8 s)",
                  size_as_text);
}

// The columns of a header, and the rungs of its rows with their nodes.
std::vector<std::string> rungs_by_sizes(const std::string& text, std::optional<CountedOf> asked = {}) {
  auto rows = read_csv(text);
  const auto header = rows.front();
  rows.erase(rows.begin());
  std::vector<SizeColumn> columns;
  for (std::size_t i = 0; i < header.fields.size(); ++i)
    columns.push_back({i, header.fields[i].text, *size_head(header.fields[i].text)});
  const auto sizes = sizes_of("t.csv", header, rows, columns, asked, Comma::thousands);
  if (!sizes) return {all_of_errors(sizes.error())};
  std::vector<std::string> texts;
  for (const auto& rung : sizes->rungs)
    texts.push_back(rung->name + (rung->shape.nodes ? fmt::format(" {}", *rung->shape.nodes) : " -"));
  for (const auto& total : sizes->totals)
    texts.push_back(fmt::format("{}: {} on each", total.name, total.on_each_node));
  for (const auto split : sizes->splits)
    texts.push_back(fmt::format("split by {}", header.fields[split].text));
  return texts;
}

TEST(Sizes, MultiplyNodesWithWhatIsOnEachOrTakeTotalsThatDivideAlike) {
  EXPECT_THAT(rungs_by_sizes("GPUs/node,Nodes\n4,2\n"), ElementsAre("2x4gpu 2"));
  EXPECT_THAT(rungs_by_sizes("nodes,ntasks_per_node\n2,8\n"), ElementsAre("2x8ranks 2"));
  EXPECT_THAT(rungs_by_sizes("nodes,cores per node\n3,64\n"), ElementsAre("3x64cores 3"));
  EXPECT_THAT(rungs_by_sizes("nodes,gpus,gpus_per_node\n1,4,4\n3,9,3\n"), ElementsAre("4gpu 1", "3x3gpu 3"))
      << "the product stands there too";
  EXPECT_THAT(rungs_by_sizes("nodes,gpus\n1,1\n1,2\n1,4\n2,8\n4,16\n"),
              ElementsAre("1gpu 1", "2gpu 1", "4gpu 1", "2x4gpu 2", "4x4gpu 4", "gpus: 4 on each"));
  EXPECT_THAT(rungs_by_sizes("nodes,total gpus\n2,3\n"), ElementsAre("3gpu on 2 nodes 2"));
  EXPECT_THAT(rungs_by_sizes("nodes,gpus,cores\n0,0,8\n1,4,8\n"),
              ElementsAre("8cores -", "4gpu 1", "split by cores"));
}

TEST(Sizes, AskWhatTheyCountWhereNumbersDoNotTell) {
  const auto* expected =
      "1:7: 'gpus' beside 'nodes' may count those of a node or of all nodes = "
      "say it: --sizes per-node or --sizes total";
  EXPECT_THAT(rungs_by_sizes("nodes,gpus\n1,4\n2,4\n4,4\n"), ElementsAre(expected));
  EXPECT_THAT(rungs_by_sizes("nodes,gpus\n1,1\n2,2\n4,4\n"), ElementsAre(expected)) << "one on each, or more";
  EXPECT_THAT(rungs_by_sizes("nodes,gpus\n2,4\n"), ElementsAre(expected));
  EXPECT_THAT(rungs_by_sizes("nodes,gpus\n1,4\n2,4\n", CountedOf::node), ElementsAre("4gpu 1", "2x4gpu 2"));
  EXPECT_THAT(rungs_by_sizes("nodes,gpus\n1,4\n2,4\n", CountedOf::run), ElementsAre("4gpu 1", "2x2gpu 2"));
}

TEST(Sizes, CountCoresAsRanksTimesThreads) {
  EXPECT_THAT(rungs_by_sizes("cores,ranks,threads per rank\n8,2,4\n"),
              ElementsAre("8cores -", "split by threads per rank"));
  EXPECT_THAT(rungs_by_sizes("gpus,ranks,threads\n2,4,8\n"),
              ElementsAre("2gpu -", "split by ranks", "split by threads"))
      << "ranks feed the GPUs";
}

TEST(Sizes, NameTheRowsThatAreNone) {
  EXPECT_THAT(
      rungs_by_sizes("ranks\n0\ntwo\n"),
      ElementsAre("2:1: '0' is not a number of ranks = write a number above 0, or a rung such as cpu\n"
                  "3:1: 'two' is not a number of ranks = write a number above 0, or a rung such as cpu"));
  EXPECT_THAT(
      rungs_by_sizes("nodes,gpus_per_node,total gpus\n2,4,8\n2,4,6\n"),
      ElementsAre("3:1: the sizes of this row contradict each other = check nodes, and what is on each"));
  EXPECT_THAT(
      rungs_by_sizes("nodes,gpus\n0,4\n1,4\n"),
      ElementsAre("2:1: the sizes of this row contradict each other = check nodes, and what is on each"));
}

}  // namespace
}  // namespace scalegen
