// The time of a sweep of 10,000 runs, for this machine and, with the largest kind of script, for Olivia:
// several nodes, a container, torchrun, a monitor. A: a bare loop of mkdir, open, write, close of the same
// bytes. B: all that `scalegen generate` does, from the text of the sweep file on. They alternate, because
// disks have moods; nothing is deleted before the end, because that is what disks are slowest after.
//
//     generate_bench FOLDER [TIMES]
#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "core/plan_file.hpp"
#include "core/run_directory.hpp"
#include "generator/plan/plan_sweep.hpp"
#include "generator/profile/profile_reader.hpp"
#include "generator/script/run_directory_writer.hpp"
#include "generator/script/script.hpp"
#include "generator/sweep_file/sweep_reader.hpp"

namespace {

namespace fs = std::filesystem;

template <class T>
T expect(scalegen::Result<T> result) {
  if (result) return std::move(*result);
  std::fputs(render(result.error()).c_str(), stderr);
  std::exit(2);
}

struct Kind {
  std::string cluster{};
  std::string keys{};  // of the sweep file
};

const std::vector<Kind> kinds{
    {"local", "scales: [1cpu, 2cpu]\n"},
    {"olivia", "scales: [2x4gpu, 4x4gpu]\naccount: p\nlauncher: container+torchrun\n"}};

std::string sweep_of_10000_runs(const Kind& kind) {
  std::string steps;
  for (int n = 1; n <= 500; ++n) steps += fmt::format("{}{}", n == 1 ? "" : ", ", n);
  return fmt::format(
      "name: big\nworkload: mnist_cnn\nrepeats: 5\n{}"
      "sweep:\n  steps: [{}]\n  optimizer: [adam, sgd]\n",
      kind.keys, steps);
}

scalegen::Plan plan(const Kind& kind, const std::string& text) {
  const auto sweep = expect(scalegen::read_sweep("big.yaml", text));
  const auto profile = expect(scalegen::find_profile(kind.cluster));
  scalegen::plan::PlanOptions options;
  options.program = "/opt/scalegen/bin/scalegen-train";
  options.dataset = scalegen::plan::Dataset{"synthetic digits", "synthetic"};
  return expect(scalegen::plan::plan_sweep(sweep, profile, {.cores = {0, 1}}, options)).plan;
}

scalegen::Plan plan_at(const fs::path& folder, scalegen::Plan plan) {
  plan.head.launch.root = folder.string();
  plan.head.launch.made_by = "scalegen 0.1.0: scalegen generate big.yaml";
  return plan;
}

void generate(const Kind& kind, const std::string& text, const fs::path& folder) {
  const auto written = scalegen::write_run_directory(folder, text, plan_at(folder, plan(kind, text)), {});
  if (written) return;
  std::fputs(render(written.error()).c_str(), stderr);
  std::exit(2);
}

std::vector<std::string> scripts_of(const scalegen::Plan& planned, const fs::path& folder) {
  const auto plan = plan_at(folder, planned);
  const auto writer = expect(scalegen::ScriptWriter::make(plan.head, {}));
  std::vector<std::string> scripts;
  for (std::size_t i = 0; i < plan.jobs.size(); ++i)
    scripts.push_back(expect(writer.render(plan.jobs[i], plan.runs[i])));
  return scripts;
}

void bare_loop(const scalegen::Plan& plan, const std::vector<std::string>& scripts, const fs::path& folder) {
  const scalegen::RunDirectory directory{folder};
  fs::create_directories(folder / "jobs");
  for (std::size_t i = 0; i < scripts.size(); ++i) {
    ::mkdir(directory.job_folder(plan.jobs[i].id).c_str(), 0777);
    const int file = ::open(directory.job_script(plan.jobs[i].id).c_str(), O_WRONLY | O_CREAT, 0666);
    if (file < 0 || ::write(file, scripts[i].data(), scripts[i].size()) < 0) std::exit(2);
    ::close(file);
  }
}

template <class Work>
double seconds(Work work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

void measure(const Kind& kind, const fs::path& folder, int times) {
  const auto text = sweep_of_10000_runs(kind);
  const auto planned = plan(kind, text);
  const auto scripts = scripts_of(planned, folder / "b");
  std::vector<double> plans;
  std::vector<double> renders;
  std::vector<double> bare;
  std::vector<double> whole;
  std::vector<double> ratios;
  for (int i = 0; i < times; ++i) {
    const auto a = folder / fmt::format("{}-a{}", kind.cluster, i);
    const auto b = folder / fmt::format("{}-b{}", kind.cluster, i);
    plans.push_back(seconds([&] { plan(kind, text); }));
    renders.push_back(seconds([&] { scripts_of(planned, b); }));
    ::sync();
    bare.push_back(seconds([&] { bare_loop(planned, scripts, a); }));
    ::sync();
    whole.push_back(seconds([&] { generate(kind, text, b); }));
    ratios.push_back(whole.back() / bare.back());
  }
  fmt::print("{}: {} runs, scripts of {} bytes, {} times\n", kind.cluster, planned.runs.size(),
             scripts.front().size(), times);
  fmt::print("plan            median {:.3f} s  {:.3f}\n", median(plans), fmt::join(plans, " "));
  fmt::print("render          median {:.3f} s  {:.3f}\n", median(renders), fmt::join(renders, " "));
  fmt::print("A bare loop     median {:.3f} s  {:.3f}\n", median(bare), fmt::join(bare, " "));
  fmt::print("B generate      median {:.3f} s  {:.3f}\n", median(whole), fmt::join(whole, " "));
  fmt::print("B/A             median {:.2f}  {:.2f}\n\n", median(ratios), fmt::join(ratios, " "));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fputs("usage: generate_bench FOLDER [TIMES]; FOLDER is where files go for a while\n", stderr);
    return 2;
  }
  const fs::path folder = fs::absolute(argv[1]) / fmt::format("generate-bench.{}", ::getpid());
  fs::create_directories(folder);
  for (const auto& kind : kinds) measure(kind, folder, argc > 2 ? std::atoi(argv[2]) : 7);
  fs::remove_all(folder);
}
