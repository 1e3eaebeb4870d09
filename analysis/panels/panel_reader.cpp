#include <fmt/format.h>

#include <algorithm>

#include "analysis/panels/panel.hpp"
#include "analysis/panels/panel_placeholders.hpp"
#include "analysis/panels/parts.hpp"
#include "core/map_reader.hpp"
#include "core/text.hpp"
#include "core/try.hpp"

namespace scalegen::panels {
namespace {

const std::vector<std::pair<std::string, Rows>> kRows{
    {"ladder", Rows::ladder}, {"strong", Rows::strong}, {"weak", Rows::weak},        {"runs", Rows::runs},
    {"gpus", Rows::gpus},     {"ranks", Rows::ranks},   {"campaign", Rows::campaign}};

const std::vector<std::pair<std::string, PanelPart>> kParts{{"verdict", PanelPart::verdict},
                                                            {"script", PanelPart::script}};

const std::vector<std::pair<std::string, bool>> kYesNo{{"yes", true}, {"no", false}};

/// Reads the parts of one panel and collects their mistakes.
class PanelReader {
 public:
  PanelReader(SharedYaml file, Diagnostics& errors) : file_(std::move(file)), errors_(errors) {}

  Panel read(std::string name) {
    Panel panel{.name = std::move(name)};
    if (file_->root.kind != YamlNode::Kind::map) {
      reader_of(file_->root).report(file_->root, "a panel is a map with 'title' and 'parts'");
      return panel;
    }
    auto reader = reader_of(file_->root);
    reader.require("title", "say whose form this is: title: ARCHER2 Technical Assessment");
    reader.require("parts", "list what the form asks for, in its order");
    if (const auto title = reader.text("title")) panel.title = title->value;
    panel.sources = values_of(reader.texts("sources"));
    panel.yourself = values_of(reader.texts("yourself"));
    if (const auto* const rule = reader.map("rule")) panel.rule = read_rule(*rule);
    if (const auto* const wants = reader.map("wants")) panel.wants = read_wants(*wants);
    if (const auto* const parts = reader.list("parts")) {
      if (parts->items.empty()) reader.report(*parts, "'parts' has no part", kPartForms);
      for (const auto& part : parts->items) read_part(part, panel.items);
    }
    reader.refuse_unknown_keys();
    return panel;
  }

 private:
  [[nodiscard]] MapReader reader_of(const YamlNode& map) { return {file_, map, errors_}; }

  static std::vector<std::string> values_of(const std::vector<Located<std::string>>& texts) {
    std::vector<std::string> values;
    for (const auto& text : texts) values.push_back(text.value);
    return values;
  }

  std::optional<Advice> read_rule(const YamlNode& map) {
    auto reader = reader_of(map);
    Advice rule;
    for (const auto& name : {"efficiency", "per_doubling"})
      if (const auto text = reader.text(name))
        if (const auto set = set_criterion(rule, name, text->value); !set)
          reader.report_at(text->location, set.error().front().message, set.error().front().hint);
    reader.refuse_unknown_keys();
    if (map.entries.empty()) reader.report(map, "'rule' says nothing", "write efficiency or per_doubling");
    return rule;
  }

  PanelWants read_wants(const YamlNode& map) {
    auto reader = reader_of(map);
    PanelWants wants;
    constexpr int kMostNodeCounts = 100;
    for (const auto& text : reader.texts("scalings"))
      if (text.value == "strong" || text.value == "weak")
        wants.scalings.push_back(text.value == "weak" ? Scaling::weak : Scaling::strong);
      else
        reader.report_at(text.location, fmt::format("'scalings' cannot hold '{}'", text.value),
                         "known: strong, weak");
    if (const auto counts = reader.integer("node_counts", 1, kMostNodeCounts))
      wants.node_counts = counts->value;
    if (const auto time = reader.time("shortest_run")) wants.shortest_run = time->value;
    if (const auto answer = reader.choice("whole_nodes", kYesNo)) wants.whole_nodes = answer->value;
    reader.refuse_unknown_keys();
    return wants;
  }

  // `- verdict`, or one key with what belongs to it.
  void read_part(const YamlNode& part, std::vector<PanelItem>& items) {
    if (part.kind == YamlNode::Kind::scalar) return read_word(part, items);
    auto reader = reader_of(part);
    if (part.kind != YamlNode::Kind::map || part.entries.size() != 1)
      return reader.report(part, "a part of a panel has one key", kPartForms);
    if (const auto heading = reader.text("heading")) items.emplace_back(PanelHeading{heading->value});
    if (const auto text = reader.text("text")) items.emplace_back(PanelText{text->value});
    if (const auto* const table = reader.map("table")) items.emplace_back(read_table(*table));
    if (const auto* const figure = reader.map("figure")) items.emplace_back(read_figure(*figure, items));
    if (find(part, "facts") != nullptr) items.emplace_back(read_facts(reader, reader.texts("facts")));
    reader.refuse_unknown_keys();
  }

