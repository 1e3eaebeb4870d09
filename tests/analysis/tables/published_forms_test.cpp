// Tables in the forms in which people publish them, and what is read of each.
#include <gmock/gmock.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <random>
#include <sstream>

#include "analysis/analyse.hpp"
#include "tests/analysis/rendered.hpp"
#include "tests/golden.hpp"

namespace scalegen {
namespace {

using Texts = std::vector<std::string>;

// "1gpu, 1 node: 100 102 = 1x, 100 %"
std::string rung_as_text(const ScalingPoint& point) {
  Texts values;
  for (const auto& run : point.runs)
    values.push_back(run.value ? fmt::format("{:.6g}", *run.value) : fmt::format("({})", run.unmeasured));
  std::sort(values.begin(), values.end());
  return fmt::format("  {}, {} {}: {}{}{}{}\n", point.rung,
                     point.shape.nodes ? fmt::format("{}", *point.shape.nodes) : "-",
                     point.shape.nodes == 1 ? "node" : "nodes", fmt::join(values, " "),
                     point.speedup ? fmt::format(" = {:.4g}x", point.speedup->centre) : "",
                     point.efficiency ? fmt::format(", {:.1f} %", 100 * point.efficiency->centre) : "",
                     ratio_star(point) != nullptr ? " *" : "");
}

// Other notes are of statistics.
bool is_of_reading(const std::string& note) {
  const auto has = [&](const char* words) { return note.find(words) != std::string::npos; };
  return note.starts_with('\'') || note.starts_with("columns not read") || note.starts_with("figures:") ||
         note.starts_with("speedups compare") || has("left out") || has("not UTF-8");
}

std::string reading_as_text(const report::Report& report) {
  std::string text;
  for (const auto& table : report.tables) {
    const auto name = table_name(table);
    text += fmt::format("{} in {}{}\n", table.scaling == Scaling::weak ? "weak" : "strong",
                        report.head.metric.unit, name.empty() ? "" : ": " + name);
    for (const auto& point : table.points) text += rung_as_text(point);
  }
  for (const auto& warning : report.warnings) text += "warning: " + warning + '\n';
  for (const auto& note : report::notes_and_method(report))
    if (is_of_reading(note)) text += "note: " + note + '\n';
  return text;
}

std::string reading_of(const std::string& table, const TableOptions& options = {}) {
  const auto report = report_of_table("t", table, options);
  return report ? reading_as_text(*report) : render(report.error());
}

// "--sizes total"
void take_option(const std::string& line, TableOptions& options) {
  std::istringstream words(line);
  std::string name;
  words >> name >> std::ws;
  std::string value;
  std::getline(words, value);
  if (name == "--sizes") options.reading.sizes = value == "total" ? CountedOf::run : CountedOf::node;
  if (name == "--figure") options.reading.figure = value;
  if (name == "--where") options.reading.where.push_back(value);
  if (name == "--scaling") options.scaling = Scaling::weak;
}

/// A table as the file has it: "=== name", options, the table, "=>" and what is read of it.
struct Form {
  std::string name{};
  std::string options{};
  std::string table{};
};

std::vector<Form> forms_in(const std::string& text) {
  std::vector<Form> forms;
  std::istringstream lines(text);
  bool is_table = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("=== ")) {
      forms.push_back({.name = line.substr(4)});
      is_table = true;
    } else if (line == "=>") {
      is_table = false;
    } else if (is_table && line.starts_with("options: ")) {
      forms.back().options = line.substr(9);
    } else if (is_table) {
      forms.back().table += line + '\n';
    }
  }
  return forms;
}

TEST(PublishedForms, AreReadAsTheirAuthorsMeantThem) {
  constexpr auto kFile = "analysis/tables/published_forms.txt";
  std::string text;
  for (const auto& form : forms_in(read_file(std::filesystem::path(SCALEGEN_TESTS_DIR) / kFile).value())) {
    TableOptions options;
    if (!form.options.empty()) take_option(form.options, options);
    text += fmt::format("=== {}\n{}{}=>\n{}\n", form.name,
                        form.options.empty() ? "" : "options: " + form.options + '\n', form.table,
                        reading_of(form.table, options));
  }
  expect_golden(fmt::format("../{}", kFile), text);
}

