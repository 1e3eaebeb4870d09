#include "core/parallel_chunks.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <stdexcept>

namespace scalegen {
namespace {

using Numbers = std::vector<std::size_t>;

Numbers numbers(std::size_t begin, std::size_t end) {
  Numbers some(end - begin);
  std::iota(some.begin(), some.end(), begin);
  return some;
}

TEST(InParts, CoverAllOnceAndInOrder) {
  for (const std::size_t count : {0UL, 1UL, 63UL, 64UL, 127UL, 128UL, 1000UL, 10000UL}) {
    Numbers all;
    for (const auto& part : parallel_chunks(count, numbers)) all.insert(all.end(), part.begin(), part.end());
    EXPECT_EQ(all, numbers(0, count));
  }
}

TEST(InParts, AreSmallForWorkIsNotAlike) {
  for (const auto& part : parallel_chunks(10000, numbers)) EXPECT_LT(part.size(), 128U);
}

TEST(InParts, GiveTheExceptionOfOne) {
  const auto fails_late = [](std::size_t, std::size_t end) {
    if (end == 1000) throw std::runtime_error("no more");
    return end;
  };
  EXPECT_THROW(parallel_chunks(1000, fails_late), std::runtime_error);
}

}  // namespace
}  // namespace scalegen
