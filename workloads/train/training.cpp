#include "workloads/train/training.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>

#include "workloads/train/data/batches.hpp"
#include "workloads/train/data/dataset.hpp"
#include "workloads/train/data/step_plan.hpp"
#include "workloads/train/device.hpp"
#include "workloads/train/early_stop.hpp"
#include "workloads/train/error.hpp"
#include "workloads/train/ranks/probe.hpp"
#include "workloads/train/ranks/process_group.hpp"
#include "workloads/train/ranks/rendezvous.hpp"
#include "workloads/train/report/timeline.hpp"
#include "workloads/train/strategy/ddp.hpp"
#include "workloads/train/trainer.hpp"

namespace scalegen::train {
namespace {

/// Where a rank computes, and what it shares with the others: nothing if it is alone.
struct Place {
  at::Device device = at::kCPU;
  std::string backend;
  bool is_expected = true;  // by other ranks, which this one has not tried to meet
  Store store{};
  std::unique_ptr<FailureWatch> watch{};
  ProcessGroup group{};
};

std::string strategy_word(const Options& options, const World& world) {
  return world.size == 1 ? "none" : word("strategy", options.strategy.value_or(StrategyKind::ddp));
}

/// What all ranks must have in common.
std::vector<std::string> facts_in_common(const Options& options, const Dataset& data, const Place& place) {
  const char* run = std::getenv("SCALEGEN_RUN_ID");
  std::vector<std::string> facts = options.in_common;
  facts.push_back(fmt::format("model {}", options.model->name));
  facts.push_back(fmt::format("{} + {} samples of {} ({:016x})", data.samples.train.size(),
                              data.samples.test.size(), data.name, checksum(data.samples)));
  facts.push_back(fmt::format("device {}", place.device.is_cuda() ? "cuda" : "cpu"));
  facts.push_back(fmt::format("backend {}", place.backend));
  facts.push_back(fmt::format("run '{}'", run ? run : ""));
  facts.push_back(fmt::format("scalegen-train {}", version()));
  return facts;
}

/// Waits for the other ranks, and makes sure that they are about to do the same.
void meet(Place& place, const Options& options, const World& world, const Dataset& data, const Leave& leave) {
  const auto timeout = std::chrono::seconds(options.timeout_seconds);
  place.device = choose_device(options, world);
  place.backend = choose_backend(options, world, place.device);
  if (world.size == 1) return;
  place.is_expected = false;
  place.store = create_store(world, timeout);
  check_agreement(place.store, world, facts_in_common(options, data, place));
  place.watch = std::make_unique<FailureWatch>(open_client(world, timeout), world, timeout, leave);
  place.group = create_process_group(place.store, world, place.backend, timeout);
}

RunFacts facts(const Options& options, const World& world, const Dataset& data, const StepPlan& plan,
               const Trainer& trainer, const Place& place) {
  RunFacts facts;
  facts.world_size = world.size;
  facts.hosts = gather(place.store, world, "host", host_name());
  facts.devices = gather(place.store, world, "device", device_id(place.device));
  facts.recipe = options.recipe->name;
  facts.model = options.model->name;
  facts.parameters = trainer.parameters();
  facts.gradient_bytes = trainer.parameters() * static_cast<int64_t>(sizeof(float));
  facts.dataset = data.name;
  facts.train_samples = data.samples.train.size();
  facts.global_batch = plan.global_batch;
  facts.per_rank_batch = plan.per_rank_batch;
  facts.accumulate = plan.accumulate;
  facts.strategy = strategy_word(options, world);
  facts.precision = word("precision", options.precision);
  facts.optimizer = word("optimizer", options.learning.optimizer);
  facts.learning_rate = options.learning.rate;
  facts.seed = options.seed;
  facts.device = place.device.is_cuda() ? "cuda" : "cpu";
  facts.device_name = device_name(place.device);
  facts.backend = place.backend;
  facts.versions = versions();
  facts.threads = options.threads;
  return facts;
}

void report_probe(Report& report, const Place& place, const std::string& when, int64_t gradient_bytes) {
  if (!place.group) return;
  const double seconds = time_all_reduce(place.group, place.device, gradient_bytes, kBucketBytes);
  report.probe({.when = when, .bytes = gradient_bytes, .seconds = seconds, .ranks = place.group->getSize()});
}

/// The passes that a rank's steps are made of: all as large as the first, but for those of an epoch's short
/// last step.
std::vector<int64_t> pass_sizes(const StepPlan& plan) {
  std::vector<int64_t> sizes = {plan.per_rank_batch};
  if (plan.last_rank_batch >= plan.per_rank_batch * plan.accumulate) return sizes;
  if (const int64_t rest = plan.last_rank_batch % plan.per_rank_batch; rest > 0) sizes.push_back(rest);
  return sizes;
}

/// The steps of a run, until they are done or accurate enough, with the evaluations between and after them.
class Loop {
 public:
  Loop(const Options& options, const World& world, Trainer& trainer, Batches& batches, Report& report)
      : options_(options),
        world_(world),
        trainer_(trainer),
        batches_(batches),
        report_(report),
        stop_(options) {}

