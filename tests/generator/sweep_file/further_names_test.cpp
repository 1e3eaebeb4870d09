// The columns of a report's CSV, as a golden file has them, are no names of figures beside the speed.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <sstream>

#include "core/files.hpp"
#include "generator/sweep_file/sweep_reader.hpp"

namespace scalegen {
namespace {

std::string mistakes_in(const std::string& name) {
  const auto sweep = read_sweep(
      "s.yaml",
      fmt::format("name: t\ncommand: ./t\nmetrics: {{{}: {{regex: '{{number}}', unit: share}}}}\n", name));
  return sweep ? render(sweep->mistakes) : render(sweep.error());
}

TEST(FurtherNames, AreNoOtherColumnsOfReports) {
  std::istringstream header(read_file(SCALEGEN_SOURCE_DIR "/tests/golden/report/both_ladders.csv").value());
  std::string line;
  std::getline(header, line);
  std::istringstream cells(line);
  for (std::string cell; std::getline(cells, cell, ',');) {
    const bool is_part = cell.ends_with("_low") || cell.ends_with("_high") || cell.ends_with("_coverage");
    if (is_part || cell == "images_per_s" || cell == "accuracy") continue;
    EXPECT_THAT(mistakes_in(cell), testing::HasSubstr("reports have another column '" + cell + "'")) << cell;
  }
  EXPECT_EQ(mistakes_in("accuracy"), "");
}

}  // namespace
}  // namespace scalegen
