#pragma once
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "core/files.hpp"

namespace scalegen {

/// Compares with tests/golden/NAME; SCALEGEN_UPDATE_GOLDEN=1 writes that file instead, for a person to read
/// the diff.
inline void expect_golden(const std::string& name, const std::string& text) {
  const auto path = std::filesystem::path(SCALEGEN_TESTS_DIR) / "golden" / name;
  if (std::getenv("SCALEGEN_UPDATE_GOLDEN") != nullptr) {
    ASSERT_TRUE(make_folders(path.parent_path()));
    ASSERT_TRUE(write_file(path, text));
    return;
  }
  const auto expected = read_file(path);
  ASSERT_TRUE(expected) << render(expected.error());
  EXPECT_EQ(text, *expected) << "SCALEGEN_UPDATE_GOLDEN=1 rewrites '" << path.string() << "'";
}

}  // namespace scalegen
