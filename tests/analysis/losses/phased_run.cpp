#include "tests/analysis/losses/phased_run.hpp"

#include <cmath>
#include <numeric>

#include "core/json.hpp"

namespace scalegen {
namespace {

constexpr double kBegun = 1763719200;

Json phases_json(const std::array<double, kPhases>& seconds) {
  Json json = Json::object();
  for (const auto phase : kAllPhases)
    json[std::string(to_text(phase))] = seconds[static_cast<std::size_t>(phase)];
  return json;
}

// Each part of a step scatters by itself.
MadeUpStep scattered(const MadeUpStep& step, double sd, std::mt19937& draws) {
  std::normal_distribution<double> noise(0, sd);
  MadeUpStep result = step;
  for (auto& seconds : result.phases) seconds *= std::exp(noise(draws));
  return result;
}

}  // namespace

double MadeUpStep::seconds() const { return std::accumulate(phases.begin(), phases.end(), other); }

std::string event_lines(const PhasedRun& run, std::mt19937& draws) {
  Json start{{"event", "start"},
             {"world_size", run.ranks.size()},
             {"global_batch", run.global_batch},
             {"per_rank_batch", run.global_batch / static_cast<int>(run.ranks.size())},
             {"gradient_bytes", 4800000},
             {"device", "cpu"}};
  if (!run.sync.empty()) start["sync"] = run.sync;
  std::string text = json_line(start) + "\n";
  const auto own = scattered(run.ranks.front(), run.run_noise, draws);
  double time = kBegun;
  for (int i = 1; i <= run.steps; ++i) {
    const auto step = scattered(own, run.step_noise, draws);
    time += step.seconds();
    text += json_line({{"event", "step"},
                       {"step", i},
                       {"time", time},
                       {"seconds", step.seconds()},
                       {"samples", run.global_batch},
                       {"phases", phases_json(step.phases)}}) +
            "\n";
  }
  if (!run.writes_ranks) return text;
  Json ranks{{"event", "ranks"}, {"ranks", Json::array()}};
  for (std::size_t r = 0; r < run.ranks.size(); ++r) {
    auto sums = run.ranks[r].phases;
    for (auto& seconds : sums) seconds *= run.steps;
    ranks["ranks"].push_back({{"rank", r},
                              {"host", run.hosts.empty() ? "n1" : run.hosts[r]},
                              {"device", run.devices.empty() ? "cuda:" + std::to_string(r) : run.devices[r]},
                              {"steps", run.steps},
                              {"seconds", run.steps * run.ranks[r].seconds()},
                              {"phases", phases_json(sums)}});
  }
  return text + json_line(ranks) + "\n";
}

}  // namespace scalegen
