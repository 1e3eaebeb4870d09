#pragma once
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "generator/write/site_setup.hpp"
#include "generator/write/template.hpp"

namespace scalegen {

/// An item for each text, in which it goes by `name`.
std::vector<TemplateValues> items(std::string_view name, const std::vector<std::string>& texts);

/// An item for each variable: its `name` and its `value`.
std::vector<TemplateValues> exports(const std::vector<std::pair<std::string, std::string>>& variables);

/// What setup.part wants: the site's modules and lines, then the sweep file's own lines.
void add_setup(TemplateValues& values, const SiteSetup& setup, const std::vector<std::string>& own_lines);

}  // namespace scalegen
