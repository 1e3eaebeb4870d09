#include "analysis/readers/placement_log.hpp"

#include <gmock/gmock.h>

namespace scalegen {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(NodeGpus, AreThoseOfEnvironmentJsonByHost) {
  EXPECT_THAT(
      read_node_gpus(R"({"host": "n1", "slurm": {}, "gpus": [)"
                     R"({"host": "n2", "index": "0", "uuid": "GPU-c", "driver": "535.1", "name": "V100"}, )"
                     R"({"host": "n1", "index": "1", "uuid": "GPU-b"}, {"host": "n1", "index": "0"}, 7]})"),
      ElementsAre(NodeGpu{"n1", "1", "GPU-b", "", ""}, NodeGpu{"n1", "0", "", "", ""},
                  NodeGpu{"n2", "0", "GPU-c", "535.1", "V100"}));
}

TEST(NodeGpus, AreNoneWhereNothingSaysSo) {
  for (const auto* text :
       {"", "{", "[]", "7", "{}", R"({"gpus": []})", R"({"gpus": 7})", R"({"gpus": [{"host")"})
    EXPECT_THAT(read_node_gpus(text), IsEmpty()) << text;
}

}  // namespace
}  // namespace scalegen
