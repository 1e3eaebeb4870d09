#include "analysis/tables/sizes.hpp"

#include <fmt/ranges.h>
#include <gmock/gmock.h>

#include "tests/analysis/tables/expected_readings.hpp"

namespace scalegen {
namespace {

using testing::ElementsAre;

// "2 nodes, 8, gpu" as far as it is known
std::string size_as_text(std::string_view text) {
  const auto size = read_size(text, Comma::thousands);
  if (!size) return "none";
  std::vector<std::string> parts;
  if (size->nodes) parts.push_back(fmt::format("{} nodes", *size->nodes));
  if (size->count) parts.push_back(fmt::format("{}", *size->count));
  if (size->device) parts.push_back(to_text(*size->device));
  return fmt::format("{}", fmt::join(parts, ", "));
}

TEST(SizeCell, ReadsTheFormsThatPeopleWrite) {
  expect_readings(R"(8: 8; N=8; 8 (baseline)
1024: 1,024
2 nodes, 8: 2x4; 2 x 4; 2*4; 2 × 4
8, gpu: 8xH100; 8 GPUs; 8gpu
2 nodes, 16, gpu: 2x8xH100; 2x8 A100; 2 x 8 GPUs; 2x8gpu
16 nodes: 16 nodes
16 nodes, 128, gpu: 128 GPUs (16 nodes); 16 nodes (128 GPUs)
64, cpu: 64 cores
none: ; -; A100; 0x4; 1.5; 2x; x4; 2x4x2x1; 1e9; 2000000; DDP; 8 s)",
                  size_as_text);
}

// The columns of a header, and the rungs of its rows with their nodes.
std::vector<std::string> rungs_by_sizes(const std::string& text, std::optional<CountedOf> asked = {}) {
  auto rows = read_csv(text);
  const auto header = rows.front();
  rows.erase(rows.begin());
  std::vector<SizeColumn> columns;
  for (std::size_t i = 0; i < header.fields.size(); ++i)
    columns.push_back({i, header.fields[i].text, *size_head(header.fields[i].text)});
  const auto sizes = sizes_of("t.csv", header, rows, columns, asked, Comma::thousands);
  if (!sizes) return {all_of_errors(sizes.error())};
  std::vector<std::string> texts;
  for (const auto& rung : sizes->rungs)
    texts.push_back(rung->name + (rung->shape.nodes ? fmt::format(" {}", *rung->shape.nodes) : " -"));
  for (const auto& total : sizes->totals)
    texts.push_back(fmt::format("{}: {} on each", total.name, total.on_each_node));
  for (const auto split : sizes->splits)
    texts.push_back(fmt::format("split by {}", header.fields[split].text));
  return texts;
}

TEST(Sizes, MultiplyNodesWithWhatIsOnEach) {
  EXPECT_THAT(rungs_by_sizes("GPUs/node,Nodes\n4,2\n"), ElementsAre("2x4gpu 2"));
  EXPECT_THAT(rungs_by_sizes("nodes,ntasks_per_node\n2,8\n"), ElementsAre("2x8ranks 2"));
  EXPECT_THAT(rungs_by_sizes("nodes,cores per node\n3,64\n"), ElementsAre("3x64cores 3"));
  EXPECT_THAT(rungs_by_sizes("nodes,gpus,gpus_per_node\n1,4,4\n3,9,3\n"), ElementsAre("4gpu 1", "3x3gpu 3"))
      << "the product stands there too";
}

TEST(Sizes, TakeTotalsBesideNodesThatDivideAlike) {
  EXPECT_THAT(rungs_by_sizes("nodes,gpus\n1,1\n1,2\n1,4\n2,8\n4,16\n"),
              ElementsAre("1gpu 1", "2gpu 1", "4gpu 1", "2x4gpu 2", "4x4gpu 4", "gpus: 4 on each"));
  EXPECT_THAT(rungs_by_sizes("nodes,total gpus\n2,3\n"), ElementsAre("3gpu on 2 nodes 2"));
}

TEST(Sizes, AskWhatTheyCountWhereNumbersDoNotTell) {
  const auto* expected =
      "1:7: 'gpus' beside 'nodes' may count those of a node or of all nodes = "
      "say it: --sizes per-node or --sizes total";
  EXPECT_THAT(rungs_by_sizes("nodes,gpus\n1,4\n2,4\n4,4\n"), ElementsAre(expected));
  EXPECT_THAT(rungs_by_sizes("nodes,gpus\n1,1\n2,2\n4,4\n"), ElementsAre(expected)) << "one on each, or more";
  EXPECT_THAT(rungs_by_sizes("nodes,gpus\n2,4\n"), ElementsAre(expected));
  EXPECT_THAT(rungs_by_sizes("nodes,gpus\n1,4\n2,4\n", CountedOf::node), ElementsAre("4gpu 1", "2x4gpu 2"));
  EXPECT_THAT(rungs_by_sizes("nodes,gpus\n1,4\n2,4\n", CountedOf::run), ElementsAre("4gpu 1", "2x2gpu 2"));
}

TEST(Sizes, CountCoresAsRanksTimesThreads) {
  EXPECT_THAT(rungs_by_sizes("cores,ranks,threads per rank\n8,2,4\n"),
              ElementsAre("8cores -", "split by threads per rank"));
  EXPECT_THAT(rungs_by_sizes("gpus,ranks,threads\n2,4,8\n"),
              ElementsAre("2gpu -", "split by ranks", "split by threads"))
      << "ranks feed the GPUs";
}

TEST(Sizes, NameTheRowsThatAreNone) {
  EXPECT_THAT(
      rungs_by_sizes("ranks\n0\ntwo\n"),
      ElementsAre("2:1: '0' is not a number of ranks = write a number above 0, or a rung such as cpu\n"
                  "3:1: 'two' is not a number of ranks = write a number above 0, or a rung such as cpu"));
  EXPECT_THAT(
      rungs_by_sizes("nodes,gpus_per_node,total gpus\n2,4,8\n2,4,6\n"),
      ElementsAre("3:1: the sizes of this row contradict each other = check nodes, and what is on each"));
  EXPECT_THAT(
      rungs_by_sizes("nodes,gpus\n0,4\n1,4\n"),
      ElementsAre("2:1: the sizes of this row contradict each other = check nodes, and what is on each"));
}

TEST(Sizes, TakeNoNodeForTheNodesOfGpus) {
  EXPECT_THAT(rungs_by_sizes("nodes,gpus,cores\n0,0,8\n1,4,8\n"),
              ElementsAre("8cores -", "4gpu 1", "split by cores"));
}

}  // namespace
}  // namespace scalegen
