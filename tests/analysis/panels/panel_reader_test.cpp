// Panels' files, good and bad.
#include <gmock/gmock.h>

#include "analysis/panels/panel.hpp"
#include "core/files.hpp"
#include "tests/golden.hpp"
#include "tests/temporary_folder.hpp"

namespace scalegen::panels {
namespace {

std::string refusal(const std::string& text) {
  const auto panel = read_panel({.name = "p.yaml", .text = text});
  return panel ? "no error\n" : render(panel.error());
}

TEST(PanelReader, ReadsEachPartInItsOrder) {
  const auto panel = read_panel({.name = "mine.yaml", .text = R"(title: Mine
sources: [a page]
rule: {efficiency: 60 %, per_doubling: 1.5}
wants: {scalings: [strong, weak], node_counts: 4, whole_nodes: yes, shortest_run: 90s}
yourself: [one, two]
parts:
  - heading: Scaling
  - table: {rows: strong, caption: "On {cluster}", columns: {nodes: Nodes, speedup: "Over {baseline}"}}
  - figure: {caption: A plot, x: nodes, y: speedup, axes: logarithmic, dpi: 600}
  - facts: [precision, memory]
  - text: Words
  - verdict
)"});
  ASSERT_TRUE(panel) << render(panel.error());
  EXPECT_EQ(panel->name, "mine");
  EXPECT_EQ(panel->title, "Mine");
  EXPECT_DOUBLE_EQ(*panel->rule->efficiency, 0.6);
  EXPECT_DOUBLE_EQ(*panel->rule->per_doubling, 1.5);
  EXPECT_EQ(panel->wants.scalings, (std::vector<Scaling>{Scaling::strong, Scaling::weak}));
  EXPECT_EQ(panel->wants.node_counts, 4);
  EXPECT_EQ(*panel->wants.shortest_run, std::chrono::seconds(90));
  EXPECT_TRUE(panel->wants.whole_nodes);
  EXPECT_EQ(panel->yourself, (std::vector<std::string>{"one", "two"}));
  ASSERT_EQ(panel->items.size(), 6U);
  const auto& table = std::get<PanelTable>(panel->items[1]);
  EXPECT_EQ(table.rows, Rows::strong);
  EXPECT_EQ(table.columns[1].heading, "Over {baseline}");
  const auto& figure = std::get<PanelFigure>(panel->items[2]);
  EXPECT_TRUE(figure.has_log_axes);
  EXPECT_EQ(figure.dpi, 600);
  EXPECT_EQ(std::get<PanelFacts>(panel->items[3]).names, (std::vector<std::string>{"precision", "memory"}));
  EXPECT_EQ(std::get<PanelPart>(panel->items[5]), PanelPart::verdict);
}

TEST(PanelReader, NamesEachMistakeWithItsPlace) {
  expect_golden("panels/mistakes.txt", refusal(R"(title: Mine
rule: {efficency: 60 %}
wants: {node_counts: 0, scalings: [both], whole_nodes: perhaps}
parts:
  - headings: Scaling
  - table: {rows: stong, columns: {speedup: Over}}
  - table: {rows: campaign, columns: {node_hour: Hours, run: "{cluser}"}}
  - figure: {x: nodes, y: run}
  - facts: [precisions]
  - verdicts
  - {heading: a, text: b}
  - [a]
  - facts: []
  - table: {rows: strong, columns: {}}
  - figure: {x: a, y: b, dpi: 1}
)"));
}

TEST(PanelReader, NeedsATitleAndParts) {
  EXPECT_EQ(refusal("yourself: [a]\n"),
            "p.yaml:1:1: error: missing key 'title'\n"
            "    1 | yourself: [a]\n"
            "      | ^\n"
            "      = hint: say whose form this is: title: ARCHER2 Technical Assessment\n"
            "p.yaml:1:1: error: missing key 'parts'\n"
            "    1 | yourself: [a]\n"
            "      | ^\n"
            "      = hint: list what the form asks for, in its order\n");
  EXPECT_EQ(refusal("- a\n"),
            "p.yaml:1:1: error: a panel is a map with 'title' and 'parts'\n"
            "    1 | - a\n"
            "      | ^\n");
  EXPECT_EQ(refusal("title: a\nparts: []\n"),
            "p.yaml:2:8: error: 'parts' has no part\n"
            "    2 | parts: []\n"
            "      |        ^\n"
            "      = hint: such as 'heading: ...', 'text: ...', 'table: {...}', 'figure: {...}', 'facts: "
            "[...]', or the word verdict or script alone\n");
}

TEST(PanelFiles, OfTheUserHideThoseBuiltIn) {
  const TemporaryFolder home;
  const auto folder = home.path() / ".config/scalegen/panels";
  ASSERT_TRUE(make_folders(folder));
  ASSERT_TRUE(write_file(folder / "csc.yaml", "title: Ours\nparts: [verdict]\n"));
  const auto file = find_file(panel_files({home.path()}), "csc");
  ASSERT_TRUE(file);
  EXPECT_EQ(file->text, "title: Ours\nparts: [verdict]\n");
  const auto unknown = find_file(panel_files({home.path()}), "eurohcp");
  ASSERT_FALSE(unknown);
  EXPECT_EQ(render(unknown.error()),
            "error: unknown panel 'eurohcp'\n"
            "      = note: put your own panel into ~/.config/scalegen/panels, or give its path\n"
            "      = hint: did you mean 'eurohpc'?\n");
}

}  // namespace
}  // namespace scalegen::panels
