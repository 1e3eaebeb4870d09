#include <fmt/format.h>

#include <algorithm>

#include "analysis/panels/document.hpp"
#include "analysis/report/markdown.hpp"

namespace scalegen::panels {
namespace {

using report::escaped_markdown;

// Longer than any run of backticks in the text, so that nothing in it ends the block.
std::string fence_around(const std::string& text) {
  std::size_t longest = 0;
  std::size_t run = 0;
  for (const char c : text) longest = std::max(longest, run = c == '`' ? run + 1 : 0);
  return std::string(std::max<std::size_t>(3, longest + 1), '`');
}

class MarkdownWriter {
 public:
  void operator()(const Heading& heading) { add("## " + escaped_markdown(heading.text)); }

  void operator()(const Paragraph& paragraph) { add(escaped_markdown(paragraph.text)); }

  void operator()(const Bullets& bullets) {
    std::string list;
    for (const auto& item : bullets.items) list += "- " + escaped_markdown(item) + "\n";
    list.pop_back();
    add(list);
  }

  void operator()(const Table& table) {
    add(fmt::format("**Table {}.** {}", ++tables_, escaped_markdown(table.caption)));
    TextTable cells{.header = table.header};
    for (const auto& row : table.rows) {
      auto& texts = cells.rows.emplace_back();
      for (const auto& cell : row) texts.push_back(cell.text);
    }
    auto text = report::markdown_table(cells);
    text.resize(text.size() - 2);  // an empty line
    add(text);
    for (const auto& note : table.notes) add("*" + escaped_markdown(note) + "*");
  }

  void operator()(const Figure& figure) {
    add(fmt::format("**Figure {}.** {}", ++figures_, escaped_markdown(figure.caption)));
    add("*To be drawn from " + escaped_markdown(figure.drawn_from) + "*");
  }

  void operator()(const Listing& listing) {
    const auto fence = fence_around(listing.text);
    add(fmt::format("{} ({}):", escaped_markdown(listing.caption), escaped_markdown(listing.file)));
    add(fence + "bash\n" + listing.text + (listing.text.ends_with('\n') ? "" : "\n") + fence);
  }

  void add_to_do(const std::vector<std::string>& items) {
    if (items.empty()) return;
    add("---");
    (*this)(Heading{kToDoHeading});
    (*this)(Bullets{items});
  }

  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  void add(const std::string& block) { text_ += "\n" + block + "\n"; }

  std::string text_;
  int tables_ = 0;
  int figures_ = 0;
};

}  // namespace

std::string render_markdown(const Document& document) {
  MarkdownWriter writer;
  for (const auto& block : document.blocks) std::visit(writer, block);
  writer.add_to_do(document.to_do);
  return "# " + escaped_markdown(document.title) + "\n" + writer.text();
}

}  // namespace scalegen::panels
