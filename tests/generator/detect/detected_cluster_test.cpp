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
                       const std::string& config = kConfig, const std::string& qos = "") {
  const auto profile =
      write_profile(read_slurm(partitions, nodes, config, qos), "2026-01-02", "~/.config/scalegen/clusters");
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
  EXPECT_EQ(number_of(parse_slurm_records("A=-2147483648\n")[0], "A"), 0);
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
  EXPECT_EQ(gpus("gpu:1K"), std::pair(1024, std::string()));
  EXPECT_EQ(gpus("gpu:a100:2,gpu:a100_1g.5gb:14"), std::pair(2, std::string("a100")));
  EXPECT_EQ(gpus("gpu:a100_1g.5gb:14,gpu:a100:2"), std::pair(2, std::string("a100")));
  EXPECT_EQ(gpus("(null)"), std::pair(0, std::string()));
  EXPECT_EQ(gpus("gpu:2147483647K,gpu:2147483647"), std::pair(2000, std::string()));
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
  EXPECT_EQ(kind("ThreadsPerCore=1 CPUSpecList=2147483647").reserved_cores, std::vector<int>{2147483647});
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
  EXPECT_EQ(read_back(profile_of("PartitionName=p State=UP MinNodes=2 MaxNodes=4\n",
                                 "NodeName=n1 Partitions=p CPUTot=8 Gres=gpu:4\nNodeName=n2 Partitions=p "
                                 "CPUTot=8 Gres=gpu:4\nNodeName=n3 Partitions=p CPUTot=8 Gres=gpu:4\n"))
                .ladder[0]
                .value,
            "2x4gpu");
}

/// The lines of the first partition, from `nodes:` on.
std::string lines_of_first(const std::string& profile) {
  const auto begin = profile.find("    - name:");
  const auto next = profile.find("    - name:", begin + 1);
  const auto end = std::min(next, profile.find("\n\nrequests"));
  return profile.substr(begin, end - begin);
}

TEST(DetectedProfile, HasTheLeastOfWhatNodesAndPartitionAllow) {
  EXPECT_EQ(
      lines_of_first(
          profile_of("PartitionName=lim State=UP MaxCPUsPerNode=32 MaxMemPerNode=180000 DefMemPerCPU=4000\n",
                     "NodeName=n1 Partitions=lim CPUTot=128 RealMemory=515000 Gres=gpu:a100:4\n")),
      "    - name: lim\n      nodes: 1\n      cores_per_node: 32\n      memory_per_node: 180000M\n"
      "      gpus_per_node: 4\n      gpu_type: a100\n      memory: {per_core: 4000M}     # DefMemPerCPU");
  EXPECT_EQ(
      lines_of_first(profile_of("PartitionName=p State=UP MaxCPUsPerNode=32 DefMemPerCPU=9000\n",
                                "NodeName=n1 Partitions=p CPUTot=128 ThreadsPerCore=2 RealMemory=1000\n")),
      "    - name: p\n      nodes: 1\n"
      "      cores_per_node: 16\n"
      "      threads_per_core: 2           # scripts ask for whole cores: --hint=nomultithread\n"
      "      memory_per_node: 1000M\n"
      "      memory: {per_core: 62M}       # DefMemPerCPU");
  EXPECT_EQ(lines_of_first(profile_of("PartitionName=p State=UP DefMemPerCPU=9000\n",
                                      "NodeName=n1 Partitions=p CPUTot=4 RealMemory=1000\n")),
            "    - name: p\n      nodes: 1\n      cores_per_node: 4\n      memory_per_node: 1000M\n"
            "      memory: {per_core: 250M}      # DefMemPerCPU");
}

