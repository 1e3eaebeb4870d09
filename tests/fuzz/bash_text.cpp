#include "core/bash_text.hpp"

#include "check.hpp"
#include "core/bash_values.hpp"
#include "generator/lint/rule.hpp"
#include "generator/profile/profile_reader.hpp"

using namespace scalegen;

namespace {

void check_words(const std::vector<BashWord>& words, std::size_t size) {
  for (const auto& word : words)
    fuzz::check(word.begin <= word.end && word.end <= size, "words lie within the text");
}

void check_bash(const BashText& bash, std::size_t size) {
  std::size_t last = 0;
  for (const auto& stretch : bash.stretches) {
    fuzz::check(last <= stretch.begin && stretch.begin <= stretch.end && stretch.end <= size,
                "stretches are sorted");
    last = stretch.end;
  }
  for (const auto& command : bash.commands) {
    fuzz::check(command.begin <= size && command.depth >= 0, "commands lie within the text");
    for (const auto* words : {&command.assignments, &command.words, &command.redirections})
      check_words(*words, size);
  }
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto script = read_job_script("job.sh", fuzz::text_of(data, size));
  check_bash(script.bash, size);
  for (const auto& directive : script.directives) {
    fuzz::check(directive.begin <= directive.value_begin && directive.value_begin <= directive.end &&
                    directive.end <= size,
                "directives lie within the text");
  }
  const auto values = known_values(script.bash);
  for (const auto& command : script.bash.commands) expanded_words(command, values);
  static const auto profile = find_profile("cyclone").value();
  for (const auto& finding : lint::lint({script, &profile})) {
    fuzz::check(finding.offset <= size && !finding.message.empty(), "a finding says what and where");
    cite(script, finding.offset);
  }
  return 0;
}
