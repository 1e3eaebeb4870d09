#include "analysis/tables/failures.hpp"

#include <algorithm>
#include <string>

#include "analysis/tables/head_words.hpp"
#include "core/text.hpp"

namespace scalegen {
namespace {

// Slurm's states, and plain words. Of a run that goes on, Elapsed is what has passed so far.
constexpr std::string_view kSuccesses =
    " completed complete ok okay success successful succeeded passed pass done finished ";
constexpr std::string_view kFailures =
    " failed fail failure timeout timed_out cancelled canceled node_fail out_of_memory oom preempted running "
    "pending boot_fail reconfig_fail launch_failed deadline suspended requeued revoked stopped resizing "
    "signaling completing configuring special_exit killed crashed crash error aborted interrupted incomplete "
    "unfinished terminated segfault ";

enum class Ended { nothing_said, well, badly, unknown };

// "CANCELLED by 1000", "FAILED (1)", "OUT_OF_ME+" of a column that is too narrow.
bool is_failure(const std::string& words) {
  if (is_one_of(kFailures, words) || is_one_of(kFailures, words.substr(0, words.find_first_of("_,(:;"))))
    return true;
  return words.size() > 5 && words.ends_with('+') &&
         kFailures.find(' ' + words.substr(0, words.size() - 1)) != std::string_view::npos;
}

Ended ended(const std::string& cell, bool is_outcome) {
  auto words = lower_case(cell);
  std::ranges::replace_if(
      words, [](char c) { return c == ' ' || c == '-'; }, '_');
  if (words.find_first_not_of('_') == std::string::npos) return Ended::nothing_said;
  if (is_one_of(kSuccesses, words)) return Ended::well;
  if (is_outcome ? is_failure(words) : is_one_of(kFailures, words)) return Ended::badly;
  return Ended::unknown;
}

// 0, 1, 137 and Slurm's 0:15.
Ended ended_with_code(const std::string& cell) {
  if (cell.find_first_of("0123456789") == std::string::npos) return ended(cell, true);
  if (cell.find_first_not_of("0123456789:-") != std::string::npos) return Ended::unknown;
  return cell.find_first_of("123456789") == std::string::npos ? Ended::well : Ended::badly;
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
      const auto& cell = text_at(rows[r], column);
      const auto said = is_code ? ended_with_code(cell) : ended(cell, is_outcome);
      is_known = is_known && said != Ended::unknown;
      if (said == Ended::badly) failed.push_back(r);
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
