#include <fmt/format.h>

#include "analysis/document/blocks.hpp"
#include "core/text.hpp"

namespace scalegen::document {
namespace {

struct TerminalWriter {
  int tables = 0;

  std::string operator()(const Heading& heading) const { return heading.text + "\n"; }

  std::string operator()(const Paragraph& paragraph) const { return paragraph.text + "\n"; }

  std::string operator()(const Bullets& bullets) const {
    std::string text;
    for (const auto& item : bullets.items) text += (bullets.are_warnings ? "warning: " : "") + item + "\n";
    return text;
  }

  std::string operator()(const Table& table) {
    auto text = table.caption.empty() ? "" : fmt::format("table {}: {}\n\n", ++tables, table.caption);
    text += render(texts_of(table));
    for (const auto& note : table.notes) text += note + "\n";
    return text;
  }

  std::string operator()(const Figure& figure) const {
    return fmt::format("figure: {}\nto be drawn from {}\n", figure.caption, figure.drawn_from);
  }

  std::string operator()(const Listing& listing) const {
    return fmt::format("{} ({}):\n\n{}{}", listing.caption, listing.file, listing.text,
                       listing.text.ends_with('\n') ? "" : "\n");
  }
};

}  // namespace

std::string render_terminal(const Document& document) {
  TerminalWriter writer;
  auto text = document.title.empty() ? "" : document.title + "\n\n";
  text += text_of_blocks(document.blocks, writer);
  if (!document.to_do.empty())
    text += fmt::format("\n{}\n\n{}", kToDoHeading, writer(Bullets{document.to_do}));
  return without_control_characters(text);
}

}  // namespace scalegen::document
