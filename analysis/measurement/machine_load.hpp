#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "analysis/measurement/placement.hpp"
#include "analysis/readers/node_log.hpp"

namespace scalegen {

/// The load on the cores of a run besides its work, on its first node. Shares are of the time of these cores,
/// or of the run's time.
struct MachineLoad {
  std::string host{};
  int cores = 0;         // that the run may use there
  int node_threads = 0;  // hardware threads of the whole node
  double seconds = 0;
  double ticks = 0;                        // that each of these cores counted, on average
  std::optional<double> others{};          // share in which other programs used them
  double others_error = 0;                 // at most, by what is counted in ticks, and by the launcher
  std::optional<double> others_on_node{};  // cores of the whole node that other programs kept busy
  double stolen = 0;                       // share that other virtual machines took
  double idle = 0;
  std::optional<double> used_cores{};  // that the run itself kept busy, on average
  bool has_spare_cores = false;        // it may use more than it asked for, and part of them was idle
  std::optional<double> throttled{};   // share of the run's time in which a quota stopped its container
  std::optional<double> waited{};      // share of the run's time in which some process waited for a core
  std::optional<std::int64_t> heat_events{};  // in which a core slowed down
  std::optional<double> load_before{};        // load average of a minute
  std::optional<double> load_after{};
  bool operator==(const MachineLoad&) const = default;
};

/// Returns nullopt if the kernel does not count per core, or nothing was recorded.
std::optional<MachineLoad> machine_load(const Run& run, Start start, const Placement& placement,
                                        const std::optional<NodeLog>& log);

// False alarms cost trust: what is below these says nothing.

/// Other programs ran on the run's cores so long that its figure is that of a busy machine.
bool is_disturbed(const MachineLoad& load);
bool is_stolen_from(const MachineLoad& load);
bool is_throttled(const MachineLoad& load);
bool is_slowed_by_heat(const MachineLoad& load);
bool has_disturbance(const MachineLoad& load);  // any of these

/// Each core counted 20 ticks or more, 0.2 s: in less the one by which it may be off is more than 5 % of
/// them.
bool is_long_enough(const MachineLoad& load);

}  // namespace scalegen
