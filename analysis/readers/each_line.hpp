#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string_view>

#include "core/diagnostics.hpp"

namespace scalegen {

/// Longer lines are passed over: no program says its figure in one.
constexpr std::size_t kLongestLine = std::size_t{64} * 1024;

struct PrintedLine {
  std::int64_t number = 1;  // as an editor counts
  std::string_view text{};  // without its end
};

/// Calls `visit` for each line of a file, of whatever size, until it says false. What stands between the
/// carriage returns of one line is visited as lines of one number: a progress bar writes itself over and over
/// so. Gives how many were too long to be visited; there are none in a file that is not there.
Result<std::int64_t> each_line(const std::filesystem::path& file,
                               const std::function<bool(const PrintedLine&)>& visit);

}  // namespace scalegen
