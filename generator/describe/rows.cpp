#include "generator/describe/rows.hpp"

#include <fmt/format.h>

namespace scalegen {
namespace {

constexpr std::size_t kNameWidth =
    16;  // one width for all, so that the values of all groups stand in one column

}  // namespace

std::string render_rows(std::string_view title, const Rows& rows) {
  if (rows.empty()) return "";
  auto text = fmt::format("\n{}\n", title);
  for (const auto& [name, value] : rows) text += fmt::format("  {:<{}}  {}\n", name, kNameWidth, value);
  return text;
}

void add_lines(Rows& rows, std::string_view name, const std::vector<std::string>& texts) {
  for (const auto& text : texts) {
    rows.emplace_back(name, text);
    name = "";
  }
}

void add_text(Rows& rows, std::string_view name, const std::string& text) {
  if (!text.empty()) rows.emplace_back(name, text);
}

}  // namespace scalegen
