#include "runner/slurm/job_id.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace scalegen {
namespace {

bool is_number(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

bool is_job_number(std::string_view text) {
  const auto underscore = text.find('_');
  return is_number(text.substr(0, underscore)) &&
         (underscore == std::string_view::npos || is_number(text.substr(underscore + 1)));
}

}  // namespace

std::optional<SlurmJobId> parse_job_id(std::string_view text) {
  const auto semicolon = text.find(';');
  const auto number = text.substr(0, semicolon);
  if (!is_job_number(number)) return std::nullopt;
  if (semicolon == std::string_view::npos) return SlurmJobId{std::string(number)};
  return SlurmJobId{std::string(number), std::string(text.substr(semicolon + 1))};
}

std::string to_string(const SlurmJobId& id) {
  return id.cluster.empty() ? id.number : id.number + ";" + id.cluster;
}

std::string as_argument(const std::string& id) {
  const auto job = parse_job_id(id);
  return job && !job->cluster.empty() ? fmt::format("--clusters={} {}", job->cluster, job->number) : id;
}

std::string id_of_task(const std::string& array, std::size_t task) {
  auto id = parse_job_id(array).value_or(SlurmJobId{array});
  id.number += fmt::format("_{}", task);
  return to_string(id);
}

std::string number_of_array(const std::string& number) { return number.substr(0, number.find('_')); }

std::map<std::string, std::vector<std::string>> numbers_by_cluster(const std::vector<std::string>& ids) {
  std::map<std::string, std::vector<std::string>> numbers;
  for (const auto& text : ids)
    if (auto id = parse_job_id(text)) numbers[id->cluster].push_back(std::move(id->number));
  return numbers;
}

std::string comma_separated(const std::vector<std::string>& words) {
  return fmt::format("{}", fmt::join(words, ","));
}

std::vector<std::string> comma_separated_lists(const std::vector<std::string>& words) {
  std::vector<std::string> lists;
  for (const auto& list : argument_lists(words)) lists.push_back(comma_separated(list));
  return lists;
}

std::vector<std::vector<std::string>> argument_lists(const std::vector<std::string>& words) {
  constexpr std::size_t kMostBytes = 100'000;
  std::vector<std::vector<std::string>> lists;
  std::size_t bytes = kMostBytes;
  for (const auto& word : words) {
    bytes += word.size() + 1;
    if (bytes > kMostBytes) {
      lists.emplace_back();
      bytes = word.size() + 1;
    }
    lists.back().push_back(word);
  }
  return lists;
}

}  // namespace scalegen
