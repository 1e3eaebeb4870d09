#include "runner/slurm/slurm_client.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <optional>
#include <string_view>

#include "core/regex.hpp"
#include "core/stop_signal.hpp"
#include "core/try.hpp"
#include "core/units.hpp"

namespace scalegen::slurm {

namespace {

using std::chrono::milliseconds;

constexpr std::array<std::string_view, 8> kOptions{"SBATCH_", "SLURM_", "SALLOC_",  "SRUN_",
                                                   "SQUEUE_", "SACCT_", "SCANCEL_", "SINFO_"};
// The configuration file, the cluster that a site or a person chose for all clients, and a token.
constexpr std::array<std::string_view, 3> kAddresses{"SLURM_CONF=", "SLURM_CLUSTERS=", "SLURM_JWT="};

bool begins_with_one_of(std::string_view text, const auto& beginnings) {
  return std::ranges::any_of(beginnings,
                             [&](std::string_view beginning) { return text.starts_with(beginning); });
}

std::vector<std::string> split(std::string_view line, std::size_t columns) {
  std::vector<std::string> row;
  while (row.size() + 1 < columns) {
    const auto bar = line.find('|');
    if (bar == std::string_view::npos) break;
    row.emplace_back(line.substr(0, bar));
    line.remove_prefix(bar + 1);
  }
  row.emplace_back(line);
  return row;
}

/// The time that a client is waited for. Clients end by themselves when slurmctld does not answer, but one
/// may hang, as on a disk that is away; and a person may want to stop.
class Patience {
 public:
  bool is_over(milliseconds elapsed) {
    if (stop_signal() != 0 && !stopped_at_) stopped_at_ = elapsed;
    if (elapsed >= kLongest) over_ = kLongest;
    if (stopped_at_ && elapsed >= *stopped_at_ + kAfterStop) over_ = elapsed;
    return over_.has_value();
  }
  [[nodiscard]] bool has_ended() const { return over_.has_value(); }
  [[nodiscard]] std::string text() const {
    return fmt::format("error: no answer within {}\n",
                       duration_text(std::chrono::round<std::chrono::seconds>(*over_)));
  }

 private:
  static constexpr milliseconds kLongest = std::chrono::minutes(2);
  static constexpr milliseconds kAfterStop = std::chrono::seconds(3);

  std::optional<milliseconds> stopped_at_{};
  std::optional<milliseconds> over_{};
};

Result<std::string> show(const std::string& what) {
  TRY_ASSIGN(const auto result, run_client({"scontrol", "--oneliner", "show", what}));
  if (result.exit_status != 0)
    return failure(fmt::format("'scontrol show {}' ended with {}", what, result.exit_status), "",
                   lines_of(result.err));
  return result.out;
}

}  // namespace

std::vector<std::string> without_slurm_options(std::vector<std::string> environment) {
  std::erase_if(environment, [](const std::string& variable) {
    return begins_with_one_of(variable, kOptions) && !begins_with_one_of(variable, kAddresses);
  });
  return environment;
}

Result<ProgramResult> run_client(const std::vector<std::string>& argv) {
  Patience patience;
  auto result = run_program(argv, without_slurm_options(this_environment()),
                            [&](std::chrono::milliseconds elapsed) { return patience.is_over(elapsed); });
  if (result && patience.has_ended()) result->err += patience.text();
  if (result) return result;
  return failure(fmt::format("there is no {} here", argv[0]), "run this on a login node of the cluster",
                 {result.error().front().message});
}

Result<ProgramResult> run_client(std::vector<std::string> argv, const std::string& cluster) {
  if (!cluster.empty()) argv.insert(argv.begin() + 1, "--clusters=" + cluster);
  return run_client(argv);
}

std::vector<std::vector<std::string>> parse_rows(std::string_view text, std::size_t columns) {
  std::vector<std::vector<std::string>> rows;
  for (const auto& line : lines_of(text))
    if (auto row = split(line, columns); row.size() == columns) rows.push_back(std::move(row));
  return rows;
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    if (text.substr(0, end).find_first_not_of(" \t\r") != std::string_view::npos)
      lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::string setting_of(const std::string& config, std::string_view key) {
  std::string value;
  partial_match(config, Regex(fmt::format("(?m)^{} *= (.*)$", key)), &value);
  return value;
}

Result<SlurmAnswers> ask_slurm() {
  SlurmAnswers answers;
  for (const auto& [what, answer] :
       {std::pair("partition", &answers.partitions), std::pair("node", &answers.nodes),
        std::pair("config", &answers.config)}) {
    TRY_ASSIGN(auto said, show(what));
    *answer = std::move(said);
  }
  const auto qos = run_client({"sacctmgr", "--noheader", "--parsable2", "show", "qos",
                               "format=Name,MaxTRES,MaxTRESPU,GrpTRES,MaxWall"});
  if (qos && qos->exit_status == 0)
    for (const auto& row : parse_rows(qos->out, 5))
      answers.qos += fmt::format("Name={} MaxTRES={} MaxTRESPU={} GrpTRES={} MaxWall={}\n", row[0], row[1],
                                 row[2], row[3], row[4]);
  return answers;
}

}  // namespace scalegen::slurm
