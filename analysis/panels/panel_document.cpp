#include "analysis/panels/parts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "analysis/document/texts.hpp"
#include "analysis/panels/panel_placeholders.hpp"
#include "core/shell_quote.hpp"

namespace scalegen::panels {
using document::Block;
using document::Bullets;
using document::Document;
using document::Figure;
using document::Heading;
using document::Listing;
using document::Paragraph;

namespace {

using report::Report;

std::string why_none(Rows rows) {
  switch (rows) {
    case Rows::strong:
      return "no strong scaling was measured";
    case Rows::weak:
      return "no weak scaling was measured";
    case Rows::campaign:
      return "the sweep file has no production runs, such as 'campaign: [{run: train, runs: 3, nodes: 4, "
             "steps: 6e6}]', for which nothing is measured again";
    case Rows::gpus:
      return "no monitor recorded the GPUs";
    case Rows::ranks:
      return "the cores of the ranks were not recorded";
    default:
      return "nothing was measured";
  }
}

// The one of the report that shows a column.
std::string chart_of(const std::string& column) {
  return column == "speedup" || column == "efficiency" ? column : "";
}

// "figure 1", "figures 1 and 2", "figures 1 to 3"
std::string numbered_figures(int count) {
  return count == 1 ? "figure 1" : fmt::format("figures 1 {} {}", count == 2 ? "and" : "to", count);
}

/// Makes the blocks of each part of a panel, and collects what is left to the author.
class DocumentWriter {
 public:
  DocumentWriter(const Panel& panel, const Report& report, const RunFiles& files)
      : panel_(panel), report_(report), files_(files) {}

  void operator()(const PanelHeading& heading) {
    heading_ = filled(heading.text, report_);
    add(Heading{heading_});
  }

  void operator()(const PanelText& text) {
    heading_ = filled(text.text, report_);
    add(Paragraph{heading_});
  }

  void operator()(const PanelTable& table) {
    table_ = &table;
    first_ = tables_ + 1;
    auto tables = tables_of(table, report_);
    if (tables.empty() && !is_wanted_ladder(table.rows))
      add_to_do(fmt::format("'{}' has no table: {}.", heading_, why_none(table.rows)));
    for (auto& one : tables) {
      ++tables_;
      add(std::move(one));
    }
  }

  // One for each table that the part before it has become.
  void operator()(const PanelFigure& figure) {
    if (table_ == nullptr) return;
    const auto ladders = ladders_of(table_->rows, report_);
    for (std::size_t i = 0; i < ladders.size(); ++i) {
      ++figures_;
      add(Figure{filled(figure.caption, report_, ladders[i]),
                 drawn_from(figure, first_ + static_cast<int>(i)), chart_of(figure.y)});
    }
  }

  void operator()(const PanelFacts& facts) {
    std::string text;
    for (const auto& name : facts.names) {
      if (const auto sentences = fact_of(name, report_, files_); !sentences.empty())
        text += (text.empty() ? "" : " ") + sentences;
      add_to_do(to_add(name, report_, files_));
    }
    if (!text.empty()) add(Paragraph{text});
  }

  void operator()(PanelPart part) {
    switch (part) {
      case PanelPart::verdict:
        return add(Bullets{rule_verdict(panel_, report_)});
      case PanelPart::script:
        return add_script();
    }
  }

  // Warnings belong to the figures that they speak of, so they stay in the text.
  Document document() && {
    drop_empty_headings();
    if (!report_.warnings.empty()) {
      add(Heading{"Warnings"});
      add(Bullets{report_.warnings});
    }
    return {.title = fmt::format("{}: {}", panel_.title,
                                 report_.head.imported ? report_.head.source
                                                       : program_of(report_) + " on " + machine_of(report_)),
            .blocks = std::move(blocks_),
            .to_do = all_to_do()};
  }

 private:
  void add(Block block) { blocks_.push_back(std::move(block)); }

  void add_to_do(std::string text) {
    if (!text.empty()) add_once(to_do_, std::move(text));
  }

  // A part of the form that nothing fills is left to the author, who is told so.
  void drop_empty_headings() {
    Texts dropped;
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      const auto* const heading = std::get_if<Heading>(&blocks_[i]);
      const bool is_empty = i + 1 == blocks_.size() || std::holds_alternative<Heading>(blocks_[i + 1]);
      if (heading == nullptr || !is_empty) continue;
      dropped.push_back(fmt::format("'{}'", heading->text));
      blocks_.erase(blocks_.begin() + static_cast<std::ptrdiff_t>(i--));
    }
    if (!dropped.empty())
      add_to_do(
          fmt::format("Parts of the form that nothing fills are left out: {}.", fmt::join(dropped, ", ")));
  }

