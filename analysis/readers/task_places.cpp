#include "analysis/readers/task_places.hpp"

#include <algorithm>
#include <sstream>
#include <tuple>

#include "analysis/readers/core_list.hpp"
#include "analysis/readers/number.hpp"
#include "core/files.hpp"

namespace scalegen {
namespace {

// The last value may hold blanks: it goes on to the end of the line.
std::optional<TaskPlace> place_of(std::string_view line, const std::string& host) {
  constexpr std::string_view kRank = "rank=";
  constexpr std::string_view kCores = " cores=";
  constexpr std::string_view kGpus = " gpus=";
  const auto cores = line.find(kCores);
  const auto gpus = line.find(kGpus);
  if (!line.starts_with(kRank) || cores == std::string_view::npos || gpus == std::string_view::npos ||
      gpus < cores)
    return std::nullopt;
  const auto first_core = cores + kCores.size();
  const auto list = line.substr(first_core, gpus - first_core);
  return TaskPlace{.host = host,
                   .rank = parse_ordinal(line.substr(kRank.size(), cores - kRank.size())),
                   .core_list = std::string(list),
                   .cores = parse_core_list(list).value_or(std::vector<int>{}),
                   .visible_gpus = std::string(line.substr(gpus + kGpus.size()))};
}

auto order(const TaskPlace& place) { return std::tie(place.rank, place.host, place.core_list); }

}  // namespace

std::vector<TaskPlace> read_task_places(const FilesOfAttempt& files) {
  std::vector<TaskPlace> places;
  for (const auto& [file, host] : named_files(files, "place.", ".txt")) {
    std::istringstream lines(read_file(file).value_or(""));
    for (std::string line; std::getline(lines, line);)
      if (auto place = place_of(line, host)) places.push_back(std::move(*place));
  }
  std::sort(places.begin(), places.end(), [](const auto& a, const auto& b) { return order(a) < order(b); });
  return places;
}

}  // namespace scalegen
