#include <algorithm>
#include <cstdlib>
#include <fstream>

#include "tests/generator/sweeps.hpp"

namespace scalegen {
namespace {

namespace fs = std::filesystem;

const fs::path kFolder = SCALEGEN_SOURCE_DIR "/tests/invalid";

std::vector<std::string> invalid_sweeps() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(kFolder))
    if (entry.path().extension() == ".yaml") names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

class InvalidSweep : public testing::TestWithParam<std::string> {};

// Files named cyclone_... are judged for Cyclone, all others for two cores of this machine.
TEST_P(InvalidSweep, IsRefusedInTheseWords) {
  const auto& name = GetParam();
  const auto text =
      errors_of(read_text(kFolder / (name + ".yaml")), name.starts_with("cyclone") ? "cyclone" : "local");
  const auto expected = kFolder / (name + ".expected");
  if (std::getenv("SCALEGEN_UPDATE_GOLDEN") != nullptr) std::ofstream(expected) << text;
  EXPECT_EQ(text, read_text(expected));
}

INSTANTIATE_TEST_SUITE_P(All, InvalidSweep, testing::ValuesIn(invalid_sweeps()),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace scalegen