// One task that asks for none would keep all others from its node.
TEST(DetectedProfile, AsksForMemoryWhereSlurmHasNoDefault) {
  const auto memory = [](const std::string& partition, const std::string& node, const std::string& config) {
    const auto text = lines_of_first(profile_of("PartitionName=p State=UP " + partition + "\n",
                                                "NodeName=n1 Partitions=p " + node + "\n", kConfig + config));
    const auto begin = text.find("      # Slurm has no default");
    return begin == std::string::npos ? "" : text.substr(begin);
  };
  const std::string counts = "SelectTypeParameters    = CR_CORE_MEMORY\n";
  const std::string says =
      "      # Slurm has no default: a job that asks for no memory holds all of its nodes'.\n";
  const std::string node = "CPUTot=8 RealMemory=4000";
  EXPECT_EQ(memory("", node, counts), says + "      memory: {per_core: 500M}      # CHECK: an even share");
  EXPECT_EQ(memory("DefMemPerNode=UNLIMITED", node + " Gres=gpu:4", counts + "DefMemPerNode = UNLIMITED\n"),
            says + "      memory: {per_gpu: 1000M}      # CHECK: an even share");
  for (const auto& [partition, config] :
       {std::pair("DefMemPerNode=100", counts), std::pair("", counts + "DefMemPerCPU = 100\n"),
        std::pair("OverSubscribe=EXCLUSIVE", counts),
        std::pair("", std::string("SelectTypeParameters = CR_CORE\n"))})
    EXPECT_EQ(memory(partition, node, config), "") << partition << config;
}

TEST(DetectedProfile, HasWholeNodesWhereSlurmGivesNodesAlone) {
  const auto whole = [](const std::string& partition, const std::string& select) {
    const auto text = profile_of("PartitionName=p State=UP " + partition + "\n",
                                 "NodeName=n1 Partitions=p CPUTot=4\n", "SelectType = " + select + "\n");
    return text.find("whole_nodes: yes") != std::string::npos;
  };
  EXPECT_TRUE(whole("OverSubscribe=NO", "select/linear"));
  EXPECT_TRUE(whole("OverSubscribe=EXCLUSIVE", "select/cons_tres"));
  EXPECT_FALSE(whole("OverSubscribe=FORCE:2", "select/linear"));
  EXPECT_FALSE(whole("OverSubscribe=NO", "select/cons_tres"));
}

TEST(DetectedProfile, TellsWhatElseMayEndOrHoldJobs) {
  const auto text = profile_of("PartitionName=p State=UP PreemptMode=REQUEUE QoS=few\n",
                               "NodeName=n1 Partitions=p CPUTot=4\n",
                               "PreemptType = preempt/partition_prio\nMaxArraySize = 5\n",
                               "Name=few MaxTRES=node=1 MaxTRESPU= GrpTRES=cpu=9,billing=100 MaxWall=\n");
  read_back(text);
  EXPECT_EQ(lines_of_first(text),
            "    - name: p\n      nodes: 1\n      cores_per_node: 4\n"
            "      # CHECK: other jobs may take the nodes of yours (PreemptMode=REQUEUE)\n"
            "      # CHECK: its QoS 'few' has GrpTRES=cpu=9\n"
            "      # CHECK: its QoS 'few' has GrpTRES=billing=100");
  EXPECT_NE(text.find("  # MaxArraySize: with --array at most 4 jobs go together\n"), std::string::npos);
}

TEST(DetectedProfile, HasTheLimitsOfAPartitionsQos) {
  const std::string partition = "PartitionName=few State=UP QoS=few MaxTime=02:00:00\n";
  const std::string nodes =
      "NodeName=n1 Partitions=few CPUTot=8 Gres=gpu:4\nNodeName=n2 Partitions=few CPUTot=8 Gres=gpu:4\n";
  const auto limited_by = [&](const std::string& qos) {
    const auto text = profile_of(partition, nodes, kConfig, "Name=normal MaxTRES=node=1\n" + qos);
    read_back(text);
    return lines_of_first(text);
  };
  const std::string head = "    - name: few\n      nodes: 2\n";
  const std::string node = "      cores_per_node: 8\n      gpus_per_node: 4";
  EXPECT_EQ(limited_by(""), head + "      max_time: 02:00:00\n" + node);
  EXPECT_EQ(
      limited_by("Name=few MaxTRES=gres/gpu=6,node=2 MaxTRESPU=gres/gpu=3 GrpTRES=cpu=9 MaxWall=01:00:00\n"),
      head + "      max_gpus: 3\n      max_time: 01:00:00\n" + node +
          "\n      # CHECK: its QoS 'few' has GrpTRES=cpu=9");
  EXPECT_EQ(limited_by("Name=few MaxTRES= MaxTRESPU= GrpTRES=node=1 MaxWall=1-00:00:00\n"),
            head + "      max_nodes: 1\n      max_time: 02:00:00\n" + node);
}

