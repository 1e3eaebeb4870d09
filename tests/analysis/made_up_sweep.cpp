#include "tests/analysis/made_up_sweep.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <utility>

#include "core/files.hpp"
#include "core/json.hpp"
#include "tests/set_setting.hpp"

namespace scalegen {
namespace {

constexpr double kBegin = 1763719200;
constexpr std::int64_t kBatch = 512;

// Deterministic scatter: about 1 % between runs, and 1 % between the steps of a run.
double scatter(std::size_t run, std::size_t step) {
  const auto share = [](std::size_t seed) {
    std::mt19937 draws(static_cast<std::mt19937::result_type>(seed));
    draws.discard(10);
    return static_cast<double>(draws()) / 4294967296.0;
  };
  return 1 + 0.03 * share(run) + 0.02 * share(1000 * run + step + 1000);
}

std::string start_line(const TrainerStart& s) {
  Json json{{"event", "start"}, {"time", kBegin}};
  const auto put = [&](const char* name, const auto& value) {
    if (value) json[name] = *value;
  };
  put("world_size", s.world_size);
  if (!s.hosts.empty()) json["hosts"] = s.hosts;
  if (!s.devices.empty()) json["devices"] = s.devices;
  put("model", s.model);
  put("dataset", s.dataset);
  put("train_samples", s.train_samples);
  put("global_batch", s.global_batch);
  put("per_rank_batch", s.per_rank_batch);
  put("precision", s.precision);
  put("optimizer", s.optimizer);
  put("device", s.device);
  put("device_name", s.device_name);
  put("backend", s.backend);
  put("torch", s.torch);
  put("threads", s.threads);
  put("version", s.version);
  return json_line(json) + "\n";
}

std::string metrics_of(const MadeUpRun& run) {
  if (!run.metrics.empty()) return run.metrics;
  std::string text = start_line(run.start);
  double time = kBegin;
  double seconds = 0;
  for (std::size_t i = 0; i < run.step_seconds.size(); ++i) {
    time += run.step_seconds[i] / run.timed_share;
    seconds += run.step_seconds[i];
    text += json_line({{"event", "step"},
                       {"step", i + 1},
                       {"epoch", 1},
                       {"time", time},
                       {"seconds", run.step_seconds[i]},
                       {"samples", *run.start.global_batch},
                       {"loss", 1.5}}) +
            "\n";
  }
  text += json_line({{"event", "eval"}, {"time", time + 1}, {"epoch", 1}, {"accuracy", run.accuracy}}) + "\n";
  return text +
         json_line({{"event", "end"},
                    {"time", time + 1},
                    {"steps", run.step_seconds.size()},
                    {"seconds", seconds}}) +
         "\n";
}

void write_where_not_empty(const std::filesystem::path& file, const std::string& text) {
  if (!text.empty()) {
    EXPECT_TRUE(write_file(file, text));
  }
}

// One node is n1, two are n1 and n2.
std::vector<TaskPlacement> tasks_of(const Rung& rung) {
  std::vector<TaskPlacement> tasks;
  for (int rank = 0; rank < world_size(rung); ++rank)
    tasks.push_back({.host = fmt::format("n{}", rank / rung.ranks_per_node + 1),
                     .rank = rank,
                     .core_list = fmt::format("{}", rank % rung.ranks_per_node)});
  return tasks;
}

// As Slurm names a node in a network of two levels.
std::string topology_of(const TaskPlacement& task) {
  if (task.leaf_switch.empty()) return "";
  return fmt::format(" topology=top.{}.{} pattern=switch.switch.node", task.leaf_switch, task.host);
}

void write_tasks(const std::filesystem::path& attempt, const std::vector<TaskPlacement>& tasks) {
  std::map<std::string, std::string> texts;
  for (const auto& task : tasks)
    texts[task.host] += fmt::format(
        "task rank={} cores={}{}{} gpus={}\n", task.rank ? fmt::format("{}", *task.rank) : "", task.core_list,
        topology_of(task), task.is_of_mpi ? " mpi=PMIX_RANK" : "", task.visible_gpus);
  for (const auto& [host, text] : texts) EXPECT_TRUE(write_file(attempt / ("place." + host + ".txt"), text));
}

}  // namespace

MadeUpSweep::MadeUpSweep(int rounds) {
  head = {.name = "mnist",
          .cluster = "local",
          .scheduler = SchedulerKind::local,
          .workload = "mnist_cnn",
          .baseline = "1cpu",
          .baseline_reason = "the smallest rung",
          .rounds = rounds,
          .seed = 7};
  for (int round = 1; round <= rounds; ++round)
    for (const auto& [ranks, seconds] : {std::pair(4, 0.155), std::pair(1, 0.5), std::pair(2, 0.27)})
      add_run({.name = fmt::format("{}cpu", ranks), .ranks_per_node = ranks}, round, seconds);
}

void MadeUpSweep::use_own_program() {
  head.name = "mytrain";
  head.workload = "python3 train.py";
  head.own_program = true;
  for (auto& made : runs) {
    const auto seconds = std::accumulate(made.step_seconds.begin(), made.step_seconds.end(), 5.0);
    made.writes_events = false;
    made.out = "epoch 1\n";
    made.exited = json_line({{"status", 0},
                             {"time", kBegin + seconds + 0.5},
                             {"cause", ""},
                             {"launched", kBegin},
                             {"finished", kBegin + seconds}});
  }
}

void MadeUpSweep::add_weak_ladder(double slower) {
  head.scalings = {Scaling::strong, Scaling::weak};
  const auto strong = runs;
  for (std::size_t i = 0; i < strong.size(); ++i) {
    const auto ranks = *strong[i].start.world_size;
    runs[i].start.per_rank_batch = 512 / ranks;
    if (ranks == 1) continue;
    runs[i].record.run.ladder = Scaling::strong;
    auto weak = runs[i];
    auto& run = weak.record.run;
    run.ladder = Scaling::weak;
    run.id.replace(run.id.find("-r"), 2, "-weak-r");
    weak.start.global_batch = 512 * ranks;
    weak.start.per_rank_batch = 512;
    for (auto& seconds : weak.step_seconds) seconds *= static_cast<double>(ranks) * slower;
    runs.push_back(weak);
  }
}

void MadeUpSweep::add_axis(const std::string& name, const std::vector<Value>& values,
                           const std::function<void(MadeUpRun&, const Value&)>& change) {
  head.axes.emplace_back(name);
  const auto before = std::exchange(runs, {});
  for (const auto& value : values)
    for (auto made : before) {
      made.record.run.id += "-" + to_text(value);
      set(made.record.run.settings, name, value);
      if (change) change(made, value);
      runs.push_back(std::move(made));
    }
}

MadeUpRun& MadeUpSweep::run(const std::string& id) {
  return *std::find_if(runs.begin(), runs.end(), [&](const auto& r) { return r.record.run.id == id; });
}

void MadeUpSweep::add_run(const Rung& rung, int round, double step_seconds) {
  const auto ranks = world_size(rung);
  const bool on_gpu = rung.device == DeviceKind::gpu;
  MadeUpRun made{.record = {.run = {.id = fmt::format("{}-r{}", rung.name, round),
                                    .rung = rung,
                                    .round = round,
                                    .resources = {.gpus_per_node = on_gpu ? rung.ranks_per_node : 0}},
                            .attempt = "1",
                            .outcome = Completed{}},
                 .start = {.world_size = ranks,
                           .hosts = std::vector<std::string>(static_cast<std::size_t>(ranks), "n1"),
                           .model = "mnist_cnn",
                           .dataset = "Fashion-MNIST",
                           .global_batch = kBatch,
                           .per_rank_batch = kBatch / ranks,
                           .precision = "fp32",
                           .optimizer = "adam",
                           .device = on_gpu ? "cuda" : "cpu",
                           .device_name = on_gpu ? "NVIDIA H100 80GB HBM3" : "AMD EPYC",
                           .backend = ranks == 1 ? "none"
                                      : on_gpu   ? "nccl"
                                                 : "gloo",
                           .torch = "1.13.1",
                           .threads = 1,
                           .version = "0.1.0"},
                 .tasks = tasks_of(rung)};
  for (std::size_t step = 0; step < 40; ++step)
    made.step_seconds.push_back(step_seconds * scatter(runs.size(), step) * (step < 5 ? 2 : 1));
  runs.push_back(std::move(made));
}

report::Report MadeUpSweep::report() const {
  const TemporaryFolder folder;
  Plan plan{.head = head};
  std::vector<RunRecord> records;
  const RunDirectory directory{folder.path()};
  for (const auto& run : runs) {
    plan.runs.push_back(run.record.run);
    records.push_back(run.record);
    const auto attempt = directory.attempt(run.record.run.id, run.record.attempt);
    if (run.record.attempt.empty()) continue;
    EXPECT_TRUE(make_folders(attempt.root));
    if (run.writes_events) write_where_not_empty(attempt.metrics(), metrics_of(run));
    write_where_not_empty(attempt.out(), run.out);
    write_where_not_empty(attempt.err(), run.err);
    write_where_not_empty(attempt.exited(), run.exited);
    write_where_not_empty(attempt.root / "gpu.n1.csv", run.monitor);
    write_tasks(attempt.root, run.tasks);
    for (const auto& [name, text] : run.files) write_where_not_empty(attempt.root / name, text);
  }
  auto report = report_of_runs(plan, records, directory).value();
  report.head.source = "mnist-local";  // not the temporary folder
  return report;
}

}  // namespace scalegen
