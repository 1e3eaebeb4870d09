#include "core/did_you_mean.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>
#include <utility>

namespace scalegen {
namespace {

bool are_swapped(std::string_view a, std::size_t i, std::string_view b, std::size_t j) {
  return i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
}

// Levenshtein's distance, where two letters that changed places count as one mistake (optimal string
// alignment), with three rows of the table kept.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  auto above = row;
  auto two_above = row;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    two_above = std::exchange(above, row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substituted = above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, substituted});
      if (are_swapped(a, i, b, j)) row[j] = std::min(row[j], two_above[j - 2] + 1);
    }
  }
  return row[b.size()];
}

bool one_begins_the_other(std::string_view a, std::string_view b) {
  const auto shorter = std::min(a.size(), b.size());
  return shorter >= 3 && a.substr(0, shorter) == b.substr(0, shorter);
}

}  // namespace

std::string closest(std::string_view word, const std::vector<std::string>& known) {
  const std::string* best = nullptr;
  std::size_t best_distance = 0;
  for (const auto& name : known) {
    const auto distance = edit_distance(word, name);
    const bool close =
        distance <= std::max<std::size_t>(1, word.size() / 3) || one_begins_the_other(word, name);
    if (close && (best == nullptr || distance < best_distance)) {
      best = &name;
      best_distance = distance;
    }
  }
  return best == nullptr ? std::string() : *best;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& known) {
  if (const auto best = closest(word, known); !best.empty()) return fmt::format("did you mean '{}'?", best);
  return fmt::format("known: {}", fmt::join(known, ", "));
}

}  // namespace scalegen
