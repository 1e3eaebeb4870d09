#pragma once
#include <cstdio>
#include <string>

// For programs that link no test framework: main returns 1 if there are failures.

inline int failures = 0;

inline void expect(bool holds, const std::string& what) {
  if (holds) return;
  ++failures;
  std::fprintf(stderr, "not so: %s\n", what.c_str());
}