  // That it is not there is said with what the panel wants.
  [[nodiscard]] bool is_wanted_ladder(Rows rows) const {
    const auto& wanted = panel_.wants.scalings;
    const auto scaling = rows == Rows::weak ? Scaling::weak : Scaling::strong;
    return (rows == Rows::strong || rows == Rows::weak) && std::ranges::find(wanted, scaling) != wanted.end();
  }

  void add_script() {
    if (files_.script)
      add(Listing{fmt::format("Batch script of {}", files_.script->rung), files_.script->file,
                  files_.script->text});
    else
      add_to_do(
          fmt::format("'{}' has no batch script: {}.", heading_,
                      report_.head.imported ? "these figures come from a table" : "no run was measured"));
  }

  // What the panel wants comes first: it may take further runs.
  Texts all_to_do() {
    Texts all;
    for (const auto& lack : unmet_requirements(panel_, report_))
      all.push_back(fmt::format("The panel wants {}.", lack));
    if (all.empty()) all.emplace_back("Nothing is missing that can be checked of what the panel wants.");
    if (figures_ > 0)
      all.push_back(
          fmt::format("Draw {} as the text in {} says. A speedup or an efficiency is drawn by 'scalegen "
                      "report {} --plots . "
                      "--for paper': LaTeX takes the files from the folder of its own.",
                      numbered_figures(figures_), figures_ == 1 ? "its place" : "their places",
                      shell_quote(report_.head.source)));
    all.insert(all.end(), to_do_.begin(), to_do_.end());
    all.insert(all.end(), panel_.yourself.begin(), panel_.yourself.end());
    return all;
  }

  [[nodiscard]] std::string drawn_from(const PanelFigure& figure, int table) const {
    return fmt::format("table {}: '{}' against '{}', {} axes, intervals as error bars, at least {} dpi.",
                       table, heading_of(figure.y), heading_of(figure.x),
                       figure.has_log_axes ? "logarithmic" : "linear", figure.dpi);
  }

  // Where performance is a time, the column of seconds has it. Cores do not say how many processes they run.
  [[nodiscard]] std::string heading_of(const std::string& name) const {
    const bool is_time = report_.head.metric.quantity == Quantity::time;
    const bool is_of_cores = counts_cores(*largest_rung(report_));
    const auto column = name == "performance" && is_time     ? std::string("seconds")
                        : name == "processes" && is_of_cores ? std::string("cores")
                                                             : name;
    const auto found = std::ranges::find_if(table_->columns, [&](const auto& c) { return c.name == column; });
    return found == table_->columns.end() ? column : filled(found->heading, report_);
  }

  const Panel& panel_;
  const Report& report_;
  const RunFiles& files_;
  std::vector<Block> blocks_;
  Texts to_do_;
  std::string heading_;                // the last one
  const PanelTable* table_ = nullptr;  // the last one
  int tables_ = 0;                     // so far
  int figures_ = 0;                    // so far
  int first_ = 0;                      // of the last part with tables
};

// The fullest rung on each number of nodes.
std::vector<bool> whole_nodes_of(const ScalingTable& table) {
  std::vector<bool> are_whole;
  for (const auto& point : table.points)
    are_whole.push_back(
        is_whole_node(point) && std::ranges::none_of(table.points, [&](const ScalingPoint& other) {
          return other.shape.nodes == point.shape.nodes && other.shape.device == point.shape.device &&
                 other.typical && other.shape.ranks > point.shape.ranks;
        }));
  return are_whole;
}

// Of a panel that gives whole nodes nothing less can be asked for, and doublings are of nodes.
Report judged_on_whole_nodes(Report report) {
  for (std::size_t t = 0; t < report.tables.size(); ++t) {
    report.verdicts[t] =
        verdict::verdict_on(report.tables[t], {.rule = report.head.advise,
                                               .metric = report.head.metric,
                                               .candidates = whole_nodes_of(report.tables[t])});
  }
  return report;
}

}  // namespace

Document document_for(const Panel& panel, const Report& measured, const RunFiles& files) {
  const auto report = panel.wants.whole_nodes ? judged_on_whole_nodes(measured) : measured;
  DocumentWriter writer(panel, report, files);
  for (const auto& item : panel.items) std::visit(writer, item);
  return std::move(writer).document();
}

}  // namespace scalegen::panels
