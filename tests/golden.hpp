#pragma once
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

namespace scalegen {

/// Compares with tests/golden/NAME. SCALEGEN_UPDATE_GOLDEN=1 rewrites the file instead: read the diff.
inline void expect_golden(const std::string& name, const std::string& text) {
  const std::string path = SCALEGEN_SOURCE_DIR "/tests/golden/" + name;
  if (std::getenv("SCALEGEN_UPDATE_GOLDEN") != nullptr) std::ofstream(path) << text;
  std::ifstream file(path);
  std::ostringstream expected;
  expected << file.rdbuf();
  EXPECT_TRUE(file.good()) << path;
  EXPECT_EQ(text, expected.str()) << path;
}

}  // namespace scalegen
