#include <fmt/format.h>
#include <fmt/ranges.h>

#include "analysis/panels/document.hpp"

namespace scalegen::panels {
namespace {

// pdflatex reads UTF-8, but its fonts lack these.
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

// Any other character beyond ASCII is what inputenc knows of it.
std::string escaped(const std::string& text) {
  std::string plain;
  for (const char c : text) {
    if (c == '\\')
      plain += "\\textbackslash{}";
    else if (c == '~')
      plain += "\\textasciitilde{}";
    else if (c == '^')
      plain += "\\textasciicircum{}";
    else if (c == '<' || c == '>' || c == '|' || c == '"' || c == '`' || c == '\'')
      plain += fmt::format("{{{}}}", c);  // no ligature, no quote that turns
    else if (std::string_view("&%$#_{}").find(c) != std::string_view::npos)
      plain += std::string("\\") + c;
    else
      plain += c == '\n' ? ' ' : c;
  }
  return in_fonts(plain);
}

// verbatim ends at its own end line, wherever that comes from.
std::string without_end_of_verbatim(std::string text) {
  constexpr std::string_view kEnd = "\\end{verbatim}";
  for (auto at = text.find(kEnd); at != std::string::npos; at = text.find(kEnd, at)) text.insert(at + 4, " ");
  return text;
}

struct LatexWriter {
  std::string text{};

  void operator()(const Heading& heading) {
    text += fmt::format("\n\\section*{{{}}}\n", escaped(heading.text));
  }

  void operator()(const Paragraph& paragraph) { text += "\n" + escaped(paragraph.text) + "\n"; }

  void operator()(const Bullets& bullets) {
    text += "\n\\begin{itemize}\n";
    for (const auto& item : bullets.items) text += "  \\item " + escaped(item) + "\n";
    text += "\\end{itemize}\n";
  }

  void operator()(const Table& table) {
    text +=
        fmt::format("\n\\begin{{table}}[htbp]\n  \\centering\n  \\caption{{{}}}\n", escaped(table.caption));
    text += fmt::format(
        "  \\resizebox{{\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi}}{{!}}{{%\n  "
        "\\begin{{tabular}}{{@{{}}{}@{{}}}}\n    \\toprule\n",
        std::string(table.header.size(), 'l'));
    std::vector<std::string> cells;
    for (const auto& name : table.header) cells.push_back(escaped(name));
    text += fmt::format("    {} \\\\\n    \\midrule\n", fmt::join(cells, " & "));
    for (const auto& row : table.rows) add_row(row);
    text += "    \\bottomrule\n  \\end{tabular}}\n";
    for (const auto& note : table.notes) text += fmt::format("\n  {{\\footnotesize {}}}\n", escaped(note));
    text += "\\end{table}\n";
  }

  void operator()(const Figure& figure) {
    text += fmt::format(
        "\n\\begin{{figure}}[htbp]\n  \\centering\n  % to be drawn from {}\n  "
        "\\caption{{{}}}\n\\end{{figure}}\n",
        figure.drawn_from, escaped(figure.caption));
  }

  void operator()(const Listing& listing) {
    text += fmt::format("\n{} ({}):\n{{\\footnotesize\n\\begin{{verbatim}}\n{}{}\\end{{verbatim}}}}\n",
                        escaped(listing.caption), escaped(listing.file),
                        without_end_of_verbatim(listing.text), listing.text.ends_with('\n') ? "" : "\n");
  }

 private:
  void add_row(const std::vector<Cell>& row) {
    std::vector<std::string> cells;
    for (const auto& cell : row) cells.push_back(escaped(cell.text));
    // A bracket at the beginning of a row would be read as the option of the line break before it.
    text += fmt::format("    {{}}{} \\\\\n", fmt::join(cells, " & "));
  }
};

}  // namespace

std::string render_latex(const Document& document) {
  LatexWriter writer;
  for (const auto& block : document.blocks) std::visit(writer, block);
  return fmt::format(
      "\\documentclass[a4paper]{{article}}\n"
      "\\usepackage[utf8]{{inputenc}}\n"
      "\\usepackage[T1]{{fontenc}}\n"
      "\\usepackage{{textcomp,booktabs,graphicx}}\n"
      "\\usepackage[margin=2cm]{{geometry}}\n"
      "\\title{{{}}}\n"
      "\\date{{}}\n"
      "\\begin{{document}}\n"
      "\\maketitle\n"
      "{}\\end{{document}}\n",
      escaped(document.title), writer.text);
}

}  // namespace scalegen::panels
