#include "workloads/train/training.hpp"

#include <fmt/format.h>
#include <vector>

#include <algorithm>
#include <cstdlib>
#include <fstream>

#include "workloads/train/data/batches.hpp"
#include "workloads/train/data/dataset.hpp"
#include "workloads/train/data/step_plan.hpp"
#include "workloads/train/device.hpp"
#include "workloads/train/error.hpp"
#include "workloads/train/gpu.hpp"
#include "workloads/train/loop.hpp"
#include "workloads/train/ranks/process_group.hpp"
#include "workloads/train/report/moment.hpp"
#include "workloads/train/report/report.hpp"

namespace scalegen::train {
namespace {

/// Each as c10d takes it.
using Buckets = std::vector<std::vector<at::Tensor>>;

void sum(const ProcessGroup& group, Buckets& buckets) {
  std::vector<c10::intrusive_ptr<c10d::Work>> works;
  for (std::vector<at::Tensor>& bucket : buckets) works.push_back(group->allreduce(bucket));
  for (const auto& work : works) work->wait();
}

/// All ranks begin together.
double time_once(const ProcessGroup& group, at::Device device, Buckets& buckets) {
  sum_over_ranks(group, torch::zeros({1}, device));
  const Moment begin(device);
  sum(group, buckets);
  const Moment end(device);
  end.wait();
  return end.seconds_since(begin);
}

/// The same on each rank, for what all have to decide alike.
double mean_over_ranks(const ProcessGroup& group, at::Device device, double number) {
  at::Tensor sum = torch::full({1}, number, at::TensorOptions(device).dtype(at::kDouble));
  sum_over_ranks(group, sum);
  return sum.item<double>() / group->getSize();
}

/// Seconds that the ranks take to sum these buckets, as a step of ddp sums its gradients, but with nothing
/// else to do: the median of up to 20 times, of as many as a fifth of a second holds.
double time_all_reduce(const ProcessGroup& group, std::vector<at::Tensor> tensors) {
  constexpr double kSeconds = 0.2;
  const at::Device device = tensors.front().device();
  Buckets buckets;
  for (at::Tensor& tensor : tensors) buckets.push_back({std::move(tensor)});
  const double first = mean_over_ranks(group, device, time_once(group, device, buckets));
  std::vector<double> times;
  const double fit = first > 0 ? std::clamp(kSeconds / first, 1.0, 20.0) : 20;
  for (auto left = static_cast<int>(fit); left > 0; --left)
    times.push_back(time_once(group, device, buckets));
  const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
  std::ranges::nth_element(times, middle);
  return *middle;
}

std::string strategy_word(const Options& options, const World& world) {
  if (options.strategy == StrategyKind::data_parallel) return "data_parallel";
  return world.size == 1 ? "none" : word("strategy", options.strategy.value_or(StrategyKind::ddp));
}

/// The facts that all ranks must have in common, besides devices.
std::vector<std::string> facts_in_common(const Options& options, const Dataset& data) {
  const char* run = std::getenv("SCALEGEN_RUN_ID");
  std::vector<std::string> facts = options.in_common;
  facts.push_back(fmt::format("model {}", options.model->name));
  facts.push_back(fmt::format("{} + {} samples of {} ({:016x})", data.samples.train.size(),
                              data.samples.test.size(), data.name, checksum(data.samples)));
  facts.push_back(fmt::format("run '{}'", run ? run : ""));
  facts.push_back(fmt::format("scalegen-train {}", version()));
  return facts;
}

void warn_of_isolation(const Place& place, const World& world, const RunFacts& facts) {
  if (facts.backend != "nccl") return;
  const auto in_reach = gather(place.store, world, "gpus in reach", std::to_string(gpus_in_reach()));
  const std::string warning = warning_of_isolation(facts, in_reach);
  if (!warning.empty()) fmt::print(stderr, "scalegen-train: {}\n", warning);
}

RunFacts facts(const Options& options, const World& world, const std::string& dataset, int64_t train_samples,
               const StepPlan& plan, const Trainer& trainer, const Place& place,
               const std::vector<at::Device>& devices) {
  RunFacts facts;
  facts.world_size = world.size * static_cast<int>(devices.size());
  facts.hosts = gather(place.store, world, "host", host_name());
  facts.devices = gather(place.store, world, "device", device_id(place.device));
  for (std::size_t i = 1; i < devices.size(); ++i) {  // only a rank alone has several
    facts.hosts.push_back(host_name());
    facts.devices.push_back(device_id(devices[i]));
  }
  facts.recipe = options.recipe->name;
  facts.model = options.model->name;
  facts.parameters = trainer.parameters();
  facts.gradient_bytes = trainer.parameters() * static_cast<int64_t>(sizeof(float));
  facts.dataset = dataset;
  facts.train_samples = train_samples * options.units_of_a_sample();
  facts.batch_unit = word("batch_unit", options.batch_unit);
  facts.sequence_length = options.sequence();
  facts.flops_per_sample = recipe::training_flops(*options.model, options.sequence());
  facts.peak_tflops = options.peak_tflops;
  facts.global_batch = plan.global_batch;
  facts.per_rank_batch = plan.per_rank_batch;
  facts.accumulate = plan.accumulate;
  facts.strategy = strategy_word(options, world);
  if (options.compression != Compression::none)
    facts.gradient_compression = word("gradient_compression", options.compression);
  facts.precision = word("precision", options.precision);
  facts.emulates_bf16 =
      options.precision == Precision::bf16 && place.device.is_cpu() && !cpu_has_bf16_units();
  facts.optimizer = word("optimizer", options.learning.optimizer);
  facts.learning_rate = options.learning.rate;
  facts.seed = options.seed;
  facts.device = place.device.is_cuda() ? gpu::kDevice : "cpu";
  facts.device_name = device_name(place.device);
  facts.backend = place.backend == "nccl" ? gpu::kBackend : place.backend;
  facts.versions = versions();
  facts.threads = options.threads;
  return facts;
}

void report_probe(Report& report, const Place& place, const std::string& when, const Trainer& trainer) {
  if (!place.group) return;
  std::vector<at::Tensor> buckets = trainer.empty_buckets();
  int64_t bytes = 0;
  for (const at::Tensor& bucket : buckets) bytes += static_cast<int64_t>(bucket.nbytes());
  report.probe({.when = when,
                .bytes = bytes,
                .seconds = time_all_reduce(place.group, std::move(buckets)),
                .ranks = place.group->getSize()});
}

/// The passes that a rank's steps are made of: all as large as the first, but for those of an epoch's short
/// last step.
std::vector<int64_t> pass_sizes(const StepPlan& plan) {
  std::vector<int64_t> sizes = {plan.pass_batch};
  if (plan.last_rank_batch >= plan.pass_batch * plan.accumulate) return sizes;
  if (const int64_t rest = plan.last_rank_batch % plan.pass_batch; rest > 0) sizes.push_back(rest);
  return sizes;
}

RunLength run_length(const Options& options, const StepPlan& plan, const World& world, const Place& place) {
  if (options.seconds) return RunLength::of_seconds(*options.seconds, place.store, world);
  return RunLength::of_steps(plan.steps);
}

void report_ranks(Report& report, const World& world, const Place& place, const PhaseSummary& phases) {
  const RankSummary mine{host_name(), device_id(place.device), phases};
  std::vector<RankSummary> ranks;
  for (const std::string& text : gather(place.store, world, "phases", to_json(mine)))
    ranks.push_back(rank_summary_from_json(text));
  report.ranks(ranks);
}

/// A rank's own file.
std::string parameter_file(const std::filesystem::path& path, int rank) {
  return fmt::format("{}.{}", path.string(), rank);
}

/// Before the training: hours later is a bad moment to learn it. What the file holds stays, as the run may
/// yet be refused.
void check_parameter_file(const std::filesystem::path& path, int rank) {
  const std::string name = parameter_file(path, rank);
  if (!std::ofstream(name, std::ios::app))
    throw BadInput(fmt::format("--dump-parameters: cannot write '{}'", name));
}

void dump_parameters(const Trainer& trainer, const std::filesystem::path& path, int rank) {
  const at::Tensor flat = trainer.flat_parameters();
  const std::string name = parameter_file(path, rank);
  std::ofstream file(name, std::ios::binary);
  file.write(reinterpret_cast<const char*>(flat.data_ptr<float>()),
             static_cast<std::streamsize>(flat.nbytes()));
  if (!file.flush()) throw std::runtime_error(fmt::format("cannot write '{}'", name));
}

/// The run from the data to the end. `place` is set as soon as the ranks have met.
void train_at(Place& place, const Options& options, const World& world, Report& report, const Leave& leave) {
  use_threads(options.threads);
  Dataset data = load_dataset(options);
  const StepPlan plan = plan_steps(options, world.size, data.samples.train.size());
  if (!options.dump_parameters.empty()) check_parameter_file(options.dump_parameters, world.rank);
  meet(place, options, world, facts_in_common(options, data), leave);

  const std::vector<at::Device> devices = replica_devices(options, world, place.device);
  Trainer trainer(options, world, devices, place.group);
  const BatchForm form{.channels_last = options.channels_last,
                       .augment = options.augment,
                       .side = options.model->input.height};
  const DeviceSamples samples(data, data.samples.train, place.device, form);
  if (place.device.is_cuda()) data.samples.train = {};  // a node's memory holds a copy for each of its ranks
  if (options.evaluate == When::never) data.samples.test = {};  // a GPU's memory is for the training
  const DeviceSamples test(data, data.samples.test, place.device,
                           {.channels_last = options.channels_last, .side = form.side});
  Batches batches(options, plan, world, samples);
  RunFacts run = facts(options, world, data.name, samples.size(), plan, trainer, place, devices);
  const Record record = choose_record(options, place, trainer);
  run.cuda_graph = static_cast<bool>(record);
  report.start(run, {plan.steps, options.seconds});
  if (run.emulates_bf16 && world.rank == 0)
    fmt::print(stderr,
               "scalegen-train: bf16 takes many times as long as fp32: this CPU has no units for it\n");
  warn_of_isolation(place, world, run);
  report_probe(report, place, "before", trainer);
  trainer.warm_up(samples, pass_sizes(plan));

  Loop loop(options, world, run_length(options, plan, world, place), record, trainer, batches, report);
  loop.run(samples, test);
  report_probe(report, place, "after", trainer);
  if (const auto phases = loop.phases()) {
    if (devices.size() == 1) report_ranks(report, world, place, *phases);
    if (options.profile_phases) report.print_phases(*phases);
  }
  if (!options.dump_parameters.empty()) dump_parameters(trainer, options.dump_parameters, world.rank);
  report.end(loop.seconds(), peak_memory(place.device), trainer.skipped_steps());
  part(place, world);
}

}  // namespace

/// A failed run leaves its threads and connections to the end of the process: to end them may take for ever.
void train(const Options& options, const World& world, Report& report, const Leave& leave) {
  auto place = std::make_unique<Place>();
  try {
    train_at(*place, options, world, report, leave);
  } catch (const std::exception& error) {
    share_failure(world, *place.release(), std::chrono::seconds(options.timeout_seconds), error);
  }
}

}  // namespace scalegen::train
