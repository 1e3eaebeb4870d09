#include "analysis/panels/words.hpp"

#include <algorithm>
#include <functional>

#include "core/plan_file.hpp"

namespace scalegen::panels {
namespace {

using report::Report;

struct Placeholder {
  std::string name{};
  std::function<std::string(const Report&, const ScalingTable*)> value{};
};

// "512", "64 per rank"
std::string batch_words(const ScalingTable& table) {
  const auto batch = batch_of(table);
  return batch.empty() ? "unknown" : batch + (table.scaling == Scaling::weak ? " per rank" : "");
}

const std::vector<Placeholder>& placeholders() {
  static const std::vector<Placeholder> all{
      {"baseline", [](const auto& report, const auto*) { return report.head.baseline.rung; }},
      {"batch",
       [](const auto&, const auto* table) { return table == nullptr ? "unknown" : batch_words(*table); }},
      {"cluster",
       [](const auto& report, const auto*) {
         return report.head.imported ? "an unnamed machine" : report.head.cluster;
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
  return head.workload.empty() || head.own_program ? head.name : head.workload;
}

std::vector<std::string> headings_of(const PanelTable& panel, const Report& report,
                                     const ScalingTable* table) {
  std::vector<std::string> headings;
  for (const auto& column : panel.columns) headings.push_back(filled(column.heading, report, table));
  return headings;
}

std::string batch_of(const ScalingTable& table) {
  return report::common_condition({&table},
                                  table.scaling == Scaling::weak ? "per_rank_batch" : "global_batch");
}

}  // namespace scalegen::panels
