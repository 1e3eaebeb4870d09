#include "runner/slurm/job_id.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>

#include "core/text.hpp"

namespace scalegen::slurm {

namespace {

bool is_job_number(std::string_view text) {
  const auto underscore = text.find('_');
  return is_all_digits(text.substr(0, underscore)) &&
         (underscore == std::string_view::npos || is_all_digits(text.substr(underscore + 1)));
}

}  // namespace

std::optional<JobId> parse_job_id(std::string_view text) {
  auto id = job_id_of(text);
  return is_job_number(id.number) ? std::optional(std::move(id)) : std::nullopt;
}

std::string as_argument(const JobId& id) {
  return id.cluster.empty() ? id.number : fmt::format("--clusters={} {}", id.cluster, id.number);
}

std::string number_of_array(const std::string& number) { return number.substr(0, number.find('_')); }

std::map<std::string, std::vector<std::string>> numbers_by_cluster(const std::vector<JobId>& ids) {
  std::map<std::string, std::vector<std::string>> numbers;
  for (const auto& id : ids)
    if (is_job_number(id.number)) numbers[id.cluster].push_back(id.number);
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

}  // namespace scalegen::slurm