TEST(PublishedForms, OfScalegenItselfGiveTheSameSpeedups) {
  const auto report =
      report_of_table("t",
                      "gpus,images/s,precision\n1,100,fp32\n2,190,fp32\n4,350,fp32\n1,200,bf16\n2,360,bf16\n")
          .value();
  const auto again = report_of_table("t", report::render_markdown(report)).value();
  ASSERT_EQ(again.tables.size(), 2);
  for (std::size_t i = 0; i < 2; ++i) {
    ASSERT_EQ(again.tables[i].points.size(), report.tables[i].points.size());
    for (std::size_t k = 0; k < report.tables[i].points.size(); ++k)
      EXPECT_EQ(rung_as_text(again.tables[i].points[k]), rung_as_text(report.tables[i].points[k]));
  }
  EXPECT_THAT(again.head.doubts, testing::IsEmpty());
}

TEST(PublishedForms, MayHaveBytesThatAreNotUtf8) {
  EXPECT_EQ(reading_of("cores;L\xE4ufe;Zeit\n1;x;100\n2;y;52\n"),
            "strong in s\n"
            "  1core, - nodes: 100 = 1x, 100.0 %\n"
            "  2cores, - nodes: 52 = 1.923x, 96.2 %\n"
            "note: 1 byte of the file is not UTF-8, and read as U+FFFD\n"
            "note: columns not read: 'L\uFFFDufe'\n");
}

// Sorted, since values and tables are listed in the order of the lines.
Texts sorted_reading(const std::string& table) {
  Texts lines;
  std::istringstream stream(reading_of(table));
  std::string name;
  for (std::string line; std::getline(stream, line);) {
    if (!line.starts_with("  ")) name = line;
    lines.push_back(line.starts_with("  ") ? name + line : line);
  }
  std::sort(lines.begin(), lines.end());
  return lines;
}

std::string shuffled(const std::string& table, std::mt19937& random) {
  std::istringstream stream(table);
  std::string header;
  std::getline(stream, header);
  Texts lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  std::shuffle(lines.begin(), lines.end(), random);
  return fmt::format("{}\n{}\n", header, fmt::join(lines, "\n"));
}

TEST(PublishedForms, MeanTheSameInAnyOrderOfTheirLines) {
  std::mt19937 random(7);
  for (const std::string table :
       {"gpus,seconds\n1,100\n2,53\n4,29\n8,17\n",
        "round,gpus,seconds\n1,1,100\n1,2,53\n1,4,29\n2,1,104\n2,2,51\n2,4,30\n3,1,99\n3,2,52\n3,4,31\n",
        "gpus,precision,images/s\n1,fp32,100\n2,fp32,190\n4,fp32,350\n1,bf16,210\n2,bf16,400\n4,bf16,720\n",
        "run,gpus,model,s/step\n1,1,vit,5\n2,1,vit,5.2\n1,2,vit,2.7\n2,2,vit,2.6\n1,1,mlp,3\n2,1,mlp,3.2\n"
        "1,2,mlp,1.7\n2,2,mlp,1.6\n",
        "nodes,gpus,seconds\n1,1,100\n1,4,27\n2,8,14\n4,16,8\n", "gpus,seconds\n1,OOM\n2,53\n4,29\n4,nan\n",
        "ranks,threads,seconds\n1,1,80\n2,1,41\n4,1,22\n1,2,44\n2,2,24\n1,4,25\n",
        "gpus,seconds,model,Speedup\n1,100,vit,1\n2,53,vit,1.89\n4,29,vit,3.45\n1,60,mlp,1\n2,33,mlp,1."
        "82\n"}) {
    const auto expected = sorted_reading(table);
    for (int i = 0; i < 20; ++i) EXPECT_EQ(sorted_reading(shuffled(table, random)), expected);
  }
}

}  // namespace
}  // namespace scalegen
