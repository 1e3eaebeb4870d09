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
  for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
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
  replace_all(text, "\\|", "¦");
  return text;
}

// |---|:--:|, +----+, -----  -----
bool is_rule(const CsvLine& line) {
  return line.text.find_first_not_of("-=+|: \t") == std::string::npos &&
         std::count_if(line.text.begin(), line.text.end(), [](char c) { return c == '-' || c == '='; }) > 1;
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
  if (line.text.ends_with('|')) line.fields.pop_back();
  for (auto& field : line.fields) remove_marks(field);
  return line;
}

// Prose around the table is left out, and so are further tables: lines of one follow each other.
TableText piped(const std::string& text) {
  TableText table;
  int last = 0;
  for (auto& line : read_csv(text, '|')) {
    const bool is_part = is_rule(line) || line.fields.size() > 1;
    if (!is_part || (is_rule(line) && !table.header)) continue;
    if (!table.rows.empty() && line.number > last + 1) {
      table.further_table = line.number;
      break;
    }
    last = line.number;
    if (is_rule(line)) continue;
    auto cells = within_bars(std::move(line));
    if (table.header)
      table.rows.push_back(std::move(cells));
    else
      table.header = std::move(cells);
  }
  return table;
}

/// How a line is split where no character says it.
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

char separator_named_in(std::string_view text) {
  return text.size() > 4 && text.starts_with("sep=") && (text[5] == '\n' || text[5] == '\r') ? text[4] : '\0';
}

// Spreadsheets write tabs, or semicolons where the comma is the decimal point. A comma separates if most
// lines have one. '\0': blanks do.
char separator_of(const Lines& lines) {
  const auto first = std::find_if_not(lines.begin(), lines.end(), is_comment);
  if (first == lines.end()) return ',';
  for (const char separator : {'\t', ';'})
    if (first->text.find(separator) != std::string::npos) return separator;
  const auto with_comma =
      std::count_if(first, lines.end(), [](const CsvLine& line) { return line.fields.size() > 1; });
  if (2 * with_comma >= lines.end() - first) return ',';
  const bool has_blanks = std::all_of(first, lines.end(), [](const CsvLine& line) {
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
  if (separator == '\0') {
    std::erase_if(lines, [](const CsvLine& line) { return is_comment(line) || is_rule(line); });
    return aligned(lines);
  }
  return separator == ',' ? lines : read_csv(text, separator);
}

bool has_bars(std::string_view text) {
  const auto lines = read_csv(text, '|');
  const auto with_bars =
      std::count_if(lines.begin(), lines.end(), [](const CsvLine& line) { return line.fields.size() > 1; });
  const bool has_rule = std::any_of(lines.begin(), lines.end(), [](const CsvLine& line) {
    return is_rule(line) && line.text.find_first_of("|+") != std::string::npos;
  });
  return with_bars > 1 && (has_rule || 2 * with_bars > std::ssize(lines));
}

bool is_empty(const CsvLine& line) {
  return std::all_of(line.fields.begin(), line.fields.end(),
                     [](const CsvField& f) { return f.text.empty(); });
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

TableText table_text(std::string_view text) {
  int replaced = 0;
  const auto plain = with_plain_marks(in_utf8(text, replaced));
  auto table = has_bars(plain) ? piped(plain) : with_header(split_lines(plain));
  remove_empty_ends(table);
  table.replaced_bytes = replaced;
  return table;
}

}  // namespace scalegen
