#include "generator/profile/profile_reader.hpp"
#include "generator/profile/profile_files.hpp"
#include "tests/generator/sweeps.hpp"

namespace scalegen {
namespace {

using Pairs = std::vector<std::pair<std::string, std::string>>;
using Texts = std::vector<std::string>;

Profile read_or_fail(std::string_view text) {
  const auto profile = read_profile("p.yaml", text);
  EXPECT_TRUE(profile) << render(profile ? Diagnostics{} : profile.error());
  return profile.value_or(Profile{});
}

const std::string kHead = "name: x\nscheduler: slurm\n";
const std::string kHardware = "hardware: {source: s, partitions: [{name: a, nodes: 4, cores_per_node: 8}]}\n";

TEST(ProfileGroup, HardwareIsReadKeyByKey) {
  const auto profile = read_or_fail(kHead +
                                    "hardware:\n"
                                    "  source: [page one, page two]\n"
                                    "  partitions:\n"
                                    "    - name: big\n"
                                    "      partition: gpu\n"
                                    "      named: no\n"
                                    "      chosen: no\n"
                                    "      nodes: 40\n"
                                    "      min_nodes: 2\n"
                                    "      max_nodes: 8\n"
                                    "      max_gpus: 32\n"
                                    "      cores_per_node: 56\n"
                                    "      reserved_cores: [0, 57]\n"
                                    "      memory_per_node: 480G\n"
                                    "      memory: {per_gpu: 60G}\n"
                                    "      cpu: a CPU\n"
                                    "      gpus_per_node: 4\n"
                                    "      gpu: a GPU\n"
                                    "      gpu_type: h100\n"
                                    "      architecture: aarch64\n"
                                    "      whole_nodes: yes\n"
                                    "      constraint: nomig&gpu40\n"
                                    "      max_time: 2d\n"
                                    "      billing: {units: 4 * nodes, unit: units}\n");
  ASSERT_EQ(profile.partitions.size(), 1U);
  const auto& p = profile.partitions[0];
  EXPECT_EQ(p.name, "big");
  EXPECT_EQ(p.slurm_name, "gpu");
  EXPECT_FALSE(p.named);
  EXPECT_FALSE(p.chosen);
  EXPECT_EQ(p.nodes.value, 40);
  EXPECT_EQ(p.nodes.location.line, 10);
  EXPECT_EQ(p.min_nodes->value, 2);
  EXPECT_EQ(p.max_nodes->value, 8);
  EXPECT_EQ(p.max_gpus->value, 32);
  EXPECT_EQ(p.cores_per_node.value, 56);
  EXPECT_EQ(p.reserved_cores, (std::vector<int>{0, 57}));
  EXPECT_EQ(p.memory_per_node->value, 491520);
  EXPECT_EQ(p.memory.kind, MemoryRule::Kind::per_gpu);
  EXPECT_EQ(p.memory.mib, 61440);
  EXPECT_EQ(p.cpu, "a CPU");
  EXPECT_EQ(gpus_per_node(p), 4);
  EXPECT_EQ(p.gpu, "a GPU");
  EXPECT_EQ(p.gpu_type, "h100");
  EXPECT_EQ(p.architecture, "aarch64");
  EXPECT_TRUE(p.whole_nodes);
  EXPECT_EQ(p.constraint, "nomig&gpu40");
  EXPECT_EQ(p.max_time->value, std::chrono::hours(48));
  EXPECT_EQ(p.billing_unit, "units");
  const auto units = p.billing->evaluate({{"nodes", Value{std::int64_t{3}}}});
  ASSERT_TRUE(units) << render(units.error());
  EXPECT_EQ(to_text(*units), "12");
  ASSERT_EQ(profile.facts.size(), 1U);
  EXPECT_EQ(profile.facts[0].name, "hardware");
  EXPECT_EQ(profile.facts[0].sources, (Texts{"page one", "page two"}));
}

TEST(ProfileGroup, HardwareLeavesOutWhatIsNotSaid) {
  const auto profile = read_or_fail(kHead + kHardware);
  const auto& p = profile.partitions.at(0);
  EXPECT_EQ(p.slurm_name, "a");
  EXPECT_TRUE(p.named);
  EXPECT_TRUE(p.chosen);
  EXPECT_FALSE(p.min_nodes || p.max_nodes || p.max_gpus || p.memory_per_node || p.gpus_per_node ||
               p.max_time);
  EXPECT_EQ(p.memory.kind, MemoryRule::Kind::site_default);
  EXPECT_FALSE(p.billing);
  EXPECT_EQ(most_nodes(p).value, 4);
}

TEST(ProfileGroup, RequestsHoldTheDialectAndTheQos) {
  const auto profile = read_or_fail(kHead + kHardware +
                                    "requests:\n"
                                    "  source: s\n"
                                    "  gpus: gpus\n"
                                    "  account: required\n"
                                    "  sbatch: [--reservation=edu28]\n"
                                    "  qos:\n"
                                    "    chosen_by: site\n"
                                    "    levels:\n"
                                    "      - {name: short, partitions: [a], max_time: 1h}\n"
                                    "      - {name: long, max_nodes: 2, max_gpus: 8}\n");
  EXPECT_EQ(profile.gpu_request, GpuRequest::gpus);
  EXPECT_TRUE(profile.needs_account);
  ASSERT_EQ(profile.job_options.sbatch_options.size(), 1U);
  EXPECT_EQ(profile.job_options.sbatch_options[0].value, "--reservation=edu28");
  EXPECT_TRUE(profile.site_chooses_qos);
  ASSERT_EQ(profile.qos.size(), 2U);
  EXPECT_EQ(profile.qos[0].name, "short");
  EXPECT_EQ(profile.qos[0].partitions, Texts{"a"});
  EXPECT_EQ(profile.qos[0].max_time->value, std::chrono::hours(1));
  EXPECT_EQ(profile.qos[1].max_nodes->value, 2);
  EXPECT_EQ(profile.qos[1].max_gpus->value, 8);
}

TEST(ProfileGroup, LaunchNetworkAndSoftwareAreReadKeyByKey) {
  const auto profile = read_or_fail(kHead + kHardware +
                                    "launch:\n"
                                    "  source: s\n"
                                    "  ladder: [1cpu, 2x2cpu]\n"
                                    "  launcher: torchrun\n"
                                    "  cpus_per_rank: {cpu: 2, gpu: 7}\n"
                                    "  time_limit: 5m\n"
                                    "  cpu_bind: map_cpu:1,2\n"
                                    "  gpu_rank_setup: export A=$SLURM_LOCALID\n"
                                    "network:\n"
                                    "  source: s\n"
                                    "  env: {B: 1}\n"
                                    "  env_of_several_nodes: {C: AWS Libfabric}\n"
                                    "software:\n"
                                    "  source: s\n"
                                    "  modules: [m/1]\n"
                                    "  program: ~/train\n"
                                    "  setup: [module use /d]\n"
                                    "  env: {D: ro}\n");
  ASSERT_EQ(profile.ladder.size(), 2U);
  EXPECT_EQ(profile.ladder[1].value, "2x2cpu");
  EXPECT_EQ(profile.launcher, (Launcher{Launcher::Starter::torchrun, false}));
  EXPECT_EQ(profile.cpus_per_cpu_rank, 2);
  EXPECT_EQ(profile.cpus_per_gpu_rank, 7);
  EXPECT_EQ(profile.time_limit, std::chrono::minutes(5));
  EXPECT_EQ(profile.cpu_bind, "map_cpu:1,2");
  EXPECT_EQ(profile.gpu_rank_setup, Texts{"export A=$SLURM_LOCALID"});
  EXPECT_EQ(profile.network_env, (Pairs{{"B", "1"}}));
  EXPECT_EQ(profile.network_env_of_several_nodes, (Pairs{{"C", "AWS Libfabric"}}));
  EXPECT_EQ(profile.modules, Texts{"m/1"});
  EXPECT_EQ(profile.program, "~/train");
  EXPECT_EQ(profile.job_options.setup, Texts{"module use /d"});
  EXPECT_EQ(profile.job_options.env, (Pairs{{"D", "ro"}}));
}

TEST(ProfileGroup, ContainerMonitorAndStorageAreReadKeyByKey) {
  const auto profile =
      read_or_fail(kHead + kHardware +
                   "container:\n"
                   "  source: s\n"
                   "  run: apptainer exec  --nv\n"
                   "  image: /i.sif\n"
                   "  architecture: aarch64\n"
                   "  binds: [/a]\n"
                   "  binds_of_several_nodes: ['${E_1}/lib:/opt/lib', '$HOME,/b:/c:ro']\n"
                   "  modules: [n]\n"
                   "  setup: [s]\n"
                   "  env: {E: 1}\n"
                   "  env_of_several_nodes: {F: 2}\n"
                   "monitor: {source: s, command: rocm-smi, interval: 500ms, fields: [use, meminfo vram]}\n"
                   "storage: {source: s, scratch: /scratch, home: 50 GB, tapes: none}\n"
                   "unknown: [all the rest]\n");
  EXPECT_EQ(profile.container.run, (Texts{"apptainer", "exec", "--nv"}));
  EXPECT_EQ(profile.container.image, "/i.sif");
  EXPECT_EQ(profile.container.architecture.value, "aarch64");
  EXPECT_EQ(profile.container.binds, Texts{"/a"});
  EXPECT_EQ(profile.container.binds_of_several_nodes, (Texts{"${E_1}/lib:/opt/lib", "$HOME,/b:/c:ro"}));
  EXPECT_EQ(profile.container.modules, Texts{"n"});
  EXPECT_EQ(profile.container.setup, Texts{"s"});
  EXPECT_EQ(profile.container.env, (Pairs{{"E", "1"}}));
  EXPECT_EQ(profile.container.env_of_several_nodes, (Pairs{{"F", "2"}}));
  EXPECT_EQ(profile.monitor.kind, Monitor::Kind::rocm_smi);
  EXPECT_EQ(profile.monitor.interval, std::chrono::milliseconds(500));
  EXPECT_EQ(profile.monitor.fields, (Texts{"use", "meminfo vram"}));
  EXPECT_EQ(profile.unknown, Texts{"all the rest"});
}

TEST(ProfileGroup, OfAContainerMayBeOptionsOfSrun) {
  const auto profile = read_or_fail(
      kHead + kHardware +
      "container: {srun: [\"--container-image={image}\", \"--container-mounts={mounts} \"], image: a:v1}\n"
      "launch: {launcher: container+torchrun}\n");
  EXPECT_EQ(profile.container.srun, (Texts{"--container-image={image}", "--container-mounts={mounts}"}));
  EXPECT_EQ(profile.container.run, Texts{});
  const std::string line =
      "container: {run: apptainer exec, srun: '--environment={image} --a={b} {c', image: /i}";
  const std::string known = "known: {image}, {mounts}, {workdir}";
  EXPECT_EQ(
      errors_of_profile("name: x\nscheduler: local\n" + line + "\n"),
      cited("p.yaml:3:40: error: 'run' and 'srun' both say how a program gets into the container", line,
            "leave out one of the two; 'run: []' takes back that of the profile that this one extends") +
          cited("p.yaml:3:67: error: '{b}' is not a placeholder of 'srun'", line, known) +
          cited("p.yaml:3:71: error: '{c' is not a placeholder of 'srun'", line, known));
  EXPECT_EQ(errors_of_profile("name: x\nscheduler: local\ncontainer: {run: [], srun: --a, image: /i}\n"),
            "no error\n");
}

TEST(ProfileGroup, NeedsNoSource) {
  EXPECT_EQ(errors_of_profile("name: x\nscheduler: local\nlaunch: {time_limit: 5m}\n"), "no error\n");
  EXPECT_EQ(errors_of_profile(kHead + kHardware + "launch: {time_limit: 5m}\n"), "no error\n");
}

TEST(ProfileGroup, OfABuiltInClusterHasASource) {
  for (const auto& known : known_files(profile_files())) {
    const auto text = find_file(profile_files(), known.name);
    ASSERT_TRUE(text);
    const auto file = parse_yaml(known.name, text->text);
    ASSERT_TRUE(file);
    for (const auto& [key, value] : file->root.entries) {
      const bool is_group = value.kind == YamlNode::Kind::map && known.name != "local";
      EXPECT_EQ(is_group, find(value, "source") != nullptr) << known.name << ": " << key.text;
    }
  }
}

TEST(CoresOfARank, AreThoseOfANodeDividedByItsGpusIfTheFileSaysNothing) {
  const std::string partitions =
      "name: x\nscheduler: slurm\nhardware:\n  partitions:\n"
      "    - {name: a, nodes: 4, cores_per_node: 64, gpus_per_node: 4}\n"
      "    - {name: b, nodes: 4, cores_per_node: 24, gpus_per_node: 2}\n"
      "    - {name: c, nodes: 4, cores_per_node: 2}\n";
  const auto profile = read_profile("p.yaml", partitions);
  ASSERT_TRUE(profile) << render(profile.error());
  EXPECT_EQ(profile->cpus_per_gpu_rank, 12);
  EXPECT_EQ(profile->cpus_per_cpu_rank, 1);
  EXPECT_EQ(
      profile->assumed,
      (Texts{
          "cpus_per_rank: cpu: 1",
          "cpus_per_rank: gpu: 12, the cores of a node divided by its GPUs, the least of all partitions"}));
  const auto given = read_profile("p.yaml", partitions + "launch: {cpus_per_rank: {cpu: 2, gpu: 3}}\n");
  EXPECT_EQ(given->cpus_per_gpu_rank, 3);
  EXPECT_EQ(given->assumed, Texts{});
}

TEST(DefaultQos, IsAWordOrStandsBesideTheLevels) {
  const auto qos = [](const std::string& value) {
    const auto profile = read_profile("p.yaml", kHead + kHardware + "requests: {qos: " + value + "}\n");
    return profile ? profile->default_qos : render(profile.error());
  };
  EXPECT_EQ(qos("normal"), "normal");
  EXPECT_EQ(qos("{default: normal}"), "normal");
  EXPECT_EQ(qos("{default: short, levels: [{name: short, max_time: 1h}]}"), "short");
  EXPECT_EQ(qos("{chosen_by: user}"),
            cited("p.yaml:4:17: error: missing key 'levels'", "requests: {qos: {chosen_by: user}}",
                  "levels: [{name: short, max_time: 1d}, ...]"));
}

TEST(ProfileName, BecomesPartOfAFolder) {
  EXPECT_EQ(errors_of_profile("name: a/../b\nscheduler: local\n"),
            cited("p.yaml:1:7: error: 'a/../b' cannot name a folder", "name: a/../b",
                  "use 1 to 64 letters, digits, '_', '-' and '.', and neither '-' nor '.' first"));
}

// Text that would stand in a script and mean more there than it says here.
TEST(UnsafeValue, IsRefused) {
  std::vector<std::pair<std::string, std::string>> cases{
      {"container: {source: s, env_of_several_nodes: {A B: 1}}", "'A B' is not the name of a variable"},
      {"launch: {source: s, gpu_rank_setup: \"echo 'a'\"}",
       "a line of 'gpu_rank_setup' holds a single quote"},
      {"container: {source: s, torchrun_options: ['--a; id']}", "'--a; id' is not a long option"},
      {"container: {source: s, torchrun_options: [-x]}", "'-x' is not a long option"},
      {"launch: {source: s, cpu_bind: 'none; id'}", "srun --cpu-bind cannot be 'none; id'"},
      {"monitor: {source: s, fields: ['name;id']}", "'name;id' is not a field of nvidia-smi"},
      {"monitor: {source: s, command: rocm-smi, fields: [memory.used]}",
       "'memory.used' is not a field of rocm-smi"},
      {"monitor: {source: s, interval: -1ms}", "'interval' is not a time: '-1ms'"},
      {"network: {source: s, env: {PATH: \"a\\u0007b\"}}", "'PATH' in 'env' must be a text"},
      {"requests: {source: s, qos: {levels: [{name: a b}]}}",
       "'name' goes into a line '#SBATCH', which cannot hold 'a b'"}};
  for (const std::string bind : {"$(id)", "`id`", "/a\"; id; \"", "${A:-b}", "${A", "$", "$1", "{a}", ""})
    cases.emplace_back("container: {source: s, binds: ['" + bind + "']}",
                       "'binds' cannot hold '" + bind + "'");
  for (const auto& [line, message] : cases) {
    const auto text = errors_of_profile(kHead + kHardware + line + "\n");
    EXPECT_NE(text.find(message), std::string::npos) << line << "\n" << text;
  }
}

}  // namespace
}  // namespace scalegen
