#pragma once
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runner/scheduler.hpp"
#include "runner/slurm/squeue.hpp"

namespace scalegen {

/// As Slurm writes it, STATUS:SIGNAL.
struct SlurmExit {
  int status = 0;
  int signal = 0;
  bool operator==(const SlurmExit&) const = default;
};

struct AccountedStep {
  std::string id{};  // batch, extern, or a number
  std::string name{};
  std::string state{};
  SlurmExit exit{};
  std::string end{};                       // when, as Slurm says it: texts of one form, that can be compared
  std::optional<std::int64_t> used_mib{};  // by the largest of its tasks, where Slurm looked
  bool operator==(const AccountedStep&) const = default;
};

/// One start of a job.
struct AccountedStart {
  std::string state{};
  SlurmExit exit{};
  std::string nodes{};
  std::optional<std::chrono::seconds> time_limit{};
  std::vector<AccountedStep> steps{};
  bool is_whole = true;  // its beginning and its end are written down: until then half of the values are not
  std::optional<std::int64_t> asked_mib{};  // of each node; nothing where Slurm counts it by the core
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

/// Whether a cluster keeps accounts, and they can be read now.
enum class Accounting { answers, silent, none };

struct AccountingAnswer {
  Accounting accounting = Accounting::none;
  std::vector<AccountedJob> jobs{};
  bool operator==(const AccountingAnswer&) const = default;
};

/// What sacct says of the jobs that it knows of. It lags behind the queue by some seconds.
AccountingAnswer ask_accounting(const std::vector<std::string>& numbers, const std::string& cluster);

/// The same for the jobs that have one of these names.
AccountingAnswer ask_accounting_for_names(const std::vector<std::string>& names, const std::string& cluster);

/// The name of the step that looks at the GPUs beside the ranks, and is ended when they have ended: it fails
/// as it likes.
inline constexpr const char* kMonitorStep = "scalegen-monitor";

/// Whether one of the steps, or the script itself, went beyond its memory.
bool ran_out_of_memory(const AccountedStart& start);

/// By the largest task of any of its steps, in MiB. Nothing where Slurm did not look.
std::optional<std::int64_t> most_memory_used(const AccountedStart& start);

/// The first srun that failed, though its script may have ended well. Not one that the script or its end has
/// ended.
std::optional<AccountedStep> failed_step(const AccountedStart& start);

/// How a job ended, by its accounts. A bad end only where Slurm knows what the script could not say: a script
/// that failed has said so itself.
JobStatus end_of(const AccountedJob& job);

/// The same by the queue alone, which knows neither steps nor exit codes.
JobStatus end_of(const QueuedJob& job);

}  // namespace scalegen
