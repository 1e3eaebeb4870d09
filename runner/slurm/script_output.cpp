#include "runner/slurm/script_output.hpp"

#include "runner/last_word.hpp"
#include "runner/slurm/table.hpp"

namespace scalegen {

std::filesystem::path script_output(const std::filesystem::path& script, const std::string& number) {
  return script.parent_path() / ("slurm-" + number + ".out");
}

std::string last_line_of_script(std::string_view output) {
  auto lines = lines_of(output);
  while (!lines.empty() && lines.back().starts_with("slurmstepd")) lines.pop_back();
  return lines.empty() ? "" : last_line(lines.back());
}

}  // namespace scalegen
