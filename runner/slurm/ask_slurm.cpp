#include "runner/slurm/ask_slurm.hpp"

#include <fmt/format.h>

#include <sstream>

#include "core/process.hpp"

namespace scalegen {
namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(std::move(line));
  return lines;
}

Result<std::string> show(const std::string& what) {
  const auto result = run_program({"scontrol", "--oneliner", "show", what});
  if (!result)
    return failure("no Slurm is here to be asked", "run this on a login node of the cluster",
                   {result.error().front().message});
  if (result->exit_status != 0)
    return failure(fmt::format("'scontrol show {}' ended with {}", what, result->exit_status), "",
                   lines_of(result->err));
  return result->out;
}

}  // namespace

Result<SlurmAnswers> ask_slurm() {
  SlurmAnswers answers;
  for (const auto& [what, answer] :
       {std::pair("partition", &answers.partitions), std::pair("node", &answers.nodes),
        std::pair("config", &answers.config)}) {
    auto said = show(what);
    if (!said) return tl::make_unexpected(std::move(said.error()));
    *answer = *std::move(said);
  }
  return answers;
}

}  // namespace scalegen
