#include "analysis/readers/placement_log.hpp"

#include <gmock/gmock.h>

#include "core/files.hpp"
#include "tests/analysis/temporary_folder.hpp"

namespace scalegen {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(TaskPlaces, AreReadFromTheFilesOfAllNodes) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder.path() / "place.n2.cluster.org.txt", "rank=2 cores=0-5 gpus=0,1\n"));
  ASSERT_TRUE(write_file(folder.path() / "place.n1.txt", "rank=1 cores=6-7 gpus=\nrank=0 cores=0-1 gpus=\n"));
  EXPECT_THAT(
      read_task_placements(list_attempt(folder.path())),
      ElementsAre(TaskPlacement{"n1", 0, "0-1", {0, 1}, ""}, TaskPlacement{"n1", 1, "6-7", {6, 7}, ""},
                  TaskPlacement{"n2.cluster.org", 2, "0-5", {0, 1, 2, 3, 4, 5}, "0,1"}));
}

TEST(TaskPlaces, HaveNoRankWhereTheTaskStartsTheRanks) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder.path() / "place.n1.txt", "rank= cores=0 gpus=0, 1\n"));
  EXPECT_THAT(read_task_placements(list_attempt(folder.path())),
              ElementsAre(TaskPlacement{"n1", {}, "0", {0}, "0, 1"}));
}

TEST(TaskPlaces, KeepWhatIsKnownOfALineWithoutCores) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder.path() / "place.n1.txt", "rank=0 cores= gpus=\n"));
  EXPECT_THAT(read_task_placements(list_attempt(folder.path())),
              ElementsAre(TaskPlacement{.host = "n1", .rank = 0}));
}

TEST(TaskPlaces, AreNoneOfOtherLinesOtherFilesOrNoFolder) {
  const TemporaryFolder folder;
  ASSERT_TRUE(
      write_file(folder.path() / "place.n1.txt", "hello\nrank=0 cores=1\nrank=0 gpus=0 cores=1\nran"));
  ASSERT_TRUE(write_file(folder.path() / "place..txt", "rank=0 cores=0 gpus=\n"));
  ASSERT_TRUE(write_file(folder.path() / "out", "rank=0 cores=0 gpus=\n"));
  EXPECT_THAT(read_task_placements(list_attempt(folder.path())), IsEmpty());
  EXPECT_THAT(read_task_placements(list_attempt(folder.path() / "none")), IsEmpty());
}

}  // namespace
}  // namespace scalegen
