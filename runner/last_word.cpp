#include "runner/last_word.hpp"

#include "core/control_characters.hpp"
#include "core/files.hpp"
#include "core/json.hpp"
#include "runner/nccl_timeout.hpp"

namespace scalegen {
namespace {

constexpr std::size_t kEnoughBytes = 16'384;
constexpr std::string_view kBlanks = " \t\r\n";

// Of a line cut off at its front nothing is read: it is not JSON.
std::string last_error_event(std::string_view lines) {
  std::string message;
  while (!lines.empty()) {
    const auto end = lines.find('\n');
    const auto event = parse_json(lines.substr(0, end));
    if (event && text_field(*event, "event") == "error")
      message = last_line(text_field(*event, "message").value_or(""));
    lines.remove_prefix(end == std::string_view::npos ? lines.size() : end + 1);
  }
  return message;
}

// How Slurm's launcher ended the ranks comes after what the one that failed said.
bool is_of_launcher(std::string_view line) {
  return line.starts_with("srun: ") || line.starts_with("slurmstepd: error: *** ");
}

std::string last_line_of_program(std::string_view text) {
  auto line = last_line(text);
  for (auto rest = text; is_of_launcher(line); line = last_line(rest))
    rest = rest.substr(0, rest.rfind(line));
  return line.empty() ? last_line(text) : line;
}

}  // namespace

std::string last_line(std::string_view text) {
  const auto end = text.find_last_not_of(kBlanks);
  if (end == std::string_view::npos) return "";
  text = text.substr(0, end + 1);
  const auto newline = text.find_last_of("\r\n");  // a progress bar writes over its own line
  if (newline != std::string_view::npos) text.remove_prefix(newline + 1);
  text.remove_prefix(text.find_first_not_of(kBlanks));
  return std::string(text);
}

std::string last_word(const AttemptFolder& attempt) {
  auto said = last_error_event(read_end(attempt.metrics(), kEnoughBytes).value_or(""));
  if (said.empty()) {
    const auto err = read_end(attempt.err(), kEnoughBytes).value_or("");
    said = nccl_timeout_in(err).value_or(last_line_of_program(err));
  }
  return without_control_characters(said);
}

}  // namespace scalegen