  void read_word(const YamlNode& word, std::vector<PanelItem>& items) {
    const auto found = std::ranges::find_if(kParts, [&](const auto& p) { return p.first == word.text; });
    if (found != kParts.end()) return items.emplace_back(found->second), void();
    std::vector<std::string> known;
    for (const auto& [name, part] : kParts) known.push_back(name);
    reader_of(word).report(word, fmt::format("unknown part '{}'", word.text), did_you_mean(word.text, known));
  }

  PanelTable read_table(const YamlNode& map) {
    auto reader = reader_of(map);
    PanelTable table;
    reader.require("rows", "say what has a row: rows: strong");
    reader.require("columns", kColumnsForm);
    reader.require("caption", "say what the table shows");
    if (const auto rows = reader.choice("rows", kRows)) table.rows = rows->value;
    if (const auto caption = reader.text("caption")) table.caption = checked_words(reader, *caption);
    const auto* const columns = find(map, "columns");
    if (columns != nullptr && columns->kind == YamlNode::Kind::map && columns->entries.empty())
      reader.report(*columns, "'columns' has no column", kColumnsForm);
    for (const auto& [name, heading] : reader.text_map("columns")) {
      const auto known = column_names(table.rows);
      if (std::ranges::find(known, name.value) == known.end())
        reader.report_at(name.location, fmt::format("unknown column '{}'", name.value),
                         did_you_mean(name.value, known));
      table.columns.push_back({name.value, checked_words(reader, heading)});
    }
    reader.refuse_unknown_keys();
    return table;
  }

  // Its axes are columns of the table before it.
  PanelFigure read_figure(const YamlNode& map, const std::vector<PanelItem>& before) {
    auto reader = reader_of(map);
    PanelFigure figure;
    constexpr int kLeastDpi = 50;
    constexpr int kMostDpi = 2400;
    if (const auto caption = reader.text("caption")) figure.caption = checked_words(reader, *caption);
    reader.require("caption", "say what the figure shows");
    figure.x = read_axis(reader, "x", before);
    figure.y = read_axis(reader, "y", before);
    const std::vector<std::pair<std::string, bool>> axes{{"linear", false}, {"logarithmic", true}};
    if (const auto kind = reader.choice("axes", axes)) figure.has_log_axes = kind->value;
    if (const auto dpi = reader.integer("dpi", kLeastDpi, kMostDpi)) figure.dpi = dpi->value;
    reader.refuse_unknown_keys();
    return figure;
  }

  static std::string read_axis(MapReader& reader, const char* key, const std::vector<PanelItem>& before) {
    reader.require(key, "name a column of the table before the figure");
    const auto name = reader.text(key);
    if (!name) return "";
    std::vector<std::string> known;
    for (const auto& item : before)
      if (const auto* const table = std::get_if<PanelTable>(&item)) {
        known.clear();
        for (const auto& column : table->columns) known.push_back(column.name);
      }
    if (std::ranges::find(known, name->value) == known.end())
      reader.report_at(name->location,
                       fmt::format("'{}' is no column of the table before this figure", name->value),
                       known.empty() ? "" : did_you_mean(name->value, known));
    return name->value;
  }

  static PanelFacts read_facts(MapReader& reader, const std::vector<Located<std::string>>& names) {
    PanelFacts facts;
    if (names.empty()) reader.report(reader.whole(), "'facts' has no fact", did_you_mean("", fact_names()));
    const auto known = fact_names();
    for (const auto& name : names) {
      if (std::ranges::find(known, name.value) == known.end())
        reader.report_at(name.location, fmt::format("unknown fact '{}'", name.value),
                         did_you_mean(name.value, known));
      facts.names.push_back(name.value);
    }
    return facts;
  }

  // Words may hold {placeholders}.
  static std::string checked_words(MapReader& reader, const Located<std::string>& words) {
    if (const auto unknown = unknown_placeholder(words.value))
      reader.report_at(words.location, fmt::format("unknown placeholder '{{{}}}'", *unknown),
                       did_you_mean(*unknown, placeholder_names()));
    return words.value;
  }

  static constexpr const char* kColumnsForm = "list the columns: columns: {nodes: Number of nodes}";
  static constexpr const char* kPartForms =
      "such as 'heading: ...', 'text: ...', 'table: {...}', 'figure: {...}', 'facts: [...]', or the word "
      "verdict or script alone";

  SharedYaml file_;
  Diagnostics& errors_;
};

}  // namespace

NamedFiles panel_files(const Owner& owner) {
  return {.kind = "panel",
          .content = "panel",
          .folder = "panels",
          .owner = owner,
          .built_in = &embedded_panels()};
}

Result<Panel> read_panel(const FoundFile& file) {
  TRY_ASSIGN(auto yaml, parse_yaml(file.name, file.text));
  const auto shared = std::make_shared<const YamlFile>(std::move(yaml));
  Diagnostics errors;
  auto panel = PanelReader(shared, errors).read(std::filesystem::path(file.name).stem().string());
  if (!errors.empty()) return tl::make_unexpected(std::move(errors));
  return panel;
}

}  // namespace scalegen::panels
