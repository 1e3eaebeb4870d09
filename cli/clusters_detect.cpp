#include <fmt/chrono.h>
#include <fmt/format.h>

#include "cli/terminal.hpp"
#include "cli/verbs.hpp"
#include "core/clock.hpp"
#include "core/try.hpp"
#include "generator/detect/profile_writer.hpp"
#include "generator/profile/profile_reader.hpp"
#include "runner/slurm/slurm_client.hpp"

namespace scalegen {
namespace {

std::string today() {
  return fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::chrono::system_clock::to_time_t(SystemClock().now())));
}

/// What Slurm says may contradict itself; a profile that does is of no use to anybody.
Result<std::string> without_mistakes(std::string profile) {
  TRY(read_profile("the detected profile", profile));
  return profile;
}

}  // namespace

Result<ExitCode> run_verb(const ClustersDetectCommand& /*command*/) {
  TRY_ASSIGN(const auto answers, slurm::ask_slurm());
  const auto cluster = read_slurm(answers.partitions, answers.nodes, answers.config);
  TRY_ASSIGN(const auto profile, write_profile(cluster, today()).and_then(without_mistakes));
  put(profile);
  return kDone;
}

}  // namespace scalegen
