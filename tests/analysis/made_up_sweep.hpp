#pragma once
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "analysis/analyse.hpp"
#include "tests/analysis/temporary_folder.hpp"

namespace scalegen {

/// A run directory as runner and trainer leave it, with made-up times: what a test changes, it changes in
/// `runs`.
struct MadeUpRun {
  RunRecord record{};
  TrainerStart start{};
  std::vector<double> step_seconds{};
  double accuracy = 0.84;
  std::string metrics{};      // instead of all above, where it is not empty
  bool writes_events = true;  // else there is no metrics.jsonl
  std::string out{};          // these are written where they are not empty
  std::string err{};
  std::string exited{};                        // exit.json
  std::string monitor{};                       // gpu.n1.csv
  std::vector<TaskPlacement> tasks{};          // each rank on a core of its own
  std::map<std::string, std::string> files{};  // others, by name
};

class MadeUpSweep {
 public:
  /// 1, 2 and 4 CPU ranks, strong scaling, 40 steps of 512 images each; step times differ by rung, round and
  /// step.
  explicit MadeUpSweep(int rounds);

  PlanHead head{};
  std::vector<MadeUpRun> runs{};

  /// Makes it a sweep of a program of one's own, which writes no event lines; each run took `step_seconds`
  /// times 40, and 5 s for its start, by exit.json.
  void use_own_program();

  MadeUpRun& run(const std::string& id);
  void add_run(const Rung& rung, int round, double step_seconds);

  /// Writes the files and reads them back.
  [[nodiscard]] scalegen::report::Report report() const;
};

}  // namespace scalegen
