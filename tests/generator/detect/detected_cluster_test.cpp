#include "generator/detect/detected_cluster.hpp"
#include "generator/detect/profile_writer.hpp"
#include "tests/generator/sweeps.hpp"
#include "tests/golden.hpp"

namespace scalegen {
namespace {

using Texts = std::vector<std::string>;

std::string fixture(const std::string& name) {
  return read_text(SCALEGEN_TESTS_DIR "/generator/slurm/" + name);
}

const std::string kConfig = "ClusterName = c\nSLURM_VERSION = 23.11.4\nSelectType = select/cons_tres\n";

std::string profile_of(const std::string& partitions, const std::string& nodes,
                       const std::string& config = kConfig) {
  const auto profile = write_profile(read_slurm(partitions, nodes, config), "2026-01-02");
  return profile ? *profile : render(profile.error());
}

Profile read_back(const std::string& text) {
  const auto profile = read_profile("detected.yaml", text);
  EXPECT_TRUE(profile) << render(profile ? Diagnostics{} : profile.error()) << text;
  return profile.value_or(Profile{});
}

TEST(SlurmRecord, KeepsTheFirstOfAKeyAndWordsThatGoOn) {
  const auto records = parse_slurm_records(
      "NodeName=n1 OS=Linux 6.1 #1 SMP  CPUTot=4\n\nNodeName=n2 Comment=a CPUTot=9 CPUTot=1\n");
  ASSERT_EQ(records.size(), 2U);
  EXPECT_EQ(text_of(records[0], "OS"), "Linux 6.1 #1 SMP");
  EXPECT_EQ(number_of(records[0], "CPUTot"), 4);
  EXPECT_EQ(number_of(records[1], "CPUTot"), 9);
}

TEST(SlurmRecord, SaysNothingWhereSlurmSaysThatItIsNothing) {
  const auto records = parse_slurm_records("A=(null) B=N/A C=NONE D=UNLIMITED E=7x F=\n");
  for (const auto* key : {"A", "B", "C", "D", "F", "G"}) EXPECT_EQ(text_of(records[0], key), "") << key;
  EXPECT_EQ(number_of(records[0], "E"), 0);
}

TEST(SlurmRecord, KeepsWordsInBracketsTogether) {
  EXPECT_EQ(split_list("gpu:a100:2(S:0,1),nvme:1"), (Texts{"gpu:a100:2(S:0,1)", "nvme:1"}));
  EXPECT_EQ(split_list(""), Texts{});
}

TEST(NodeKind, CountsGpusInAllTheirSpellings) {
  const auto gpus = [](const std::string& gres) {
    const auto kind = kinds_of_nodes(parse_slurm_records("NodeName=n CPUTot=8 Gres=" + gres + "\n")).at(0);
    return std::pair(kind.gpus, kind.gpu_type);
  };
  EXPECT_EQ(gpus("gpu:a100:4(S:0-1),nvme:1"), std::pair(4, std::string("a100")));
  EXPECT_EQ(gpus("gpu_mem:16280,gpu:1"), std::pair(1, std::string()));
  EXPECT_EQ(gpus("gpu:1g.10gb:7"), std::pair(7, std::string("1g.10gb")));
  EXPECT_EQ(gpus("gpu:a100:2,gpu:h100:2"), std::pair(4, std::string()));
  EXPECT_EQ(gpus("(null)"), std::pair(0, std::string()));
}

TEST(NodeKind, HasTheCoresThatJobsCanHave) {
  const auto kind = [](const std::string& keys) {
    return kinds_of_nodes(parse_slurm_records("NodeName=n " + keys + "\n")).at(0);
  };
  EXPECT_EQ(kind("CPUTot=24 ThreadsPerCore=2").cores, 12);
  const auto special =
      kind("CPUTot=64 CPUEfctv=61 ThreadsPerCore=1 CPUSpecList=0-1,8 RealMemory=1000 MemSpecLimit=100");
  EXPECT_EQ(special.cores, 61);
  EXPECT_EQ(special.reserved_cores, (std::vector<int>{0, 1, 8}));
  EXPECT_EQ(special.memory_mib, 900);
}

TEST(NodeKind, IsToldFromOthersByAFeature) {
  const auto kinds =
      kinds_of_nodes(parse_slurm_records("NodeName=a CPUTot=8 RealMemory=1000 AvailableFeatures=x,big,ib\n"
                                         "NodeName=b CPUTot=4 RealMemory=1000 AvailableFeatures=x,small\n"
                                         "NodeName=c CPUTot=8 RealMemory=950 AvailableFeatures=x,big\n"
                                         "NodeName=d CPUTot=2 RealMemory=1000 AvailableFeatures=x\n"));
  ASSERT_EQ(kinds.size(), 3U);
  EXPECT_EQ(kinds[0].nodes, 2);
  EXPECT_EQ(kinds[0].memory_mib, 950);
  EXPECT_EQ(kinds[0].feature, "big");  // ib is not on both
  EXPECT_EQ(kinds[1].feature, "small");
  EXPECT_EQ(kinds[2].feature, "");
}

// Records in the form of Slurm 22.05: two kinds of GPU nodes in one partition, one with SMT; cores that the
// system keeps; whole nodes; partitions for some, for root, down, and without nodes.
TEST(DetectedProfile, SaysWhatSlurmSaysAndMarksTheRest) {
  const auto text = profile_of(fixture("partitions.txt"), fixture("nodes.txt"), fixture("config.txt"));
  expect_golden("detected-profile.yaml", text);
  const auto profile = read_back(text);
  EXPECT_EQ(profile.name, "aurora-2");
  EXPECT_EQ(profile.partitions.size(), 6U);
}

TEST(DetectedProfile, ReadsBackWithoutMistakesAtTheEdges) {
  const auto partition = [](const std::string& keys) { return "PartitionName=p State=UP " + keys + "\n"; };
  const std::string cpu = "NodeName=n1 Partitions=p CPUTot=1\n";
  const std::string gpu = "NodeName=n1 Partitions=p CPUTot=2 Gres=gpu:3\n";
  EXPECT_EQ(read_back(profile_of(partition(""), cpu)).ladder.size(), 1U);            // one core
  EXPECT_EQ(read_back(profile_of(partition("MinNodes=5"), cpu)).ladder.size(), 1U);  // more than there are
  EXPECT_EQ(read_back(profile_of(partition("AllowAccounts=x"), cpu)).ladder.size(), 0U);
  EXPECT_EQ(read_back(profile_of(partition("MaxNodes=9"), cpu)).partitions[0].nodes.value, 1);
  EXPECT_NE(profile_of(partition(""), gpu).find("gpus_per_node: 3"), std::string::npos);
  EXPECT_EQ(
      read_back(profile_of("PartitionName=p State=UP MinNodes=2 MaxNodes=4\n",
                           "NodeName=n1 Partitions=p CPUTot=8 Gres=gpu:4\nNodeName=n2 Partitions=p CPUTot=8 "
                           "Gres=gpu:4\nNodeName=n3 Partitions=p CPUTot=8 Gres=gpu:4\n"))
          .ladder[0]
          .value,
      "2x4gpu");
}

TEST(DetectedProfile, QuotesWhatYamlWouldReadAnotherWay) {
  const auto text = profile_of("PartitionName=p State=UP\n", "NodeName=n1 Partitions=p CPUTot=1\n",
                               "ClusterName = a: b # \"c\"\nSLURM_VERSION = 1\n");
  const auto profile = read_back(text);
  EXPECT_EQ(profile.title, "a: b # \"c\"");
  EXPECT_EQ(profile.name, "a--b----c-");
}

TEST(DetectedProfile, NeedsAPartitionThatTakesJobs) {
  EXPECT_EQ(profile_of("PartitionName=p State=DOWN\n", ""),
            "error: Slurm lists no partition that accepts jobs\n"
            "      = note: p (state DOWN)\n");
}

}  // namespace
}  // namespace scalegen
