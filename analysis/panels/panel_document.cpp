#include "analysis/panels/panel_document.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/panels/columns.hpp"
#include "analysis/panels/facts.hpp"
#include "analysis/panels/lacks.hpp"
#include "analysis/panels/rule_verdict.hpp"
#include "analysis/panels/words.hpp"

namespace scalegen::panels {
namespace {

using report::Report;

/// Makes the blocks of each part of a panel.
class DocumentWriter {
 public:
  DocumentWriter(const Panel& panel, const Report& report, const std::optional<Script>& script)
      : panel_(panel), report_(report), script_(script) {}

  void operator()(const PanelHeading& heading) { add(Heading{filled(heading.text, report_)}); }

  void operator()(const PanelText& text) { add(Paragraph{filled(text.text, report_)}); }

  void operator()(const PanelTable& table) {
    table_ = &table;
    first_ = tables_ + 1;
    auto tables = tables_of(table, report_);
    if (tables.empty()) add(Paragraph{fmt::format("(No table: {})", why_none(table.rows))});
    for (auto& one : tables) {
      ++tables_;
      add(std::move(one));
    }
  }

  // One for each table that the part before it has become.
  void operator()(const PanelFigure& figure) {
    if (table_ == nullptr) return;
    const auto ladders = ladders_of(table_->rows, report_);
    for (std::size_t i = 0; i < ladders.size(); ++i)
      add(Figure{filled(figure.caption, report_, ladders[i]),
                 drawn_from(figure, first_ + static_cast<int>(i))});
  }

  void operator()(const PanelFacts& facts) {
    std::string text;
    for (const auto& name : facts.names)
      if (const auto sentence = fact_of(name, report_); !sentence.empty())
        text += (text.empty() ? "" : " ") + sentence;
    if (!text.empty()) add(Paragraph{text});
  }

  void operator()(PanelPart part) {
    switch (part) {
      case PanelPart::verdict:
        return add(Bullets{rule_verdict(panel_, report_)});
      case PanelPart::script:
        return add_script();
      case PanelPart::lacks:
        return add_lacks();
    }
  }

  [[nodiscard]] std::vector<Block> blocks() && { return std::move(blocks_); }

 private:
  void add(Block block) { blocks_.push_back(std::move(block)); }

  void add_script() {
    if (script_)
      add(Listing{fmt::format("Batch script of {}", script_->rung), script_->file, script_->text});
    else
      add(Paragraph{"(No batch script: these figures come from a table.)"});
  }

  void add_lacks() {
    auto items = lacks_of(panel_, report_);
    for (auto& item : items) item = "The panel wants " + item + ".";
    if (items.empty()) items.emplace_back("Nothing that can be checked is missing.");
    for (const auto& text : panel_.yourself) items.push_back("To write yourself: " + text);
    for (const auto& warning : report_.warnings) items.push_back("Warning: " + warning);
    add(Bullets{std::move(items)});
  }

  [[nodiscard]] std::string drawn_from(const PanelFigure& figure, int table) const {
    return fmt::format("table {}: '{}' against '{}', {} axes, intervals as error bars, at least {} dpi",
                       table, heading_of(figure.y), heading_of(figure.x),
                       figure.has_log_axes ? "logarithmic" : "linear", figure.dpi);
  }

  static std::string why_none(Rows rows) {
    switch (rows) {
      case Rows::strong:
        return "no strong scaling was measured";
      case Rows::weak:
        return "no weak scaling was measured";
      case Rows::campaign:
        return "the sweep file has no 'campaign'";
      case Rows::gpus:
        return "no monitor recorded the GPUs";
      case Rows::ranks:
        return "the cores of the ranks were not recorded";
      default:
        return "nothing was measured";
    }
  }

  // Where performance is a time, the column of seconds has it.
  [[nodiscard]] std::string heading_of(const std::string& name) const {
    const bool is_time = report_.head.metric.quantity == Quantity::time;
    const auto column = name == "performance" && is_time ? std::string("seconds") : name;
    const auto found = std::find_if(table_->columns.begin(), table_->columns.end(),
                                    [&](const auto& c) { return c.name == column; });
    return found == table_->columns.end() ? column : filled(found->heading, report_);
  }

  const Panel& panel_;
  const Report& report_;
  const std::optional<Script>& script_;
  std::vector<Block> blocks_;
  const PanelTable* table_ = nullptr;  // the last one
  int tables_ = 0;                     // so far
  int first_ = 0;                      // of the last part with tables
};

}  // namespace

Document document_for(const Panel& panel, const Report& report, const std::optional<Script>& script) {
  DocumentWriter writer(panel, report, script);
  for (const auto& item : panel.items) std::visit(writer, item);
  return {.title = fmt::format("{}: {}", panel.title, report.head.title),
          .blocks = std::move(writer).blocks()};
}

}  // namespace scalegen::panels
