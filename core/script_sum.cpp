#include "core/script_sum.hpp"

#include <fmt/format.h>

#include "core/cksum.hpp"

namespace scalegen {

std::string cksum_line(std::string_view text, std::string_view name) {
  Cksum sum;
  sum.add(text);
  return fmt::format("{} {}\n", sum.text(), name);
}

std::string script_sum(const RunDirectory& directory, const std::filesystem::path& script,
                       std::string_view text) {
  return cksum_line(text, script.lexically_relative(directory.root).string());
}

}  // namespace scalegen
