// scalegen-train: the built-in workload. Trains a model on this rank among others, and tells scalegen how
// long steps take.
#include <c10/util/Logging.h>
#include <fmt/format.h>
#include <malloc.h>
#include <torch/version.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "workloads/train/batches.hpp"
#include "workloads/train/dataset.hpp"
#include "workloads/train/device.hpp"
#include "workloads/train/error.hpp"
#include "workloads/train/libtorch.hpp"
#include "workloads/train/options.hpp"
#include "workloads/train/process_group.hpp"
#include "workloads/train/rendezvous.hpp"
#include "workloads/train/report.hpp"
#include "workloads/train/schedule.hpp"
#include "workloads/train/timeline.hpp"
#include "workloads/train/trainer.hpp"

namespace scalegen::train {
namespace {

/// The process's only one: threads of LibTorch that fail have nowhere else to say so.
Report report;

/// By default glibc gives the activations of each step back to the kernel, which clears the pages again for
/// the next.
void keep_freed_memory() {
  mallopt(M_MMAP_THRESHOLD, 1 << 30);
  mallopt(M_TRIM_THRESHOLD, -1);
  mallopt(M_TOP_PAD, 64 << 20);
}

/// LibTorch warns of what this program reports itself, a page at a time. Its own variable brings the warnings
/// back.
void silence_warnings() {
  if (std::getenv("TORCH_CPP_LOG_LEVEL")) return;
  constexpr int kErrors = 2;
  FLAGS_caffe2_log_level = kErrors;
  c10::UpdateLoggingLevelsFromFlags();
}

/// What all ranks must have in common.
std::string describe_plan(const Options& options, const Dataset& data, const Schedule& schedule) {
  return fmt::format("{} on {} ({} + {} samples), {} steps of {}, {}, {} at {}, seed {}", options.model,
                     data.name, data.train.size(), data.test.size(), schedule.steps, schedule.global_batch,
                     options.precision, options.optimizer, options.learning_rate.value(), options.seed);
}

RunFacts facts(const Options& options, const World& world, const Dataset& data, const Schedule& schedule,
               const Trainer& trainer, at::Device device) {
  RunFacts facts;
  facts.world_size = world.size;
  facts.model = options.model;
  facts.parameters = trainer.parameters();
  facts.gradient_bytes = trainer.parameters() * static_cast<int64_t>(sizeof(float));
  facts.dataset = data.name;
  facts.train_samples = data.train.size();
  facts.global_batch = schedule.global_batch;
  facts.per_rank_batch = schedule.per_rank_batch;
  facts.precision = options.precision;
  facts.optimizer = options.optimizer;
  facts.learning_rate = options.learning_rate.value();
  facts.seed = options.seed;
  facts.device = device.is_cuda() ? "cuda" : "cpu";
  facts.device_name = device_name(device);
  facts.backend = choose_backend(options, world, device);
  facts.torch = TORCH_VERSION;
  facts.threads = options.threads;
  return facts;
}

void train_step(Trainer& trainer, Batches& batches, const World& world, int64_t step, Timeline& timeline) {
  const auto begin = std::chrono::steady_clock::now();
  const Batch batch = batches.next();
  const std::chrono::duration<double> data_wait = std::chrono::steady_clock::now() - begin;
  const at::Tensor loss = trainer.step(batch);
  timeline.step_queued({.step = step,
                        .epoch = batch.epoch,
                        .samples = batch.size() * world.size,
                        .data_wait_seconds = data_wait.count()},
                       loss);
}

void train_steps(Trainer& trainer, Batches& batches, const World& world, int64_t steps, Timeline& timeline) {
  for (int64_t step = 1; step <= steps; ++step) {
    try {
      train_step(trainer, batches, world, step, timeline);
    } catch (const std::exception& error) {
      throw std::runtime_error(fmt::format("step {} failed: {}", step, first_line(error)));
    }
  }
  timeline.finish();
}

void dump_parameters(const Trainer& trainer, const std::filesystem::path& path, int rank) {
  const at::Tensor flat = trainer.flat_parameters();
  const std::string name = fmt::format("{}.{}", path.string(), rank);
  std::ofstream file(name, std::ios::binary);
  file.write(reinterpret_cast<const char*>(flat.data_ptr<float>()),
             static_cast<std::streamsize>(flat.nbytes()));
  if (!file.flush()) throw std::runtime_error(fmt::format("cannot write '{}'", name));
}

void train(const Options& options, const World& world) {
  use_threads(options.threads);
  const auto timeout = std::chrono::seconds(options.timeout_seconds);
  Dataset data = load_dataset(options);
  const Schedule schedule = make_schedule(options, world.size, data.train.size());
  const at::Device device = choose_device(options, world);
  const std::string backend = choose_backend(options, world, device);

  Store store;
  ProcessGroup group;
  std::vector<std::string> hosts = {host_name()};
  if (world.size > 1) {
    store = create_store(world, timeout);
    hosts = exchange_hosts(store, world, host_name(), describe_plan(options, data, schedule));
    group = create_process_group(store, world, backend, timeout);
  }

  Trainer trainer(options, world, device, group);
  Batches batches(move_to_device(data.train, device), world, schedule.per_rank_batch,
                  static_cast<uint64_t>(options.seed));
  RunFacts run = facts(options, world, data, schedule, trainer, device);
  run.hosts = hosts;
  report.start(run, schedule.steps);

  Timeline timeline(device, [](const StepResult& result) { report.step(result); });
  train_steps(trainer, batches, world, schedule.steps, timeline);
  if (options.evaluate) {
    Evaluation evaluation = trainer.evaluate(move_to_device(data.test, device));
    evaluation.epoch = batches.epoch();
    report.evaluation(evaluation);
  }
  if (!options.dump_parameters.empty()) dump_parameters(trainer, options.dump_parameters, world.rank);
  report.end(timeline.seconds(), peak_memory_mib(device));
  if (group) {
    destroy_process_group(group, device);
    final_barrier(store, world);
  }
}

int run(int argc, char** argv) {
  const World world = world_from_environment();
  report.speak_for(world);
  const Options options = parse_options(argc, argv);
  switch (options.command) {
    case Command::help:
      return fmt::print("{}", help_text()), 0;
    case Command::version:
      return fmt::print("scalegen-train {}\n", version()), 0;
    case Command::capabilities:
      return fmt::print("{}\n", to_json(capabilities())), 0;
    case Command::train:
      break;
  }
  report.open(options.metrics);
  train(options, world);
  return 0;
}

int report_failure(const std::exception_ptr& failure) {
  try {
    std::rethrow_exception(failure);
  } catch (const BadInput& error) {
    report.error(error.what());
    return 2;
  } catch (const std::exception& error) {
    report.error(first_line(error));
  } catch (...) {
    report.error("stopped by an exception of unknown type");
  }
  return 1;
}

/// Without the destructors of what is global: those of LibTorch and CUDA may wait for a peer or a device that
/// is gone.
[[noreturn]] void leave_process(int code) {
  std::fflush(nullptr);
  std::_Exit(code);
}

/// NCCL's watchdog ends the process by an exception in its own thread when a peer is lost.
[[noreturn]] void on_terminate() { leave_process(report_failure(std::current_exception())); }

}  // namespace
}  // namespace scalegen::train

int main(int argc, char** argv) {
  using namespace scalegen::train;
  keep_freed_memory();
  silence_warnings();
  std::set_terminate(on_terminate);
  int code = 0;
  try {
    code = run(argc, argv);
  } catch (...) {
    code = report_failure(std::current_exception());
  }
  leave_process(code);
}
