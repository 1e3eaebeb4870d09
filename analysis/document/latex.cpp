#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "analysis/document/document.hpp"
#include "core/regex.hpp"
#include "core/text.hpp"

namespace scalegen::document {
namespace {

constexpr std::size_t kRowsOfPage = 45;

constexpr std::size_t kLongWord = 24;  // that may leave a line half empty if it cannot be broken

// pdflatex reads UTF-8, but its fonts lack these. Any other character beyond ASCII is what inputenc knows.
std::string in_fonts(std::string text) {
  const std::vector<std::pair<std::string, std::string>> known{{"·", "\\textperiodcentered{}"},
                                                               {"×", "\\texttimes{}"},
                                                               {"→", "\\textrightarrow{}"},
                                                               {"µ", "\\textmu{}"}};
  for (const auto& [character, command] : known)
    for (auto at = text.find(character); at != std::string::npos; at = text.find(character, at))
      text.replace(at, character.size(), command);
  return text;
}

bool is_one_of(std::string_view all, char c) { return all.find(c) != std::string_view::npos; }

std::string in_text(char c) {
  if (c == '\\') return "\\textbackslash{}";
  if (c == '~') return "\\textasciitilde{}";
  if (c == '^') return "\\textasciicircum{}";
  if (is_one_of("<>|\"`'", c)) return fmt::format("{{{}}}", c);  // no ligature, no quote that turns
  if (is_one_of("&%$#_{}", c)) return std::string("\\") + c;
  return {c};
}

std::string in_word(std::string_view word) {
  const bool is_long = word.size() > kLongWord;
  std::string text;
  for (const char c : word) text += in_text(c) + (is_long && is_one_of("/_-.,:=", c) ? "\\allowbreak{}" : "");
  return text;
}

/// Text as pdflatex prints it word for word. Long words may be broken at their signs.
std::string latex_text(std::string_view text) {
  std::string plain;
  std::size_t at = 0;
  while (at < text.size()) {
    const auto blank = std::min(text.find_first_of(" \n", at), text.size());
    plain += in_word(text.substr(at, blank - at));
    if (blank < text.size()) plain += ' ';
    at = blank + 1;
  }
  return in_fonts(plain);
}

// Of figures and numbers, and of nothing else but what is unknown.
bool is_of_numbers(const Table& table, std::size_t column) {
  return std::ranges::all_of(table.rows, [&](const auto& row) {
    return row[column].figure || row[column].text.find_first_not_of("0123456789.,-") == std::string::npos;
  });
}

// Numbers stand with their points below each other: each in two columns, up to its point and from there on.
std::string latex_cell(const Cell& cell, bool is_number) {
  const auto text = latex_text(cell.text) + (cell.is_starred ? "\\textsuperscript{*}" : "");
  if (!is_number) return text;
  const auto point = std::min(text.find_first_not_of("0123456789,-"), text.size());
  const auto rest = text.substr(point);
  return text.substr(0, point) + "&" + (rest.starts_with(' ') ? "~" : "") + rest;  // a blank there is dropped
}

std::string tabular(const Table& table, std::span<const std::vector<Cell>> rows) {
  std::vector<bool> numbers;
  std::string columns;
  std::vector<std::string> heads;
  for (std::size_t c = 0; c < table.header.size(); ++c) {
    numbers.push_back(is_of_numbers(table, c));
    columns += numbers[c] ? "r@{}l" : "l";
    const auto head = latex_text(table.header[c]);
    heads.push_back(numbers[c] ? "\\multicolumn{2}{c}{" + head + "}" : head);
  }
  auto text = fmt::format(
      "  \\resizebox{{\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi}}{{!}}{{%\n  "
      "\\begin{{tabular}}{{@{{}}{}@{{}}}}\n    \\toprule\n    {} \\\\\n    \\midrule\n",
      columns, fmt::join(heads, " & "));
  for (const auto& row : rows) {
    std::vector<std::string> cells;
    for (std::size_t c = 0; c < row.size(); ++c) cells.push_back(latex_cell(row[c], numbers[c]));
    // A bracket at the beginning of a row would be read as the option of the line break before it.
    text += fmt::format("    {{}}{} \\\\\n", fmt::join(cells, " & "));
  }
  return text + "    \\bottomrule\n  \\end{tabular}}\n";
}

struct LatexWriter {
  std::string text{};

  void operator()(const Heading& heading) {
    text += fmt::format("\n\\section*{{{}}}\n", latex_text(heading.text));
  }

