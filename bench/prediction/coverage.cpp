// Counts how often predictions hold what is measured later: simulated truths, and public tables.
#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <iostream>

#include "analysis/analyse.hpp"
#include "analysis/models/prediction.hpp"
#include "core/files.hpp"
#include "tests/analysis/models/true_laws.hpp"

namespace scalegen::models {
namespace {

struct Count {
  int held = 0;
  int all = 0;
  double width = 0;  // sum of logarithms of high / low

  void add(const PredictedTime& predicted, double log_time) {
    ++all;
    held += predicted.log_low <= log_time && log_time <= predicted.log_high;
    width += predicted.log_high - predicted.log_low;
  }
  std::string text() const {
    return fmt::format("{:5.1f} % of {:4}, mean width x{:.2f}", 100.0 * held / all, all,
                       std::exp(width / all));
  }
};

void simulated(int sweeps) {
  const std::pair<const char*, Scatter> scatters[] = {{"runs 1 %", {.of_runs = 0.01}},
                                                      {"runs 1 %, rungs 2 %", {0.01, 0.02}},
                                                      {"runs 5 %", {.of_runs = 0.05}},
                                                      {"stragglers", {.of_runs = 0.01, .stragglers = true}}};
  for (const int rungs : {3, 5})
    for (const double ahead : {2.0, 8.0}) {
      Count total;
      for (const auto truth : kTruths)
        for (const auto& [name, scatter] : scatters) {
          std::mt19937 engine(7);
          Count count;
          for (int i = 0; i < sweeps; ++i) {
            const auto target = std::exp2(rungs - 1) * ahead;
            const auto made = simulate(truth, scatter, rungs, i % 2 == 0 ? 3 : 1, target, engine);
            const auto predicted = Outlook(made.measured).at({.workers = target});
            count.add(predicted, made.log_time_at_target);
            total.add(predicted, made.log_time_at_target);
          }
          fmt::print("{} rungs, x{}: {:22} {:20} {}\n", rungs, ahead, name_of(truth), name, count.text());
        }
      fmt::print("{} rungs, x{}: all {}\n", rungs, ahead, total.text());
    }
}

Scaling scaling_of(const std::string& text) {
  return text.starts_with("# scaling: weak") ? Scaling::weak : Scaling::strong;
}

void public_tables(const std::string& folder) {
  Count next;
  Count largest;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const auto file = entry.path().string();
    const auto text = read_file(file).value();
    const auto report = report_of_table(file, text, {.scaling = scaling_of(text)}).value();
    for (auto measured :
         measured_sizes(report.tables.front(), report.tables.front().scaling, report.head.metric.quantity)) {
      if (measured.sizes.size() < 4) continue;
      const auto all = measured.sizes;
      measured.sizes.resize(3);
      const Outlook outlook(measured);
      const auto of_next = outlook.at(all[3].size);
      const auto of_largest = outlook.at(all.back().size);
      next.add(of_next, all[3].log_time);
      largest.add(of_largest, all.back().log_time);
      const auto text_of = [](const PredictedTime& p, const MeasuredSize& m) {
        return fmt::format("{:7}: {:5.2f} in [{:5.2f}, {:5.2f}] {}", m.rung, m.log_time - p.log_time,
                           p.log_low - p.log_time, p.log_high - p.log_time,
                           p.log_low <= m.log_time && m.log_time <= p.log_high ? "" : "MISSED");
      };
      fmt::print("{:24} {:46} {}\n", entry.path().stem().string(), text_of(of_next, all[3]),
                 text_of(of_largest, all.back()));
    }
  }
  fmt::print("public tables, three smallest: the next {}; the largest {}\n", next.text(), largest.text());
}

}  // namespace
}  // namespace scalegen::models

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "coverage TABLES SWEEPS: see bench/prediction/run\n";
    return 2;
  }
  scalegen::models::public_tables(argv[1]);
  scalegen::models::simulated(std::atoi(argv[2]));
}
