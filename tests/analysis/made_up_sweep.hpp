#pragma once
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "analysis/analyse.hpp"
#include "tests/temporary_folder.hpp"

namespace scalegen {

/// A run directory as runner and trainer write it, with made-up times. A test changes `runs`.
struct MadeUpRun {
  RunRecord record{};
  TrainerStart start{};
  std::vector<double> step_seconds{};
  double timed_share = 1;  // of the time between step stamps
  double accuracy = 0.84;
  std::string metrics{};      // replaces all of the above unless empty
  bool writes_events = true;  // false: no metrics.jsonl
  std::string out{};          // written unless empty, like the next ones
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

  /// Makes it a sweep of a user's own program, which writes no event lines. In exit.json each run took its 40
  /// steps, and 5 s to start.
  void use_own_program();

  /// Adds a weak ladder beside the strong one, of 512 images a rank: a step takes as many times as long as
  /// there are ranks, and `slower` times that. The run of one rank is of both.
  void add_weak_ladder(double slower);

  /// Makes each run one of each value of an axis, with "-VALUE" behind its name. `change` takes each of them.
  void add_axis(const std::string& name, const std::vector<Value>& values,
                const std::function<void(MadeUpRun&, const Value&)>& change = {});

  MadeUpRun& run(const std::string& id);
  void add_run(const Rung& rung, int round, double step_seconds);

  /// Writes the files and reads them back.
  [[nodiscard]] scalegen::report::Report report() const;
};

}  // namespace scalegen
