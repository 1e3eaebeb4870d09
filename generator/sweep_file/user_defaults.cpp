#include "generator/sweep_file/user_defaults.hpp"

#include <fmt/format.h>

#include "core/map_reader.hpp"
#include "core/try.hpp"

namespace scalegen {

namespace {

constexpr auto kDefaultsExample = "write a line for each cluster, such as lumi: {account: project_465000001}";

std::string text_of(MapReader& reader, std::string_view key) {
  auto text = reader.text(key);
  return text ? std::move(text->value) : "";
}

SlurmChoices read_choices(MapReader reader) {
  SlurmChoices choices{text_of(reader, "account"), text_of(reader, "partition"), text_of(reader, "qos"),
                       text_of(reader, "reservation")};
  reader.refuse_unknown_keys();
  return choices;
}

Diagnostic not_a_map(const SharedYaml& file, const YamlNode& node, const std::string& what) {
  return error_at({file, node.line, node.column}, what, kDefaultsExample);
}

}  // namespace

Result<SlurmChoices> read_user_settings(std::string file, std::string_view text, const std::string& cluster) {
  TRY_ASSIGN(auto parsed, parse_yaml(std::move(file), text));
  const auto yaml = std::make_shared<const YamlFile>(std::move(parsed));
  if (yaml->root.kind == YamlNode::Kind::empty) return SlurmChoices{};
  if (yaml->root.kind != YamlNode::Kind::map)
    return tl::make_unexpected(
        Diagnostics{not_a_map(yaml, yaml->root, "the settings must be a map of clusters")});
  Diagnostics errors;
  SlurmChoices chosen;
  for (const auto& [name, value] : yaml->root.entries) {
    if (value.kind != YamlNode::Kind::map) {
      errors.push_back(not_a_map(yaml, value, fmt::format("the settings of '{}' are not a map", name.text)));
      continue;
    }
    auto choices = read_choices(MapReader(yaml, value, errors));
    if (name.text == cluster) chosen = std::move(choices);
  }
  if (!errors.empty()) return tl::make_unexpected(std::move(errors));
  return chosen;
}

SlurmChoices with_fallbacks(SlurmChoices first, const SlurmChoices& second) {
  if (first.account.empty()) first.account = second.account;
  if (first.partition.empty()) first.partition = second.partition;
  if (first.qos.empty()) first.qos = second.qos;
  if (first.reservation.empty()) first.reservation = second.reservation;
  return first;
}

}  // namespace scalegen
