#include <algorithm>

#include "core/rung.hpp"
#include "generator/embedded.hpp"
#include "tests/generator/sweeps.hpp"

namespace scalegen {
namespace {

namespace fs = std::filesystem;
using Texts = std::vector<std::string>;

Profile site(const std::string& name) {
  const auto profile = find_profile(name);
  EXPECT_TRUE(profile) << render(profile ? Diagnostics{} : profile.error());
  return profile.value_or(Profile{});
}

const Partition& partition(const Profile& profile, std::string_view name) {
  static const Partition none;
  const auto& all = profile.partitions;
  const auto found = std::find_if(all.begin(), all.end(), [&](const Partition& p) { return p.name == name; });
  EXPECT_NE(found, all.end()) << profile.name << " has no partition " << name;
  return found == all.end() ? none : *found;
}

std::string value_in(const std::vector<std::pair<std::string, std::string>>& env, const std::string& name) {
  for (const auto& [key, value] : env)
    if (key == name) return value;
  return "not set";
}

std::string units(const Partition& p, std::int64_t nodes, std::int64_t cores, std::int64_t gpus,
                  double memory_gib) {
  const auto value =
      p.billing->evaluate({{"nodes", nodes}, {"cores", cores}, {"gpus", gpus}, {"memory_gib", memory_gib}});
  return value ? to_text(*value) : render(value.error());
}

TEST(Site, OfEachNameSaysWhereItsFactsWereRead) {
  for (const auto& file : embedded_clusters()) {
    const auto profile = site(fs::path(file.name).stem().string());
    if (profile.scheduler == SchedulerKind::local) continue;
    EXPECT_FALSE(profile.facts.empty()) << profile.name;
    EXPECT_FALSE(profile.unknown.empty()) << profile.name;
    EXPECT_FALSE(profile.ladder.empty()) << profile.name;
    EXPECT_FALSE(profile.program.empty()) << profile.name;
    EXPECT_EQ(std::count(file.text.begin(), file.text.end(), '\t'), 0) << profile.name;
  }
}

TEST(Site, OliviaHasArmNodesAndBillsThreeWays) {
  const auto olivia = site("olivia");
  const auto& accel = partition(olivia, "accel");
  EXPECT_EQ(accel.architecture, "aarch64");
  EXPECT_EQ(accel.cores_per_node.value, 288);
  EXPECT_EQ(most_nodes(accel).value, 8);
  EXPECT_EQ(accel.max_gpus->value, 32);
  EXPECT_EQ(accel.memory.kind, MemoryRule::Kind::per_gpu);
  EXPECT_EQ(units(accel, 2, 576, 8, 880), "8");
  const auto& small = partition(olivia, "small");
  EXPECT_EQ(small.memory.kind, MemoryRule::Kind::per_core);
  EXPECT_EQ(units(small, 1, 4, 0, 11.328125), "4");
  EXPECT_EQ(units(small, 1, 1, 0, 100), "33.99205");
  const auto& large = partition(olivia, "large");
  EXPECT_TRUE(large.whole_nodes);
  EXPECT_EQ(large.memory.kind, MemoryRule::Kind::refused);
  EXPECT_EQ(units(large, 3, 768, 0, 0), "768");
  EXPECT_EQ(olivia.container.architecture.value, "aarch64");
  EXPECT_EQ(value_in(olivia.container.env_of_several_nodes, "NCCL_PROTO"), "^LL128");
  EXPECT_EQ(value_in(olivia.network_env_of_several_nodes, "GLOO_SOCKET_IFNAME"), "hsn0");
  EXPECT_TRUE(olivia.network_env.empty());
  EXPECT_EQ(value_in(olivia.network_env_of_several_nodes, "NCCL_NET"), "AWS Libfabric");
  ASSERT_EQ(olivia.qos.size(), 1U);
  EXPECT_EQ(olivia.qos[0].name, "devel");
  EXPECT_FALSE(olivia.site_chooses_qos);
  EXPECT_EQ(olivia.cpus_per_gpu_rank * gpus_per_node(accel), accel.cores_per_node.value);
}

TEST(Site, DellaFindsGpusByTheirConstraint) {
  const auto della = site("della");
  for (const auto* name : {"gpu80", "gpu40", "mig40"}) {
    const auto& p = partition(della, name);
    EXPECT_EQ(p.slurm_name, "gpu");
    EXPECT_FALSE(p.named);
    EXPECT_FALSE(p.constraint.empty());
  }
  EXPECT_EQ(della.gpu_request, GpuRequest::gres);
  EXPECT_TRUE(della.site_chooses_qos);
  EXPECT_FALSE(della.needs_account);
  EXPECT_EQ(gpus_per_node(partition(della, "gpu40")), 2);
  EXPECT_FALSE(partition(della, "pli").chosen);
}

// Core numbers as bits, and back: the mask of each GCD holds seven cores that the site does not reserve.
TEST(Site, LumiBindsEachGcdToItsOwnSevenCores) {
  const auto lumi = site("lumi");
  const auto& node = partition(lumi, "standard-g");
  EXPECT_EQ(node.reserved_cores, (std::vector<int>{0, 8, 16, 24, 32, 40, 48, 56}));
  const std::string prefix = "mask_cpu:";
  ASSERT_EQ(lumi.cpu_bind.substr(0, prefix.size()), prefix);
  std::vector<std::uint64_t> masks;
  std::istringstream list(lumi.cpu_bind.substr(prefix.size()));
  for (std::string mask; std::getline(list, mask, ',');) masks.push_back(std::stoull(mask, nullptr, 16));
  const std::vector<int> first_core = {49, 57, 17, 25, 1, 9, 33, 41};  // of GCD 0, 1, ... 7
  ASSERT_EQ(masks.size(), first_core.size());
  for (std::size_t gcd = 0; gcd < masks.size(); ++gcd)
    EXPECT_EQ(masks[gcd], std::uint64_t{0x7F} << first_core[gcd]) << "GCD " << gcd;
}

TEST(Site, LumiBillsWholeGpusAndCountsHalves) {
  const auto lumi = site("lumi");
  EXPECT_EQ(units(partition(lumi, "standard-g"), 2, 112, 16, 960), "8");
  const auto& small = partition(lumi, "small-g");
  EXPECT_EQ(units(small, 1, 7, 1, 60), "0.5");
  EXPECT_EQ(units(small, 1, 9, 1, 60), "1");
  EXPECT_EQ(units(small, 1, 7, 1, 65), "1");
  EXPECT_EQ(units(partition(lumi, "small"), 1, 10, 0, 32), "16");
  EXPECT_EQ(units(partition(lumi, "standard"), 3, 384, 0, 672), "384");
  EXPECT_EQ(lumi.monitor.kind, Monitor::Kind::rocm_smi);
  EXPECT_EQ(lumi.launcher, (Launcher{Launcher::Starter::srun, true}));
}

TEST(Site, ParamRudraGivesNoJobBetweenFourAndTenGpus) {
  const auto rudra = site("param_rudra");
  EXPECT_EQ(partition(rudra, "gpu-debug").max_gpus->value, 4);
  const auto& small = partition(rudra, "gpu-small");
  EXPECT_EQ(small.min_nodes->value * gpus_per_node(small), 10);
  EXPECT_EQ(small.max_nodes->value * gpus_per_node(small), small.max_gpus->value);
}

TEST(Site, AlpsGivesWholeArmNodesAndAUenv) {
  const auto alps = site("alps");
  for (const auto& p : alps.partitions) {
    EXPECT_TRUE(p.whole_nodes) << p.name;
    EXPECT_EQ(p.architecture, "aarch64") << p.name;
    EXPECT_EQ(p.chosen, p.name == "normal") << p.name;
  }
  EXPECT_EQ(alps.container.srun, (Texts{"--uenv={image}", "--view=default"}));
  EXPECT_EQ(value_in(alps.container.env, "NCCL_NET"), "AWS Libfabric");
}

// Bins of sizes: one partition of Slurm's, whose longest time follows from the nodes.
TEST(Site, FrontierLimitsTimeByNodes) {
  const auto frontier = site("frontier");
  for (const auto& [name, least, most, hours] :
       {std::tuple("batch-1", 0, 91, 2), {"batch-92", 92, 183, 6}, {"batch-184", 184, 9472, 12}}) {
    const auto& p = partition(frontier, name);
    EXPECT_EQ(p.slurm_name, "batch");
    EXPECT_EQ(p.min_nodes ? p.min_nodes->value : 0, least);
    EXPECT_EQ(most_nodes(p).value, most);
    EXPECT_EQ(p.max_time->value, std::chrono::hours(hours));
  }
  EXPECT_EQ(partition(frontier, "extended").slurm_name, "extended");
  EXPECT_EQ(frontier.cpu_bind, site("lumi").cpu_bind) << "the same node";
  EXPECT_EQ(value_in(frontier.network_env, "NCCL_NET"), "Socket");
  EXPECT_EQ(value_in(frontier.network_env_of_several_nodes, "NCCL_NET"), "OFI");
}

TEST(Site, LeonardoHasAQosForEachLengthAndSize) {
  const auto leonardo = site("leonardo");
  for (const auto& p : leonardo.partitions) {
    const bool has_gpus = p.gpus_per_node.has_value();
    EXPECT_EQ(p.slurm_name, has_gpus ? "boost_usr_prod" : "dcgp_usr_prod");
    EXPECT_EQ(p.qos, p.name == p.slurm_name ? "" : p.name);
    EXPECT_EQ(p.chosen, p.qos.empty());
  }
  EXPECT_EQ(partition(leonardo, "boost_qos_bprod").min_gpus->value, 65 * 4) << "whole nodes";
  EXPECT_EQ(leonardo.gpu_request, GpuRequest::gres);
}

TEST(Site, PerlmutterNamesNoPartitionButAConstraintAndAQos) {
  const auto perlmutter = site("perlmutter");
  for (const auto& p : perlmutter.partitions) {
    EXPECT_FALSE(p.named) << p.name;
    EXPECT_FALSE(p.constraint.empty()) << p.name;
    EXPECT_EQ(p.qos, p.whole_nodes ? "regular" : "shared") << p.name;
  }
  EXPECT_EQ(partition(perlmutter, "gpu_shared").max_gpus->value, 2);
  EXPECT_EQ(partition(perlmutter, "gpu_shared").min_cores->value, perlmutter.cpus_per_gpu_rank);
}

TEST(Site, RoihuGrantsSeveralNodesAndGivesCoresWithGpus) {
  const auto roihu = site("roihu");
  for (const auto* name : {"gpumedium", "gputest", "gpularge"}) {
    const auto& p = partition(roihu, name);
    EXPECT_EQ(p.memory.kind, MemoryRule::Kind::site_default);
    EXPECT_EQ(p.gpu_type, "gh200");
    EXPECT_EQ(p.cores_per_node.value, 4 * roihu.cpus_per_gpu_rank);
  }
  EXPECT_EQ(most_nodes(partition(roihu, "gpumedium")).value, 1);
  EXPECT_FALSE(partition(roihu, "gpularge").chosen);
  EXPECT_FALSE(partition(roihu, "large").chosen);
  EXPECT_EQ(roihu.gpu_request, GpuRequest::gres);
}

// Ladders that nobody asked for are small: a whole one of CPUs may hold hundreds of nodes with their GPUs.
TEST(Site, OfEachNameHasLaddersOfAFewNodes) {
  for (const auto& file : embedded_clusters()) {
    const auto profile = site(fs::path(file.name).stem().string());
    if (profile.scheduler == SchedulerKind::local || profile.name == "generic") continue;
    EXPECT_FALSE(profile.cpu_ladder.empty()) << profile.name;
    for (const auto* ladder : {&profile.ladder, &profile.cpu_ladder})
      for (const auto& rung : *ladder) EXPECT_LE(parse_rung(rung.value)->nodes, 8) << profile.name;
  }
}

TEST(Site, GenericLeavesToTheClusterWhatMayDiffer) {
  const auto generic = site("generic");
  for (const auto& p : generic.partitions) {
    EXPECT_FALSE(p.known);
    EXPECT_FALSE(p.named);
    EXPECT_EQ(p.memory.kind, MemoryRule::Kind::site_default);
    EXPECT_FALSE(p.max_time);
  }
  EXPECT_FALSE(generic.needs_account);
  EXPECT_EQ(generic.gpu_request, GpuRequest::gres);
}

}  // namespace
}  // namespace scalegen
