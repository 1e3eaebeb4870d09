#include "analysis/document/html.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/text.hpp"
#include "core/xml_text.hpp"

namespace scalegen::document {
namespace {

constexpr std::size_t kLongCell = 48;  // such text is broken into lines

// "1.80x [1.78, 1.82]", "100 %", "-", and not "2x4gpu".
bool begins_with_number(const std::string& cell) {
  const std::size_t begin = cell.starts_with('-') ? 1 : 0;
  if (cell.size() == begin) return true;
  const auto end = cell.find_first_not_of("0123456789.e-", begin);
  return is_digit(cell[begin]) &&
         (end == std::string::npos || (cell + ' ').find(' ') == end + (cell[end] == 'x'));
}

bool is_of_numbers(const TextTable& cells, std::size_t column) {
  if (column < cells.right_aligned.size() && cells.right_aligned[column]) return true;
  return column > 0 &&
         std::ranges::all_of(cells.rows, [&](const auto& row) { return begins_with_number(row[column]); });
}

// Of a cell with a heat, h0 to h4: the better, the darker.
std::string class_of(bool is_number, const Cell& cell) {
  if (cell.text.size() > kLongCell) return " class=\"long\"";
  if (cell.heat)
    return fmt::format(" class=\"number h{:.0f}{}\"", 4 * *cell.heat, *cell.heat == 1 ? " best" : "");
  return is_number ? " class=\"number\"" : "";
}

// The interval behind a figure is an element, to be fainter and on one line; no star begins a line.
std::string cell_text(const std::string& cell) {
  auto text = escaped_xml(cell);
  if (text.ends_with(" *")) text.replace(text.size() - 2, 1, "&#160;");
  const auto open = begins_with_number(cell) ? text.find(" [") : std::string::npos;
  const auto close = open == std::string::npos ? open : text.find(']', open);
  if (close == std::string::npos) return text;
  return fmt::format("{} <i>{}</i>{}", text.substr(0, open), text.substr(open + 1, close - open),
                     text.substr(close + 1));
}

std::string row_of(const std::vector<Cell>& cells, const std::vector<std::string>& texts,
                   const std::vector<bool>& numbers) {
  std::string row = "<tr>";
  for (std::size_t c = 0; c < cells.size(); ++c)
    row += fmt::format("<td{}>{}</td>", class_of(numbers[c], cells[c]), cell_text(texts[c]));
  return row + "</tr>\n";
}

struct HtmlWriter {
  std::string operator()(const Heading& heading) const { return element("h2", escaped_xml(heading.text)); }
  std::string operator()(const Paragraph& one) const { return paragraph(one.text); }
  std::string operator()(const Bullets& bullets) const {
    const auto items = list(bullets.items);
    return bullets.role == Role::warnings
               ? "<section class=\"warnings\" aria-label=\"Warnings\">\n" + items + "</section>\n"
               : items;
  }
  std::string operator()(const Table& one) const {
    auto text = (one.caption.empty() ? "" : paragraph(one.caption)) +
                table(one, one.caption.empty() ? "Table" : one.caption);
    for (const auto& note : one.notes) text += paragraph(note);
    return text;
  }
  std::string operator()(const Figure& figure) const {
    return paragraph(figure.caption) +
           paragraph(fmt::format("{}.svg is written by `{}`.", figure.chart, figure.written_by));
  }
};

}  // namespace

std::string html_of(const std::vector<Block>& blocks) {
  std::string text;
  for (const auto& block : blocks) text += std::visit(HtmlWriter(), block);
  return text;
}

std::string element(std::string_view tag, std::string_view inner) {
  return fmt::format("<{0}>{1}</{0}>\n", tag, inner);
}

std::string prose(std::string_view text) {
  auto rest = escaped_xml(text);
  for (auto at = rest.find('['); at != std::string::npos; at = rest.find('[', at + 1)) {
    const auto space = rest.find(' ', at);
    if (space != std::string::npos && rest[space - 1] == ',') rest.replace(space, 1, "&#160;");
  }
  std::string html;
  for (auto open = rest.find('`'); open != std::string::npos; open = rest.find('`')) {
    const auto close = rest.find('`', open + 1);
    if (close == std::string::npos) break;
    html += rest.substr(0, open) + "<code>" + rest.substr(open + 1, close - open - 1) + "</code>";
    rest.erase(0, close + 1);
  }
  return html + rest;
}

std::string paragraph(std::string_view text) { return element("p", prose(text)); }

std::string list(const std::vector<std::string>& items) {
  if (items.empty()) return "";
  std::string inner;
  for (const auto& item : items) inner += element("li", prose(item));
  return element("ul", inner);
}

std::string folded(std::string_view summary, std::string_view inner) {
  return element("details", element("summary", escaped_xml(summary)) + std::string(inner));
}

std::string preformatted(std::string_view text) {
  return fmt::format("<pre tabindex=\"0\">{}</pre>\n", escaped_xml(text));
}

std::string table(const TextTable& cells, std::string_view name) { return table(table_of(cells), name); }

std::string table(const Table& all, std::string_view name) {
  const auto cells = texts_of(all);
  std::vector<bool> numbers;
  std::string head = "<tr>";
  for (std::size_t c = 0; c < cells.header.size(); ++c) {
    numbers.push_back(is_of_numbers(cells, c));
    head += cells.header[c].empty()
                ? "<td></td>"  // a heading needs a name
                : fmt::format("<th scope=\"col\"{}>{}</th>", numbers.back() ? " class=\"number\"" : "",
                              escaped_xml(cells.header[c]));
  }
  std::string body;
  for (std::size_t r = 0; r < cells.rows.size(); ++r) body += row_of(all.rows[r], cells.rows[r], numbers);
  return fmt::format(
      "<div class=\"table\" tabindex=\"0\" role=\"region\" "
      "aria-label=\"{}\"><table>\n<thead>{}</tr></thead>\n"
      "<tbody>\n{}</tbody>\n</table></div>\n",
      escaped_xml(name), head, body);
}

}  // namespace scalegen::document
