#include "runner/slurm/directive.hpp"

namespace scalegen {

std::string_view trimmed(std::string_view text) {
  const auto begin = text.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

std::string_view directive_in(std::string_view line) {
  constexpr std::string_view kMark = "#SBATCH";
  if (!line.starts_with(kMark)) return {};
  line.remove_prefix(kMark.size());
  return line.starts_with(' ') || line.starts_with('\t') ? trimmed(line) : std::string_view();
}

}  // namespace scalegen
