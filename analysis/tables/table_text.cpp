#include "analysis/tables/table_text.hpp"

#include <algorithm>
#include <functional>

#include "analysis/tables/cells.hpp"
#include "analysis/tables/heads.hpp"
#include "core/rung.hpp"
#include "core/text.hpp"

namespace scalegen {
namespace {

using Lines = std::vector<CsvLine>;

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

void append_utf8(std::string& text, char32_t c) {
  const auto continuation = [&](int shift) { text += static_cast<char>(0x80U | ((c >> shift) & 0x3FU)); };
  if (c < 0x80) {
    text += static_cast<char>(c);
  } else if (c < 0x800) {
    text += static_cast<char>(0xC0U | (c >> 6U));
    continuation(0);
  } else if (c < 0x10000) {
    text += static_cast<char>(0xE0U | (c >> 12U));
    continuation(6);
    continuation(0);
  } else {
    text += static_cast<char>(0xF0U | (c >> 18U));
    continuation(12);
    continuation(6);
    continuation(0);
  }
}

// Half of a pair that stands alone becomes U+FFFD.
std::string from_utf16(std::string_view bytes, bool is_big_endian) {
  const auto unit = [&](std::size_t i) -> char32_t {
    const auto first = static_cast<unsigned char>(bytes[i]);
    const auto second = static_cast<unsigned char>(bytes[i + 1]);
    return is_big_endian ? first * 256U + second : second * 256U + first;
  };
  std::string text;
  for (std::size_t i = 2; i + 1 < bytes.size(); i += 2) {
    const auto c = unit(i);
    const bool is_pair = c >= 0xD800 && c < 0xDC00 && i + 3 < bytes.size() && (unit(i + 2) >> 10U) == 0x37;
    if (is_pair) {
      append_utf8(text, 0x10000 + ((c - 0xD800) << 10U) + (unit(i + 2) - 0xDC00));
      i += 2;
    } else {
      append_utf8(text, c >= 0xD800 && c < 0xE000 ? 0xFFFD : c);
    }
  }
  return text;
}

std::size_t length_of_character(std::string_view text) {
  for (const std::size_t length : {1U, 2U, 3U, 4U})
    if (length <= text.size() && is_utf8(text.substr(0, length))) return length;
  return 0;
}

std::string in_utf8(std::string_view text, int& replaced) {
  if (text.starts_with("\xFF\xFE")) return from_utf16(text, false);
  if (text.starts_with("\xFE\xFF")) return from_utf16(text, true);
  if (is_utf8(text)) return std::string(text);
  std::string valid;
  while (!text.empty()) {
    const auto length = length_of_character(text);
    valid += length == 0 ? kReplacement : text.substr(0, length);
    replaced += length == 0 ? 1 : 0;
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return valid;
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  auto at = text.find(from);
  if (at == std::string::npos) return;
  std::string replaced;
  std::size_t begin = 0;
  for (; at != std::string::npos; at = text.find(from, begin)) {
    replaced.append(text, begin, at - begin).append(to);
    begin = at + from.size();
  }
  text = replaced.append(text, begin);
}

// The bars of frames that are drawn become plain ones, and blanks that do not break plain blanks.
std::string with_plain_marks(std::string text) {
  for (const std::string_view bar : {"│", "┃", "║"}) replace_all(text, bar, "|");
  for (const std::string_view line : {"─", "━", "═"}) replace_all(text, line, "-");
  for (const std::string_view corner : {"├", "┼", "┤", "┌", "┬", "┐", "└", "┴", "┘", "╔", "╦",
                                        "╗", "╠", "╬", "╣", "╚", "╩", "╝", "╞", "╪", "╡"})
    replace_all(text, corner, "+");
  for (const std::string_view blank : {"\u00A0", "\u2009", "\u202F", "&nbsp;"}) replace_all(text, blank, " ");
  for (const std::string_view nothing :
       {"\u200B", "\uFEFF", "<b>", "</b>", "<br>", "<sub>", "</sub>", "<sup>", "</sup>"})
    replace_all(text, nothing, "");
  replace_all(text, "\u2212", "-");
  for (const auto& [escaped, mark] : {std::pair("\\|", "¦"), std::pair("\\*", "*"), std::pair("\\_", "_")})
    replace_all(text, escaped, mark);
  return text;
}

// |---|:--:|, +----+, -----  -----
bool is_rule(const CsvLine& line) {
  return line.text.find_first_not_of("-=+|: \t") == std::string::npos &&
         std::ranges::count_if(line.text, [](char c) { return c == '-' || c == '='; }) > 1;
}

bool is_comment(const CsvLine& line) { return line.text.front() == '#'; }

// "**92.9 %**" and "`cpu`" without the marks.
void remove_marks(CsvField& field) {
  auto& text = field.text;
  for (const std::string_view mark : {"**", "__", "`", "$"}) replace_all(text, mark, "");
  const auto begin = std::min(text.find_first_not_of(" \t*"), text.size());
  text = text.substr(begin, text.find_last_not_of(" \t") + 1 - begin);
}

void remove_empty_end(CsvLine& line) {
  while (line.fields.size() > 1 && line.fields.back().text.empty()) line.fields.pop_back();
}

// | a | b |  and  a | b
CsvLine within_bars(CsvLine line) {
  if (line.text.find_first_not_of(' ') == line.text.find('|') && line.fields.size() > 1)
    line.fields.erase(line.fields.begin());
  // A bar alone is an empty cell.
  if (line.text.ends_with('|') && line.fields.size() > 1) line.fields.pop_back();
  for (auto& field : line.fields) remove_marks(field);
  return line;
}

// Prose around the tables is left out. Lines of one follow each other.
std::vector<TableText> piped_tables(const std::string& text) {
  std::vector<TableText> tables(1);
  int last = 0;
  bool after_rule = false;
  for (auto& line : read_csv(text, '|')) {
    if (is_rule(line)) {
      after_rule = after_rule || tables.back().header;
      last = line.number;
    } else if (line.fields.size() > 1) {
      if (after_rule && !tables.back().rows.empty() && line.number > last + 1) {
        tables.emplace_back();
        after_rule = false;
      }
      last = line.number;
      auto cells = within_bars(std::move(line));
      if (!tables.back().header)
        tables.back().header = std::move(cells);
      else
        tables.back().rows.push_back(std::move(cells));
    }
  }
  return tables;
}

bool has_sizes_and_figures(const TableText& table) {
  const auto& heads = table.header->fields;
  return names_a_size(*table.header) && std::ranges::any_of(heads, [](const CsvField& field) {
           return figure_head(field.text).has_value();
         });
}

// The only table, or the only one of sizes and figures: reports have others.
Result<TableText> piped(const std::string& file, const std::string& text) {
  auto tables = piped_tables(text);
  if (tables.size() == 1) return std::move(tables.front());
  const auto chosen = std::ranges::find_if(tables, has_sizes_and_figures);
  if (std::ranges::count_if(tables, has_sizes_and_figures) != 1)
    return tl::make_unexpected(
        Diagnostics{csv_error(file, *tables[1].header, tables[1].header->fields.front(),
                              "a second table begins here", "give a file of each table")});
  chosen->tables_left_out = static_cast<int>(tables.size()) - 1;
  return std::move(*chosen);
}

/// A way to split a line where no character says it.
using Split = std::function<CsvLine(const CsvLine&)>;

CsvLine split_at_blanks(const CsvLine& line, std::size_t fewest) {
  CsvLine split{line.number, line.text, {}, line.whole};
  const std::string_view text = line.text;
  for (std::size_t begin = text.find_first_not_of(" \t"); begin < text.size();) {
    auto end = begin;
    while (end < text.size()) {
      const auto blank = std::min(text.find_first_of(" \t", end), text.size());
      const auto next = std::min(text.find_first_not_of(" \t", blank), text.size());
      end = blank;
      if (next - blank >= fewest || next == text.size() ||
          text.substr(blank, next - blank).find('\t') != std::string_view::npos)
        break;
      end = next;
    }
    split.fields.push_back({std::string(text.substr(begin, end - begin)), static_cast<int>(begin) + 1});
    begin = std::min(text.find_first_not_of(" \t", end), text.size());
  }
  return split;
}

CsvLine split_at_commas(const CsvLine& line) {
  auto lines = read_csv(line.text, ',');
  lines.front().number = line.number;
  return lines.front();
}

// Two blanks separate better than one, which may stand within a cell; the first way in which all lines have
// as many cells as the header is the right one.
Lines aligned(const Lines& lines) {
  const auto at_two = [](const CsvLine& line) { return split_at_blanks(line, 2); };
  const auto at_one = [](const CsvLine& line) { return split_at_blanks(line, 1); };
  for (const auto& of_header : {Split(at_two), Split(split_at_commas), Split(at_one)}) {
    Lines split{of_header(lines.front())};
    const auto count = split.front().fields.size();
    for (std::size_t i = 1; i < lines.size() && count > 1; ++i) {
      auto row = at_two(lines[i]);
      if (row.fields.size() != count) row = at_one(lines[i]);
      if (row.fields.size() != count) break;
      split.push_back(std::move(row));
    }
    if (count > 1 && split.size() == lines.size()) return split;
  }
  return lines;
}

// "# gpus,time" as the header that it may be.
CsvLine without_hash(CsvLine line) {
  auto& first = line.fields.front().text;
  first.erase(0, std::min(first.find_first_not_of("# \t"), first.size()));
  return line;
}

// A comment before the rows is the header if it names a column for the rung and the first other line does
// not.
TableText with_header(Lines lines) {
  TableText table;
  for (auto& line : lines) {
    const bool is_first = table.rows.empty();
    if (is_comment(line)) {
      auto candidate = without_hash(std::move(line));
      if (is_first && candidate.fields.size() > 1 && names_a_size(candidate))
        table.header = std::move(candidate);
    } else if (!is_rule(line)) {
      table.rows.push_back(std::move(line));
    }
  }
  if (table.rows.empty() || !is_header(table.rows.front())) return table;
  table.header = std::move(table.rows.front());
  table.rows.erase(table.rows.begin());
  return table;
}

// "# gpus  time" without its mark.
CsvLine without_mark(CsvLine comment) {
  const auto end = std::min(comment.text.find_first_not_of('#'), comment.text.size());
  comment.text.replace(0, end, end, ' ');
  return comment;
}

// A comment before the rows may be their header.
Lines aligned_below_comments(const Lines& all) {
  Lines comments;
  Lines lines;
  for (const auto& line : all)
    if (is_comment(line) && lines.empty())
      comments.push_back(without_mark(line));
    else if (!is_comment(line) && !is_rule(line))
      lines.push_back(line);
  if (lines.empty() || is_header(lines.front())) return lines.empty() ? lines : aligned(lines);
  for (const auto& comment : comments) {
    if (!names_a_size(split_at_blanks(comment, 1)) && !names_a_size(split_at_blanks(comment, 2))) continue;
    Lines below{comment};
    below.insert(below.end(), lines.begin(), lines.end());
    if (auto split = aligned(below); split.front().fields.size() > 1 && names_a_size(split.front()))
      return split;
  }
  return aligned(lines);
}

char separator_named_in(std::string_view text) {
  return text.size() > 4 && text.starts_with("sep=") && (text[5] == '\n' || text[5] == '\r') ? text[4] : '\0';
}

// Spreadsheets write tabs, or semicolons where the comma is the decimal point. A comma separates if most
// lines have one. '\0': blanks do.
char separator_of(const Lines& lines) {
  const auto first = std::ranges::find_if_not(lines, is_comment);
  if (first == lines.end()) return ',';
  for (const char separator : {'\t', ';'})
    if (first->text.find(separator) != std::string::npos) return separator;
  const auto with_comma =
      std::count_if(first, lines.end(), [](const CsvLine& line) { return line.fields.size() > 1; });
  if (2 * with_comma >= lines.end() - first) return ',';
  const bool has_blanks = std::all_of(first + 1, lines.end(), [](const CsvLine& line) {
    return is_comment(line) || is_rule(line) || line.text.find_first_of(" \t") != std::string::npos;
  });
  return has_blanks ? '\0' : ',';
}

Lines split_lines(std::string_view text) {
  if (const char named = separator_named_in(text); named != '\0') {
    auto lines = read_csv(text, named);
    lines.erase(lines.begin());
    return lines;
  }
  auto lines = read_csv(text);
  const char separator = separator_of(lines);
  if (separator == '\0') return aligned_below_comments(lines);
  return separator == ',' ? lines : read_csv(text, separator);
}

bool has_bars(std::string_view text) {
  const auto lines = read_csv(text, '|');
  const auto with_bars =
      std::ranges::count_if(lines, [](const CsvLine& line) { return line.fields.size() > 1; });
  const bool has_rule = std::ranges::any_of(lines, [](const CsvLine& line) {
    return is_rule(line) && line.text.find_first_of("|+") != std::string::npos;
  });
  return with_bars > 1 && (has_rule || 2 * with_bars > std::ssize(lines));
}

bool is_empty(const CsvLine& line) {
  return std::ranges::all_of(line.fields, [](const CsvField& f) { return f.text.empty(); });
}

// Spreadsheets fill lines up with separators.
void remove_empty_ends(TableText& table) {
  std::erase_if(table.rows, is_empty);
  if (!table.header) return;
  remove_empty_end(*table.header);
  const auto count = table.header->fields.size();
  for (auto& row : table.rows)
    while (row.fields.size() > count && row.fields.back().text.empty()) row.fields.pop_back();
}

}  // namespace

Result<TableText> table_text(const std::string& file, std::string_view text) {
  int replaced = 0;
  const auto plain = with_plain_marks(in_utf8(text, replaced));
  auto table = has_bars(plain) ? piped(file, plain) : Result<TableText>(with_header(split_lines(plain)));
  if (!table) return table;
  remove_empty_ends(*table);
  table->replaced_bytes = replaced;
  return table;
}

}  // namespace scalegen
