#pragma once
#include <string>
#include <vector>

#include "analysis/speedup.hpp"

namespace scalegen {

struct ReportHead {
  std::string title{};  // one line: what was measured, where and how
  std::string name{};
  std::string cluster{};
  std::string workload{};
  bool own_program = false;
  std::string dataset{};  // as the plan has it: a name or a folder
  std::string source{};   // the run directory, or the imported file
  bool imported = false;
  Scaling scaling = Scaling::strong;  // of an imported table it is assumed
  Baseline baseline{};
  int rounds = 1;
  std::vector<int> rounds_before{};  // how many there were, each time that rounds were added
  std::int64_t seed = 0;
  std::vector<std::string> axes{};
  Figure figure{};            // what the values are
  bool shares_nodes = false;  // rungs took turns in one allocation
};

/// Everything that is known of a sweep, from which each format takes what it shows. JSON takes all.
struct Report {
  ReportHead head{};
  std::vector<ScalingTable> tables{};   // one for each combination of the axes
  std::vector<std::string> warnings{};  // what a figure cannot be trusted for
  std::vector<std::string> notes{};     // how to read the figures
};

}  // namespace scalegen
