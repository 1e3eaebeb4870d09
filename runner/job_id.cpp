#include "runner/job_id.hpp"

#include <fmt/format.h>

namespace scalegen {

std::string to_string(const JobId& id) {
  return id.cluster.empty() ? id.number : id.number + ";" + id.cluster;
}

JobId job_id_of(std::string_view text) {
  const auto semicolon = text.find(';');
  const auto cluster = semicolon == std::string_view::npos ? "" : text.substr(semicolon + 1);
  return {std::string(text.substr(0, semicolon)), std::string(cluster)};
}

JobId id_of_task(const JobId& array, std::size_t task) {
  return {fmt::format("{}_{}", array.number, task), array.cluster};
}

}  // namespace scalegen
