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

}  // namespace
}  // namespace scalegen
