#include "core/rung.hpp"

#include <gtest/gtest.h>

namespace scalegen {
namespace {

using Unit = RungSpec::Unit;

TEST(RungSpec, ReadsTheFormsThatPeopleWrite) {
  EXPECT_EQ(parse_rung("cpu"), (RungSpec{Unit::cpu_ranks, 1, 1}));
  EXPECT_EQ(parse_rung("4cpu"), (RungSpec{Unit::cpu_ranks, 1, 4}));
  EXPECT_EQ(parse_rung("2gpu"), (RungSpec{Unit::gpu_ranks, 1, 2}));
  EXPECT_EQ(parse_rung("2x4gpu"), (RungSpec{Unit::gpu_ranks, 2, 4}));
  EXPECT_EQ(parse_rung("16x40cpu"), (RungSpec{Unit::cpu_ranks, 16, 40}));
  EXPECT_EQ(parse_rung("1node"), (RungSpec{Unit::whole_nodes, 1, 1}));
  EXPECT_EQ(parse_rung("12nodes"), (RungSpec{Unit::whole_nodes, 12, 1}));
}

TEST(Rung, IsGuessedFromWhatPeopleWrite) {
  for (const auto* text : {"gpu", "GPUs", "gpu-only"})
    EXPECT_EQ(
        rung_hint(text),
        "write a list of sizes, as in [1gpu, 2gpu], or 'scales: auto' for those of the machine or cluster")
        << text;
  EXPECT_EQ(rung_hint("1gpus"), "write 1gpu");
  EXPECT_EQ(rung_hint("2 x 4 GPUs"), "write 2x4gpu");
  EXPECT_EQ(rung_hint("1"), "write 1gpu, 1cpu or 1node");
  EXPECT_EQ(rung_hint("4"), "write 4gpu, 4cpu or 4nodes");
  for (const auto* text : {"", "0", "big", "1.5gpu", "99999999999"})
    EXPECT_EQ(rung_hint(text), kRungForms) << text;
}

TEST(RungSpec, RefusesAllElse) {
  for (const auto* text : {"",
                           "gpu",
                           "node",
                           "0gpu",
                           "-1gpu",
                           "+1gpu",
                           "01gpu",
                           "1.5gpu",
                           "2x",
                           "x2gpu",
                           "2x0gpu",
                           "2x2x2gpu",
                           "2gpus",
                           "2 gpu",
                           " 2gpu",
                           "2gpu ",
                           "2GPU",
                           "2x1node",
                           "1025gpu",
                           "100001nodes",
                           "100001x1gpu",
                           "99999999999999999999gpu",
                           "2xgpu",
                           "cpu1",
                           "$(id)gpu"})
    EXPECT_EQ(parse_rung(text), std::nullopt) << text;
}

constexpr auto kCpu = DeviceKind::cpu;
constexpr auto kGpu = DeviceKind::gpu;

TEST(RungShape, MultipliesNodesByDevices) {
  EXPECT_EQ(shape_of_name("2x4gpu"), (RungShape{kGpu, 2, 8}));
  EXPECT_EQ(shape_of_name("16cpu"), (RungShape{kCpu, std::nullopt, 16}));
}

TEST(RungShape, ReadsNamesAsPeopleWriteThem) {
  EXPECT_EQ(shape_of_name("2 x 4 GPUs"), (RungShape{kGpu, 2, 8}));
  EXPECT_EQ(shape_of_name("1-GPU"), (RungShape{kGpu, std::nullopt, 1}));
  EXPECT_EQ(shape_of_name("CPU-only"), (RungShape{kCpu, std::nullopt, 1}));
  EXPECT_EQ(shape_of_name(" cpu_only "), (RungShape{kCpu, std::nullopt, 1}));
  EXPECT_EQ(shape_of_name("1000x1000gpu"), (RungShape{kGpu, 1000, 1'000'000}));
  EXPECT_EQ(shape_of_name("gpu"), (RungShape{kGpu, std::nullopt, 1}));
}

TEST(RungShape, CountsACoreAsARankAndKnowsNoDeviceOfRanks) {
  EXPECT_EQ(shape_of_name("128 cores"), (RungShape{kCpu, std::nullopt, 128}));
  EXPECT_EQ(shape_of_name("2x64 cores"), (RungShape{kCpu, 2, 128}));
  EXPECT_EQ(shape_of_name("1core"), (RungShape{kCpu, std::nullopt, 1}));
  EXPECT_EQ(shape_of_name("8 Ranks"), (RungShape{.ranks = 8}));
  EXPECT_EQ(shape_of_name("cores"), RungShape{});
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
