#include "analysis/panels/panel_placeholders.hpp"

#include <cctype>
#include <filesystem>
#include <functional>
#include <set>
#include <span>

#include "analysis/panels/parts.hpp"
#include "analysis/report/sections.hpp"
#include "core/bash_command.hpp"
#include "core/bash_text.hpp"
#include "core/plan_file.hpp"
#include "core/regex.hpp"
#include "core/text.hpp"

namespace scalegen::panels {
namespace {

using report::Report;

struct Placeholder {
  std::string name{};
  std::function<std::string(const Report&, const ScalingTable*)> value{};
};

const std::vector<Placeholder>& placeholders() {
  static const std::vector<Placeholder> all{
      {"baseline", [](const auto& report, const auto*) { return report.head.baseline.rung; }},
      {"batch",
       [](const auto&, const auto* table) { return table == nullptr ? "" : report::batch_text({table}); }},
      {"cluster",
       [](const auto& report, const auto*) {
         return report.head.imported ? "an unnamed machine" : machine_of(report);
       }},
      {"program", [](const auto& report, const auto*) { return program_of(report); }},
      {"scaling",
       [](const auto&, const auto* table) { return table == nullptr ? "" : to_text(table->scaling); }},
      {"unit", [](const auto& report, const auto*) {
         return report.head.metric.source == MetricSource::wall_time ? "s" : report.head.metric.unit;
       }}};
  return all;
}

const Placeholder* find_placeholder(const std::string& name) {
  for (const auto& placeholder : placeholders())
    if (placeholder.name == name) return &placeholder;
  return nullptr;
}

// Calls visit(name) for each {name}, and puts what it returns in its place.
std::string with_placeholders(const std::string& words,
                              const std::function<std::string(const std::string&)>& visit) {
  std::string text;
  std::size_t at = 0;
  while (at < words.size()) {
    const auto begin = words.find('{', at);
    const auto end = begin == std::string::npos ? begin : words.find('}', begin);
    if (end == std::string::npos) break;
    text += words.substr(at, begin - at) + visit(words.substr(begin + 1, end - begin - 1));
    at = end + 1;
  }
  return text + words.substr(at);
}

using Words = std::span<const BashWord>;

std::string name_of(const BashWord& word) { return std::filesystem::path(word.text).filename().string(); }

// It has letters behind its last dot, and nothing that only bash or the sweep can fill in.
bool is_file(const BashWord& word) {
  const auto extension = std::filesystem::path(word.text).extension().string();
  return extension.size() > 1 && std::isalpha(static_cast<unsigned char>(extension[1])) != 0 &&
         word.is_literal && word.text.find('=') == std::string::npos && !word.text.starts_with('-');
}

Words from_program(Words words) { return words.subspan(index_of_program(words)); }

// None if a word may be the program or the value of the option before it.
Words behind_launcher(Words words) {
  static const std::set<std::string> with_value{"--bind-to", "--host", "--hostfile", "--map-by", "-x"};
  for (std::size_t i = 1; i < words.size(); ++i) {
    const auto& before = words[i - 1].text;
    if (words[i].text.starts_with('-') || is_all_digits(words[i].text) || with_value.contains(before))
      continue;
    const bool is_clear = !before.starts_with('-') || before.find('=') != std::string::npos;
    return is_clear ? from_program(words.subspan(i)) : Words();
  }
  return {};
}

// "lmp" of "mpirun -n 2 lmp", "train.py" of "python3 train.py"; empty if it is one of several, or cannot be
// told.
std::string program_in(const std::string& command) {
  static const Regex runs_a_script("bash|sh|torchrun|python[0-9.]*");
  static const Regex is_container("apptainer|docker|podman|shifter|singularity");
  std::string program;
  for (const auto& found : read_bash(command).commands) {
    auto words = from_program(found.words);
    if (words.empty() || is_bash_builtin(words.front().text)) continue;
    if (is_launcher(name_of(words.front()))) words = behind_launcher(words);
    if (!words.empty() && full_match(name_of(words.front()), runs_a_script))
      words = {std::find_if(words.begin(), words.end(), is_file), words.end()};
    if (!program.empty() || words.empty() || !words.front().is_literal ||
        full_match(name_of(words.front()), is_container))
      return "";
    program = name_of(words.front());
  }
  return program;
}

}  // namespace

std::vector<std::string> placeholder_names() {
  std::vector<std::string> names;
  for (const auto& placeholder : placeholders()) names.push_back(placeholder.name);
  return names;
}

std::optional<std::string> unknown_placeholder(const std::string& words) {
  std::optional<std::string> unknown;
  with_placeholders(words, [&](const std::string& name) {
    if (!unknown && find_placeholder(name) == nullptr) unknown = name;
    return "";
  });
  return unknown;
}

std::string filled(const std::string& words, const Report& report, const ScalingTable* table) {
  if (table == nullptr && !report.tables.empty()) table = &report.tables.front();
  return with_placeholders(words, [&](const std::string& name) {
    const auto* const placeholder = find_placeholder(name);
    return placeholder == nullptr ? "" : placeholder->value(report, table);
  });
}

std::string program_of(const Report& report) {
  const auto& head = report.head;
  if (head.imported) return head.source;
  if (!head.own_program) return head.workload;
  const auto program = started_program(report);
  return program.empty() ? head.name : program;
}

std::string started_program(const Report& report) {
  const auto* const largest = largest_rung(report);
  return program_in(largest != nullptr && !largest->command.empty() ? largest->command
                                                                    : report.head.workload);
}

std::string machine_of(const Report& report) {
  if (report.head.is_scheduled) return report.head.cluster;
  std::set<std::string> nodes;
  for_each_measured_run(report.tables,
                        [&](const auto&, const Measurement& run) { nodes.merge(nodes_of(run.placement)); });
  return nodes.size() == 1 ? *nodes.begin() : report.head.cluster;
}

}  // namespace scalegen::panels
