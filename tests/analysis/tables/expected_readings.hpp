#pragma once
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>

#include "core/diagnostics.hpp"

namespace scalegen {

/// Each line is a meaning, ": " and the texts that have it, between "; ".
template <class Read>
void expect_readings(const char* lines, const Read& read) {
  std::istringstream stream(lines);
  for (std::string line; std::getline(stream, line);) {
    const auto expected = line.substr(0, line.find(": "));
    for (auto at = line.find(": "); at < line.size();) {
      const auto end = std::min(line.find("; ", at + 2), line.size());
      const auto text = line.substr(at + 2, end - at - 2);
      EXPECT_EQ(read(text), expected) << text;
      at = end;
    }
  }
}

/// All that errors say, a line each: "2:6: 'two' is not a number of ranks = write a number above 0".
inline std::string all_of_errors(const Diagnostics& errors) {
  std::string text;
  for (const auto& error : errors)
    text += (text.empty() ? "" : "\n") +
            (error.cited ? fmt::format("{}:{}: ", error.cited->line, error.cited->column) : "") +
            error.message + " = " + error.hint;
  return text;
}

}  // namespace scalegen
