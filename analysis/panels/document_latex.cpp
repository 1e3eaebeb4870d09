#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <span>

#include "analysis/panels/document.hpp"
#include "analysis/panels/latex_text.hpp"

namespace scalegen::panels {
namespace {

constexpr std::size_t kRowsOfPage = 45;

std::string latex_row(const std::vector<Cell>& row) {
  std::vector<std::string> cells;
  for (const auto& cell : row) cells.push_back(latex_text(cell.text));
  // A bracket at the beginning of a row would be read as the option of the line break before it.
  return fmt::format("    {{}}{} \\\\\n", fmt::join(cells, " & "));
}

std::string tabular(const std::vector<std::string>& header, std::span<const std::vector<Cell>> rows) {
  auto text = fmt::format(
      "  \\resizebox{{\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi}}{{!}}{{%\n  "
      "\\begin{{tabular}}{{@{{}}{}@{{}}}}\n    \\toprule\n",
      std::string(header.size(), 'l'));
  std::vector<std::string> cells;
  for (const auto& name : header) cells.push_back(latex_text(name));
  text += fmt::format("    {} \\\\\n    \\midrule\n", fmt::join(cells, " & "));
  for (const auto& row : rows) text += latex_row(row);
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
      if (at > 0) text += "\n\\addtocounter{table}{-1}\n";
      text += fmt::format("\n\\begin{{table}}[htbp]\n  \\centering\n  \\caption{{{}{}}}\n",
                          latex_text(table.caption), at > 0 ? " (continued)" : "");
      text += tabular(table.header, rows.subspan(at, count));
      if (is_last)
        for (const auto& note : table.notes)
          text += fmt::format("\n  {{\\footnotesize {}}}\n", latex_text(note));
      text += fmt::format("\\end{{table}}\n{}", is_last ? "" : "\\clearpage\n");
    }
  }

  void operator()(const Figure& figure) {
    text += fmt::format(
        "\n\\begin{{figure}}[htbp]\n  \\centering\n"
        "  \\fbox{{\\begin{{minipage}}{{0.8\\linewidth}}\\centering\\vspace*{{1cm}}\n"
        "    To be drawn from {}\\par\\vspace*{{1cm}}\n"
        "  \\end{{minipage}}}}\n  \\caption{{{}}}\n\\end{{figure}}\n",
        latex_text(figure.drawn_from), latex_text(figure.caption));
  }

  void operator()(const Listing& listing) {
    text += fmt::format(
        "\n{} ({}). An arrow begins what does not fit on the line above it.\n{{\\footnotesize\n"
        "\\begin{{Verbatim}}[commandchars=\\\\\\{{\\}}]\n{}\\end{{Verbatim}}\n}}\n",
        latex_text(listing.caption), latex_text(listing.file), latex_listing(listing.text));
  }
};

}  // namespace

std::string render_latex(const Document& document) {
  LatexWriter writer;
  for (const auto& block : document.blocks) std::visit(writer, block);
  if (!document.to_do.empty()) {
    writer.text += "\n\\clearpage\n";
    writer(Heading{kToDoHeading});
    writer(Bullets{document.to_do});
  }
  return fmt::format(
      "\\documentclass[a4paper]{{article}}\n"
      "\\usepackage[utf8]{{inputenc}}\n"
      "\\usepackage[T1]{{fontenc}}\n"
      "\\usepackage{{textcomp,booktabs,graphicx,fancyvrb}}\n"
      "\\usepackage[margin=2cm]{{geometry}}\n"
      "\\emergencystretch=4em\n"
      "\\title{{{}}}\n"
      "\\author{{}}\n"
      "\\date{{}}\n"
      "\\begin{{document}}\n"
      "\\maketitle\n"
      "{}\\end{{document}}\n",
      latex_text(document.title), writer.text);
}

}  // namespace scalegen::panels
