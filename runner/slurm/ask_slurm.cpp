#include "runner/slurm/ask_slurm.hpp"

#include <fmt/format.h>

#include "runner/slurm/client.hpp"
#include "runner/slurm/table.hpp"

namespace scalegen {
namespace {

Result<std::string> show(const std::string& what) {
  const auto result = run_client({"scontrol", "--oneliner", "show", what});
  if (!result) return tl::make_unexpected(result.error());
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
