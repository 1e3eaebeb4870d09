#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "analysis/document/blocks.hpp"
#include "core/text.hpp"

namespace scalegen::document {
namespace {

constexpr auto kBold = "1";
constexpr auto kWarning = "1;33";  // bold and yellow

// Our own texts have these signs beyond ASCII. Names keep theirs.
constexpr std::pair<std::string_view, std::string_view> kInAscii[] = {{"·", "-"}, {"±", "+-"}, {"…", "..."}};

/// A line as the screen can show it: a name with a new line forges none.
std::string shown(std::string text, const Screen& screen) {
  std::ranges::replace(text, '\n', ' ');
  text = without_control_characters(text);
  if (!screen.is_ascii) return text;
  for (const auto& [sign, ascii] : kInAscii)
    for (auto at = text.find(sign); at != std::string::npos; at = text.find(sign, at))
      text.replace(at, sign.size(), ascii);
  return text;
}

struct TerminalWriter {
  Screen screen;
  int tables = 0;

  [[nodiscard]] std::string styled(const std::string& text, const char* style) const {
    return screen.has_styles ? fmt::format("\x1b[{}m{}\x1b[0m", style, text) : text;
  }

  /// A line, or several if it has no room.
  [[nodiscard]] std::string lines(const std::string& text) const {
    auto plain = shown(text, screen);
    return screen.width ? wrapped(plain, *screen.width) : plain + "\n";
  }

  [[nodiscard]] std::string heading(const std::string& text) const {
    auto all = lines(text);
    all.pop_back();
    return styled(all, kBold) + "\n";
  }

  // The best of a column is bold.
  [[nodiscard]] std::string table_text(const Table& table) const {
    auto texts = texts_of(table);
    for (auto& title : texts.header) title = shown(title, screen);
    for (std::size_t r = 0; r < texts.rows.size(); ++r)
      for (std::size_t c = 0; c < texts.rows[r].size(); ++c) {
        auto& text = texts.rows[r][c];
        text = shown(text, screen);
        if (table.rows[r][c].heat == 1) text = styled(text, kBold);
      }
    return render(texts);
  }

  std::string operator()(const Heading& one) const { return heading(one.text); }

  std::string operator()(const Paragraph& paragraph) const { return lines(paragraph.text); }

  std::string operator()(const Bullets& bullets) const {
    constexpr std::string_view kLabel = "warning:";
    std::string text;
    for (const auto& item : bullets.items) {
      if (bullets.role == Role::warnings)
        text += styled(std::string(kLabel), kWarning) +
                lines(fmt::format("{} {}", kLabel, item)).substr(kLabel.size());
      else
        text += bullets.role == Role::answer && text.empty() ? heading(item) : lines(item);
    }
    return text;
  }

  std::string operator()(const Table& table) {
    auto text =
        table.caption.empty() ? "" : lines(fmt::format("table {}: {}", ++tables, table.caption)) + "\n";
    const auto parts = screen.width ? narrowed(table, *screen.width) : std::vector{table};
    for (std::size_t i = 0; i < parts.size(); ++i) text += (i == 0 ? "" : "\n") + table_text(parts[i]);
    for (const auto& note : table.notes) text += lines(note);
    return text;
  }

  std::string operator()(const Figure& figure) const {
    return lines("figure: " + figure.caption) +
           lines(fmt::format("{}.svg is written by '{}'", figure.chart, figure.written_by));
  }
};

bool are_close(const Block& before, const Block& block) {
  return are_lists(before, block) || std::holds_alternative<Heading>(before);
}

}  // namespace

std::string render_terminal(const Document& document, const Screen& screen) {
  TerminalWriter writer{screen};
  auto text = document.title.empty() ? "" : writer.lines(document.title);
  if (!document.subtitle.empty()) text += writer.lines(document.subtitle);
  if (!text.empty()) text += "\n";
  return text + text_of_blocks(document.blocks, writer, are_close);
}

}  // namespace scalegen::document
