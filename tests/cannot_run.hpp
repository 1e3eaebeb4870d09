#pragma once
#include <gtest/gtest.h>

#include <cstdlib>

/// Ends a test for which something is missing here: skipped on a stranger's machine, failed where
/// SCALEGEN_NO_SKIP asks that nothing be skipped.
#define SCALEGEN_CANNOT_RUN(reason)                                   \
  if (std::getenv("SCALEGEN_NO_SKIP") != nullptr) FAIL() << (reason); \
  GTEST_SKIP() << (reason)
