#include <algorithm>
#include <optional>
#include <string>

#include "analysis/tables/head_words.hpp"
#include "analysis/tables/row_reader.hpp"
#include "core/text.hpp"

namespace scalegen {
namespace {

constexpr std::string_view kSuccesses =
    " completed complete ok okay success successful succeeded passed pass done finished ";
// Slurm's states, and plain words. Of a run that goes on, Elapsed is what has passed so far.
constexpr std::string_view kFailures =
    " failed fail failure timeout timed_out cancelled canceled node_fail out_of_memory out_of_me+ oom "
    "preempted running "
    "pending boot_fail reconfig_fail launch_failed deadline suspended requeued revoked stopped resizing "
    "signaling completing configuring special_exit killed crashed crash error aborted interrupted incomplete "
    "unfinished terminated segfault ";

// "CANCELLED by 1000", "FAILED (1)"; of exit codes 1, 137 and Slurm's 0:15. Nullopt: nobody knows the word.
std::optional<bool> has_failed(const std::string& cell, bool is_outcome, bool is_code) {
  if (is_code && cell.find_first_not_of("0123456789:-") == std::string::npos)
    return cell.find_first_of("123456789") != std::string::npos;
  auto words = lower_case(cell);
  std::ranges::replace_if(
      words, [](char c) { return c == ' ' || c == '-'; }, '_');
  if (words.find_first_not_of('_') == std::string::npos || is_one_of(kSuccesses, words)) return false;
  const auto first = words.substr(0, words.find_first_of("_,(:;+"));
  if (is_one_of(kFailures, words) || (is_outcome && is_one_of(kFailures, first))) return true;
  return std::nullopt;
}

}  // namespace

void put_failures_for_figures(const CsvLine& header, std::vector<CsvLine>& rows, TableColumns& columns) {
  std::erase_if(columns.others, [&](std::size_t column) {
    const auto& name = header.fields[column].text;
    const bool is_outcome = is_outcome_head(name);
    const bool is_code = is_outcome && names(words_of(name), " exit exitcode code returncode rc ");
    std::vector<std::size_t> failed;
    bool is_known = true;
    for (std::size_t r = 0; r < rows.size(); ++r) {
      const auto said = has_failed(text_at(rows[r], column), is_outcome, is_code);
      is_known = is_known && said;
      if (said == true) failed.push_back(r);
    }
    if (!is_outcome && (!is_known || failed.empty())) return false;
    for (const auto r : failed)
      for (const auto& figure : columns.figures)
        if (figure.position < rows[r].fields.size())
          rows[r].fields[figure.position].text = (is_code ? "exit code " : "") + text_at(rows[r], column);
    return is_known;
  });
}

}  // namespace scalegen
