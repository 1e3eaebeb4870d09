#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace scalegen {

/// The words of a column's head, in lower case; a slash is the word "per".
using Words = std::vector<std::string>;

/// "wallTime", "GPUs/node" and "tasks_per_node" as words.
Words words_of(std::string_view head);

/// A head: its words, and what stands in brackets or behind a comma: "Time [s]", "Time, s", "time in ms".
struct Head {
  std::string title{};
  Words words{};
  std::string unit{};
};
Head head_of(std::string_view text);

/// Without blanks, # and : around it. No head that says something is longer than 200 bytes.
std::string trimmed_head(std::string_view text);

/// What a clock measures, as heads call it.
inline constexpr std::string_view kTimeWords =
    " time times walltime wallclock wall runtime elapsed duration makespan timing tts clock zeit "
    "laufzeit tiempo tempo temps ";

std::string joined(const Words& words, char between);

/// True for one of the known words, which stand between blanks: " gpu gpus ".
bool is_one_of(std::string_view known, std::string_view word);

/// True if one of the words is known.
bool names(const Words& words, std::string_view known);

}  // namespace scalegen
