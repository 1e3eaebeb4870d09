#include "generator/sweep_file/advice_reader.hpp"

#include <algorithm>

namespace scalegen {
namespace {

void report_at(MapReader& reader, const SourceLocation& location, const Diagnostics& errors) {
  for (const auto& error : errors) reader.report_at(location, error.message, error.hint);
}

}  // namespace

Located<Advice> read_advice(MapReader& reader) {
  const auto* const node = find(reader.whole(), "advise");
  if (node != nullptr && node->kind == YamlNode::Kind::scalar) {
    reader.node("advise");
    reader.report(*node, "'advise' is the rule for the rung to ask for, not a rung",
                  "write advise: {efficiency: 70 %}, or per_doubling, deadline, budget");
    return {default_advice(), {}};
  }
  const auto parts = reader.text_map("advise");
  if (node == nullptr || node->kind != YamlNode::Kind::map) return {default_advice(), {}};
  bool is_well = parts.size() == node->entries.size();
  Located<Advice> advice{{}, reader.location_of(*node)};
  for (const auto& [name, value] : parts) {
    const auto set = set_criterion(advice.value, name.value, value.value);
    if (name.value == "budget") advice.location = value.location;
    if (set) continue;
    const auto& known = criterion_names();
    const bool is_known = std::ranges::find(known, name.value) != known.end();
    report_at(reader, is_known ? value.location : name.location, set.error());
    is_well = false;
  }
  if (!is_well) return {default_advice(), {}};
  if (const auto complete = check_complete(advice.value); !complete)
    report_at(reader, reader.location_of(*node), complete.error());
  return advice;
}

}  // namespace scalegen