TEST(DetectedProfile, KeepsSlicesOfGpusOutOfLadders) {
  const auto text = profile_of("PartitionName=mig State=UP\nPartitionName=gpu State=UP\n",
                               "NodeName=m1 Partitions=mig CPUTot=128 Gres=gpu:a100_1g.5gb:56\n"
                               "NodeName=n1 Partitions=gpu CPUTot=128 Gres=gpu:a100:8\n");
  EXPECT_EQ(
      lines_of_first(text),
      "    - name: mig\n      chosen: no                    # slices of GPUs, which NCCL does not join\n"
      "      nodes: 1\n      max_gpus: 1\n      cores_per_node: 128\n      gpus_per_node: 56\n"
      "      gpu_type: a100_1g.5gb\n");
  EXPECT_NE(text.find("  ladder: [1gpu, 2gpu, 4gpu, 8gpu]\n"), std::string::npos) << text;
  EXPECT_NE(text.find("  cpus_per_rank: {cpu: 32, gpu: 16}\n"), std::string::npos) << text;
  read_back(text);
}

TEST(DetectedProfile, CountsNodesThatTakeJobs) {
  std::string nodes;
  for (const auto* state : {"IDLE", "MIXED", "IDLE+CLOUD+POWERED_DOWN", "DOWN*", "IDLE+DRAIN",
                            "DOWN+DRAIN+NOT_RESPONDING", "FUTURE", "IDLE+INVAL", "INVAL"})
    nodes += std::string("NodeName=n Partitions=p CPUTot=4 State=") + state + "\n";
  EXPECT_EQ(lines_of_first(profile_of("PartitionName=p State=UP\n", nodes)),
            "    - name: p\n      nodes: 3\n      cores_per_node: 4");
  EXPECT_EQ(profile_of("PartitionName=p State=UP\n", "NodeName=n Partitions=p CPUTot=4 State=DOWN\n"),
            "error: Slurm lists no partition that accepts jobs\n      = note: p (no nodes that take jobs)\n");
}

TEST(DetectedProfile, TellsNodesByTheTypeOfTheirGpus) {
  const auto text = profile_of("PartitionName=p State=UP\n",
                               "NodeName=a Partitions=p CPUTot=8 Gres=gpu:a100:4\n"
                               "NodeName=v Partitions=p CPUTot=8 Gres=gpu:v100:4\n"
                               "NodeName=w Partitions=p CPUTot=16 Gres=gpu:v100:4\n");
  const auto profile = read_back(text);
  ASSERT_EQ(profile.partitions.size(), 3U);
  EXPECT_TRUE(profile.partitions[0].chosen);
  EXPECT_FALSE(profile.partitions[1].chosen);
  EXPECT_FALSE(profile.partitions[2].chosen);
}

TEST(DetectedProfile, HasTheMonitorOfItsGpus) {
  const auto monitor = [](const std::string& type) {
    const auto text = profile_of("PartitionName=p State=UP\n",
                                 "NodeName=n Partitions=p CPUTot=8 Gres=gpu:" + type + ":4\n");
    const auto begin = text.find("  command: ") + 11;
    return text.substr(begin, text.find(' ', begin) - begin);
  };
  EXPECT_EQ(monitor("a100"), "nvidia-smi");
  EXPECT_EQ(monitor("mi250"), "rocm-smi");
  EXPECT_EQ(monitor("pvc"), "none");
  EXPECT_EQ(monitor("max1550"), "none");
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
