#include "core/rung.hpp"

#include <gtest/gtest.h>

namespace scalegen {
namespace {

constexpr auto kCpu = DeviceKind::cpu;
constexpr auto kGpu = DeviceKind::gpu;

TEST(RungShape, MultipliesNodesByDevices) {
  EXPECT_EQ(shape_of_name("2x4gpu"), (RungShape{kGpu, 2, 8}));
  EXPECT_EQ(shape_of_name("16cpu"), (RungShape{kCpu, 1, 16}));
}

TEST(RungShape, ReadsNamesAsPeopleWriteThem) {
  EXPECT_EQ(shape_of_name("2 x 4 GPUs"), (RungShape{kGpu, 2, 8}));
  EXPECT_EQ(shape_of_name("1-GPU"), (RungShape{kGpu, 1, 1}));
  EXPECT_EQ(shape_of_name("CPU-only"), (RungShape{kCpu, 1, 1}));
  EXPECT_EQ(shape_of_name(" cpu_only "), (RungShape{kCpu, 1, 1}));
  EXPECT_EQ(shape_of_name("1000x1000gpu"), (RungShape{kGpu, 1000, 1'000'000}));
  EXPECT_EQ(shape_of_name("gpu"), (RungShape{kGpu, 1, 1}));
}

TEST(RungShape, OfNodesAloneDoesNotSayTheRanks) {
  EXPECT_EQ(shape_of_name("1node"), (RungShape{.nodes = 1}));
  EXPECT_EQ(shape_of_name("4 nodes"), (RungShape{.nodes = 4}));
}

TEST(RungShape, OfAnythingElseIsOpen) {
  for (const auto* name :
       {"", "laptop", "0gpu", "2x", "x2gpu", "2gpu4", "2x0gpu", "99999999999gpu", "-1gpu2", "-1gpu", "_1gpu",
        "1-6gpu", "1_6gpu", "1 6gpu", "2x-4gpu", "65536x65536gpu", "1000x1001gpu"})
    EXPECT_EQ(shape_of_name(name), RungShape{}) << name;
}

}  // namespace
}  // namespace scalegen
