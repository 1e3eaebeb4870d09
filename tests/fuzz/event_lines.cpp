#include "core/event_log.hpp"

#include "check.hpp"

using namespace scalegen;

namespace {

// A field that the quick reader of steps leaves to the other one.
std::string with_another_field(std::string_view text) {
  std::string lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const auto end = std::min(text.find('\n', begin), text.size());
    auto line = text.substr(begin, end - begin);
    if (const auto brace = line.find_first_not_of(" \t\r"); brace < line.size() && line[brace] == '{')
      lines += R"({"_":[],)", line.remove_prefix(brace + 1);
    lines += line;
    if (end < text.size()) lines += '\n';
    begin = end + 1;
  }
  return lines;
}

// A phase that is no number is a NaN, which is not equal to itself.
std::string text_of(const PhaseSeconds& phases) {
  std::string text;
  for (const auto& seconds : phases.seconds) text += seconds ? std::to_string(*seconds) + " " : "- ";
  return text;
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto text = fuzz::text_of(data, size);
  const fuzz::FileInMemory file(data, size);
  const auto log = read_event_log(file.path());
  if (!log) fuzz::check_refusal(log.error());

  const auto quick = read_event_excerpt(text);
  const auto slow = read_event_excerpt(with_another_field(text));
  fuzz::check(quick.steps == slow.steps, "both readers of steps read the same");
  fuzz::check(quick.epoch == slow.epoch && quick.without_loss == slow.without_loss, "and the same losses");
  fuzz::check(std::ranges::equal(quick.phases, slow.phases, {}, text_of, text_of), "and the same phases");
  fuzz::check(quick.phases.size() <= quick.steps.size(), "phases are of steps");
  return 0;
}
