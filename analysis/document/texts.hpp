#pragma once
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <string>
#include <vector>

namespace scalegen {

/// Sentences, lines or names.
using Texts = std::vector<std::string>;

/// Adds what is not there yet.
template <class T>
void add_once(std::vector<T>& all, T one) {
  if (std::ranges::find(all, one) == all.end()) all.push_back(std::move(one));
}

template <class T>
void append(std::vector<T>& all, std::vector<T> more) {
  std::ranges::move(more, std::back_inserter(all));
}

/// "4", "4 to 16": the least and the most.
template <class T>
std::string range_text(const std::set<T>& values) {
  return values.size() == 1 ? fmt::format("{}", *values.begin())
                            : fmt::format("{} to {}", *values.begin(), *values.rbegin());
}

}  // namespace scalegen
