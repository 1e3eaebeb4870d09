#include "generator/write/setup_values.hpp"

namespace scalegen {

std::vector<TemplateValues> items(std::string_view name, const std::vector<std::string>& texts) {
  std::vector<TemplateValues> values;
  for (const auto& text : texts) values.push_back({.texts = {{name, text}}});
  return values;
}

std::vector<TemplateValues> exports(const std::vector<std::pair<std::string, std::string>>& variables) {
  std::vector<TemplateValues> values;
  for (const auto& [name, value] : variables) values.push_back({.texts = {{"name", name}, {"value", value}}});
  return values;
}

void add_setup(TemplateValues& values, const SiteSetup& setup, const std::vector<std::string>& own_lines) {
  auto lines = setup.lines;
  lines.insert(lines.end(), own_lines.begin(), own_lines.end());
  std::vector<std::string> first;
  if (!setup.modules_first.empty()) first.push_back(setup.modules_first);
  values.conditions.emplace_back("setup", !setup.modules.empty() || !lines.empty());
  values.lists.emplace_back("modules_first", items("word", first));
  values.lists.emplace_back("modules", items("word", setup.modules));
  values.lists.emplace_back("setup_lines", items("line", lines));
}

}  // namespace scalegen