  void operator()(const Paragraph& paragraph) { text += "\n" + latex_text(paragraph.text) + "\n"; }

  void operator()(const Bullets& bullets) {
    text += "\n\\begin{itemize}\n";
    for (const auto& item : bullets.items) text += "  \\item " + latex_text(item) + "\n";
    text += "\\end{itemize}\n";
  }

  // A longer one than a page goes on in others of the same number.
  void operator()(const Table& table) {
    const std::span<const std::vector<Cell>> rows = table.rows;
    for (std::size_t at = 0; at < rows.size(); at += kRowsOfPage) {
      const auto count = std::min(kRowsOfPage, rows.size() - at);
      const bool is_last = at + count == rows.size();
      const auto caption = latex_text(table.caption) + (at > 0 ? " (continued)" : "");
      if (at > 0 && !table.caption.empty()) text += "\n\\addtocounter{table}{-1}\n";
      text += "\n\\begin{table}[htbp]\n  \\centering\n";
      if (!table.caption.empty()) text += fmt::format("  \\caption{{{}}}\n", caption);
      text += tabular(table, rows.subspan(at, count));
      if (is_last)
        for (const auto& note : table.notes)
          text += fmt::format("\n  {{\\footnotesize {}}}\n", latex_text(note));
      text += fmt::format("\\end{{table}}\n{}", is_last ? "" : "\\clearpage\n");
    }
  }

  // The chart, if its file is there.
  void operator()(const Figure& figure) {
    const auto box = fmt::format(
        "\\fbox{{\\begin{{minipage}}{{0.8\\linewidth}}\\centering\\vspace*{{1cm}}\n"
        "    {}.pdf is written by {}\\par\\vspace*{{1cm}}\n  \\end{{minipage}}}}",
        figure.chart, latex_text(figure.written_by));
    text += fmt::format(
        "\n\\begin{{figure}}[htbp]\n  \\centering\n"
        "  \\IfFileExists{{{0}.pdf}}{{\\includegraphics{{{0}.pdf}}}}{{{1}}}\n  "
        "\\caption{{{2}}}\n\\end{{figure}}\n",
        figure.chart, box, latex_text(figure.caption));
  }
};

// All that inputenc and the fonts of pdflatex have.
constexpr auto kBeyondPdflatex =
    "[^\\x{0}-\\x{125}\\x{128}-\\x{137}\\x{139}-\\x{13e}\\x{141}-\\x{148}\\x{14a}-\\x{165}\\x{168}-\\x{17e}"
    "\\x{2010}-\\x{2016}\\x{2018}-\\x{201a}\\x{201c}-\\x{201e}\\x{2020}-\\x{2022}\\x{2026}\\x{20ac}]";

constexpr auto kForPdflatex = R"(\documentclass[a4paper]{article}
\usepackage[utf8]{inputenc}
\usepackage[T1]{fontenc}
)";

// The last font that is installed is taken.
constexpr auto kForAllScripts = R"(% !TeX program = xelatex
% This text has letters that pdflatex lacks: compile it with xelatex or lualatex.
\documentclass[a4paper]{article}
\usepackage{iftex}
\ifPDFTeX
  \errmessage{This text has letters that pdflatex lacks: compile it with xelatex or lualatex}
  \csname @@end\endcsname
\fi
\usepackage{fontspec}
% Of other scripts than Greek, Cyrillic, Chinese, Japanese and Korean name a font that has them.
\IfFontExistsTF{DejaVu Serif}{\setmainfont{DejaVu Serif}\setmonofont{DejaVu Sans Mono}}{}
\IfFontExistsTF{Noto Serif CJK SC}{\setmainfont{Noto Serif CJK SC}\setmonofont{Noto Sans Mono CJK SC}}{}
)";

}  // namespace

std::string render_latex(const Document& document) {
  LatexWriter writer;
  for (const auto& block : document.blocks) std::visit(writer, block);
  const auto text =
      without_control_characters(fmt::format("\\usepackage{{textcomp,booktabs,graphicx}}\n"
                                             "\\usepackage[margin=2cm]{{geometry}}\n"
                                             "\\emergencystretch=4em\n"
                                             "\\title{{{}}}\n"
                                             "\\author{{}}\n"
                                             "\\date{{}}\n"
                                             "\\begin{{document}}\n"
                                             "\\maketitle\n"
                                             "{}\\end{{document}}\n",
                                             latex_text(document.title), writer.text));
  return (partial_match(text, Regex(kBeyondPdflatex)) ? kForAllScripts : kForPdflatex) + text;
}

}  // namespace scalegen::document