  void run(const DeviceSamples& samples, const DeviceSamples& test, int64_t steps) {
    Timeline timeline(samples.device(), [this](const StepResult& result) { told(result); });
    bool is_evaluated = false;
    for (int64_t step = 1; step <= steps; ++step) {
      train_step(samples, step, timeline);
      is_evaluated = options_.evaluate == When::each_epoch && batches_.epoch_is_over();
      if (!is_evaluated) continue;
      timeline.pause();
      if (stop_.stops_after(evaluate(test))) break;
      timeline.resume();
    }
    timeline.pause();
    seconds_ = timeline.seconds();
    if (options_.evaluate != When::never && !is_evaluated) evaluate(test);
  }

  double seconds() const { return seconds_; }
  PhaseSummary phases() const { return phases_.summary(); }

 private:
  void train_step(const DeviceSamples& samples, int64_t step, Timeline& timeline) try {
    const StepSamples mine = batches_.next();
    StepOutcome outcome = trainer_.step(samples, mine, step);
    timeline.step_queued({.step = step, .epoch = mine.epoch, .samples = mine.size * world_.size},
                         outcome.loss, std::move(outcome.marks));
  } catch (const std::exception& error) {
    throw std::runtime_error(fmt::format("step {} failed: {}", step, cause_of(error)));
  }

  void told(const StepResult& result) {
    phases_.add(result.phases);
    report_.step(result);
  }

  double evaluate(const DeviceSamples& test) {
    Evaluation evaluation = trainer_.evaluate(test);
    evaluation.epoch = batches_.epoch();
    report_.evaluation(evaluation);
    return evaluation.accuracy;
  }

  const Options& options_;
  World world_;
  Trainer& trainer_;
  Batches& batches_;
  Report& report_;
  EarlyStop stop_;
  PhaseRecord phases_;
  double seconds_ = 0;
};

void report_ranks(Report& report, const World& world, const Place& place, const PhaseSummary& phases) {
  const RankSummary mine{host_name(), device_id(place.device), phases};
  std::vector<RankSummary> ranks;
  for (const std::string& text : gather(place.store, world, "phases", to_json(mine)))
    ranks.push_back(rank_summary_from_json(text));
  report.ranks(ranks);
}

void dump_parameters(const Trainer& trainer, const std::filesystem::path& path, int rank) {
  const at::Tensor flat = trainer.flat_parameters();
  const std::string name = fmt::format("{}.{}", path.string(), rank);
  std::ofstream file(name, std::ios::binary);
  file.write(reinterpret_cast<const char*>(flat.data_ptr<float>()),
             static_cast<std::streamsize>(flat.nbytes()));
  if (!file.flush()) throw std::runtime_error(fmt::format("cannot write '{}'", name));
}

/// Every rank learns why one of them ends: rank 0, which failed in a collective, asks whether another one
/// told the cause.
[[noreturn]] void share_failure(const World& world, const Place& place, const std::exception& error) {
  const Failure mine{world.rank, cause_of(error)};
  if (place.is_expected) tell_failure(world, mine);
  if (!place.watch) throw;
  tell_failure(place.store, mine);
  std::optional<Failure> cause;
  if (world.rank == 0) cause = told_failure(place.store);
  if (cause && cause->rank != world.rank) throw RankFailure(*cause);
  throw;
}

/// The run from the data to the end. `place` is set as soon as the ranks have met.
void train_at(Place& place, const Options& options, const World& world, Report& report, const Leave& leave) {
  use_threads(options.threads);
  Dataset data = load_dataset(options);
  const StepPlan plan = plan_steps(options, world.size, data.samples.train.size());
  meet(place, options, world, data, leave);

  Trainer trainer(options, world, place.device, place.group);
  const BatchForm form{.channels_last = options.channels_last, .augment = options.augment};
  const DeviceSamples samples(data, data.samples.train, place.device, form);
  const DeviceSamples test(data, data.samples.test, place.device, {.channels_last = options.channels_last});
  Batches batches(options, plan, world, samples);
  const RunFacts run = facts(options, world, data, plan, trainer, place);
  report.start(run, plan.steps);
  report_probe(report, place, "before", run.gradient_bytes);
  trainer.warm_up(samples, pass_sizes(plan));
  if (place.watch) place.watch->under_way();

  Loop loop(options, world, trainer, batches, report);
  loop.run(samples, test, plan.steps);
  report_probe(report, place, "after", run.gradient_bytes);
  report_ranks(report, world, place, loop.phases());
  if (options.profile_phases) report.print_phases(loop.phases());
  if (!options.dump_parameters.empty()) dump_parameters(trainer, options.dump_parameters, world.rank);
  report.end(loop.seconds(), peak_memory_mib(place.device));
  if (place.group) {
    destroy_process_group(place.group, place.device);
    place.watch.reset();
    final_barrier(place.store, world);
  }
}

}  // namespace

/// A failed run leaves its threads and connections to the end of the process: to end them may take for ever.
void train(const Options& options, const World& world, Report& report, const Leave& leave) {
  auto place = std::make_unique<Place>();
  try {
    train_at(*place, options, world, report, leave);
  } catch (const std::exception& error) {
    share_failure(world, *place.release(), error);
  }
}

}  // namespace scalegen::train
