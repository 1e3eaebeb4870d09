#include "core/some_of.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace scalegen {

std::string some_of(const std::vector<std::string>& all, std::string_view separator) {
  constexpr std::size_t kMost = 8;
  if (all.size() <= kMost) return fmt::format("{}", fmt::join(all, separator));
  return fmt::format("{} and {} more", fmt::join(all.begin(), all.begin() + kMost, separator),
                     all.size() - kMost);
}

}  // namespace scalegen
