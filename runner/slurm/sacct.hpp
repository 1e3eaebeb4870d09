#pragma once
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runner/scheduler.hpp"
#include "runner/slurm/squeue.hpp"

namespace scalegen::slurm {

/// An exit code as Slurm prints it, STATUS:SIGNAL.
struct SlurmExit {
  int status = 0;
  int signal = 0;
  bool operator==(const SlurmExit&) const = default;
};

/// An srun of a job, or its script (batch); not a training step.
struct SlurmStep {
  std::string id{};  // batch, extern, or a number
  std::string name{};
  std::string state{};
  SlurmExit exit{};
  std::string end{};                       // when, as Slurm prints it; such texts can be compared
  std::optional<std::int64_t> used_mib{};  // by the largest of its tasks, if Slurm sampled it
  bool operator==(const SlurmStep&) const = default;
};

/// One start of a job.
struct AccountedStart {
  std::string state{};
  SlurmExit exit{};
  std::string nodes{};
  std::optional<std::chrono::seconds> time_limit{};
  std::vector<SlurmStep> steps{};
  bool is_complete = true;  // start and end are recorded: until then half of the values are missing
  std::optional<std::int64_t> asked_mib{};  // of each node; nullopt if Slurm counts it by the core
  std::chrono::seconds suspended{};         // how long in all
  bool operator==(const AccountedStart&) const = default;
};

/// All starts of a job, in order, at least one: a job that was requeued has several. The last one counts.
struct AccountedJob {
  std::string number{};
  std::string name{};
  std::vector<AccountedStart> starts{};
  bool operator==(const AccountedJob&) const = default;
};

std::vector<AccountedJob> parse_accounting(std::string_view text);

/// True answers, no answer for now, or a cluster without accounting.
enum class Accounting { answers, silent, none };

struct AccountingAnswer {
  Accounting accounting = Accounting::none;
  std::vector<AccountedJob> jobs{};
  bool operator==(const AccountingAnswer&) const = default;
};

/// The answer of sacct about the user's jobs that it knows. It lags behind the queue by some seconds.
AccountingAnswer query_accounting(const std::vector<std::string>& numbers, const JobsOf& whose);

/// The same for the jobs that have one of these names.
AccountingAnswer query_accounting_by_name(const std::vector<std::string>& names, const JobsOf& whose);

/// The name of the step that monitors the GPUs beside the ranks and is ended with them: its failure does not
/// count.
inline constexpr const char* kMonitorStep = "scalegen-monitor";

/// The end of a job, by its accounts. An abnormal outcome only if Slurm knows what the script could not say:
/// a script that failed has said so itself.
JobStatus end_of(const AccountedJob& job);

/// The end of a job, by the queue alone, which knows neither steps nor exit codes.
JobStatus end_of(const QueuedJob& job);

}  // namespace scalegen::slurm
