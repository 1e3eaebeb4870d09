#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analysis/measurement/further_figure.hpp"
#include "analysis/measurement/gpu_usage.hpp"
#include "analysis/measurement/machine_load.hpp"
#include "analysis/measurement/meeting.hpp"
#include "analysis/measurement/placement.hpp"
#include "analysis/measurement/printed_figure.hpp"
#include "analysis/measurement/step_phases.hpp"
#include "analysis/measurement/wall_time.hpp"
#include "analysis/measurement/window.hpp"
#include "analysis/readers/folder_record.hpp"
#include "analysis/readers/metric.hpp"
#include "core/event_log.hpp"
#include "core/run_directory.hpp"
#include "core/run_record.hpp"

namespace scalegen {

/// Steps of a run that taught it nothing.
struct LostSteps {
  std::int64_t steps = 0;    // all that there are
  std::int64_t no_loss = 0;  // the last ones, if more than were ever between two with a loss
  std::int64_t skipped = 0;  // by the scaler of fp16
  bool operator==(const LostSteps&) const = default;
};

/// The result of one run.
struct Measurement {
  std::string run{};
  int round = 1;
  std::string attempt{};
  std::string unmeasured{};          // why there is no value; empty if there is one
  std::optional<double> value{};     // in the metric's unit
  std::optional<double> left_out{};  // a value that counts no more: something disturbed the run
  MetricSource source = MetricSource::event_lines;
  std::optional<MeasuredWindow> window{};  // if the value is from event lines
  std::optional<PrintedFigure> printed{};  // if it is from the program's output
  std::optional<TimeSpan> command{};       // if it is a wall time
  std::optional<double> loop_seconds{};    // the whole training loop
  std::vector<FurtherFigure> further{};    // of every run that completed
  std::optional<TrainerStart> start{};
  Settings conditions{};         // must be equal for runs to be compared: as reported, else as planned
  std::vector<GpuUsage> gpus{};  // during the window, else during the whole command
  std::vector<UnreadMonitor> unread_monitors{};
  FolderRecord folder{};               // of every run that has ended
  std::vector<LeftFile> left_files{};  // that it found, checkpoints by their name first
  std::optional<Resumption> resumption{};
  std::optional<ChangedProgram> changed_program{};  // before it, and after another measured run
  std::vector<std::string> went_on{};               // processes that went on when the command had returned
  Placement placement{};                            // of every run that has ended, measured or not
  std::optional<double> window_error{};             // relative, of the window's mean step
  std::optional<MachineLoad> load{};                // of every run that completed
  Meeting meeting{};
  LostSteps lost_steps{};
  std::optional<WallTime> wall_time{};            // of which `command` is the span
  std::string contradiction{};                    // of its event lines
  StepPhases step_phases{};                       // of a run that wrote event lines
  std::string last_line{};                        // that the user's own program printed
  bool has_completed = false;                     // whether it has a value or not
  std::string job{};                              // Slurm's id; empty on this machine
  std::optional<double> begun{};                  // Unix seconds: its claim
  std::optional<std::int64_t> queue_seconds{};    // how long its job waited, if that has no other run
  std::optional<OtherBill> other_bill{};          // of its job
  std::optional<double> held_seconds{};           // its allocation, from its claim to its end
  std::optional<std::int64_t> peak_memory_mib{};  // of its first node, cached files included
  bool was_interrupted = false;                   // each earlier attempt: none of them failed itself
  bool is_edited = false;                         // its script is not the one that scalegen wrote
  std::vector<std::string> also_completed{};      // other attempts, which do not count
  std::vector<Measurement> put_aside{};           // its first attempt, if it was slow: one at most
  std::vector<Measurement> replaced{};            // its attempts before its round was measured again
  bool operator==(const Measurement&) const = default;
};

/// Measures the last attempt of a run. Only a completed run has a value; any other has its state as the
/// reason. A user's own program that writes no step lines is measured by what it prints if the sweep says
/// how, else by the wall time of the whole command.
Measurement measure(const RunRecord& record, const PlanHead& head, const RunDirectory& directory);

/// Measures all runs, in their order.
std::vector<Measurement> measure_all(const std::vector<RunRecord>& records, const PlanHead& head,
                                     const RunDirectory& directory);

/// The values of the runs that have one, in their order.
std::vector<double> values_of(const std::vector<Measurement>& runs);

/// The value of a measured run, or the mean beside it: a printed value may be the median of many matches.
double mean_of(const Measurement& run);

}  // namespace scalegen
