#include "core/launch_json.hpp"

#include <fmt/format.h>

#include <limits>
#include <stdexcept>
#include <string_view>

#include "core/json.hpp"

namespace scalegen {

namespace {

template <class T>
struct Word {
  T value;
  std::string_view word;
};

constexpr Word<GpuRequest> kGpuRequests[] = {
    {GpuRequest::gpus_per_node, "gpus-per-node"}, {GpuRequest::gres, "gres"}, {GpuRequest::gpus, "gpus"}};
constexpr Word<Monitor::Kind> kMonitors[] = {{Monitor::Kind::none, "none"},
                                             {Monitor::Kind::nvidia_smi, "nvidia-smi"},
                                             {Monitor::Kind::rocm_smi, "rocm-smi"}};

template <class T, std::size_t N>
std::string word_of(const Word<T> (&words)[N], T value) {
  for (const auto& known : words)
    if (known.value == value) return std::string(known.word);
  return "";
}

template <class T, std::size_t N>
T value_of(const Word<T> (&words)[N], const std::string& word) {
  for (const auto& known : words)
    if (known.word == word) return known.value;
  throw std::invalid_argument(fmt::format("unknown word '{}'", word));
}

/// Adds what is not empty.
template <class T>
void add(Json& object, const char* key, const T& value) {
  if (!value.empty()) object[key] = value;
}

void add_variables(Json& object, const char* key, const Variables& variables) {
  for (const auto& [name, value] : variables) object[key][name] = value;
}

/// Leaves `value` as it is if the object lacks the key.
template <class T>
void read(const Json& object, const char* key, T& value) {
  if (const auto found = object.find(key); found != object.end()) value = found->get<T>();
}

void read_variables(const Json& object, const char* key, Variables& variables) {
  const auto found = object.find(key);
  if (found == object.end()) return;
  for (const auto& [name, value] : found->items()) variables.emplace_back(name, value.get<std::string>());
}

Json site_json(const SiteSetup& site) {
  Json json = Json::object();
  add(json, "architecture", site.architecture);
  add(json, "modules_first", site.modules_first);
  add(json, "modules", site.modules);
  add(json, "setup", site.lines);
  add_variables(json, "env", site.env);
  add_variables(json, "env_of_several_nodes", site.env_of_several_nodes);
  add(json, "binds_of_several_nodes", site.binds_of_several_nodes);
  return json;
}

SiteSetup site_of(const Json& json) {
  SiteSetup site;
  read(json, "architecture", site.architecture);
  read(json, "modules_first", site.modules_first);
  read(json, "modules", site.modules);
  read(json, "setup", site.lines);
  read_variables(json, "env", site.env);
  read_variables(json, "env_of_several_nodes", site.env_of_several_nodes);
  read(json, "binds_of_several_nodes", site.binds_of_several_nodes);
  return site;
}

Json container_json(const ContainerImage& container) {
  Json json{{"run", container.run}, {"image", container.image}, {"binds", container.binds}};
  add(json, "srun", container.srun);
  return json;
}

ContainerImage container_of(const Json& json) {
  ContainerImage container{.run = json.at("run"), .image = json.at("image"), .binds = json.at("binds")};
  read(json, "srun", container.srun);
  return container;
}

Json preparation_json(const Preparation& prepare) {
  if (!prepare.in_job) return {{"lines", prepare.lines}};
  return {{"lines", prepare.lines}, {"in_job", true}, {"time_limit_s", prepare.time_limit.count()}};
}

Preparation preparation_of(const Json& json) {
  return {.lines = json.at("lines"),
          .in_job = json.value("in_job", false),
          .time_limit = std::chrono::seconds(json.value("time_limit_s", std::int64_t{0}))};
}

Json monitor_json(const Monitor& monitor) {
  return {{"command", word_of(kMonitors, monitor.kind)},
          {"interval_ms", monitor.interval.count()},
          {"fields", monitor.fields}};
}

Monitor monitor_of(const Json& json) {
  return {.kind = value_of(kMonitors, json.at("command").get<std::string>()),
          .interval = std::chrono::milliseconds(json.at("interval_ms").get<std::int64_t>()),
          .fields = json.at("fields")};
}

}  // namespace

Json launch_json(const Launch& launch) {
  Json json{{"root", launch.root}};
  add(json, "made_by", launch.made_by);
  if (launch.standalone) json["standalone"] = true;
  if (launch.held) json["held"] = true;
  add(json, "account", launch.account);
  add(json, "qos", launch.qos);
  add(json, "reservation", launch.reservation);
  add(json, "clusters", launch.clusters);
  add(json, "sbatch", launch.sbatch_options);
  json["gpus"] = word_of(kGpuRequests, launch.gpu_request);
  add(json, "site", site_json(launch.site));
  if (!launch.prepare.lines.empty()) json["prepare"] = preparation_json(launch.prepare);
  add(json, "setup", launch.setup);
  add_variables(json, "env", launch.env);
  add_variables(json, "network_env", launch.network_env);
  add_variables(json, "network_env_of_several_nodes", launch.network_env_of_several_nodes);
  if (launch.container) json["container"] = container_json(*launch.container);
  add(json, "cpu_bind", launch.cpu_bind);
  add(json, "rank_setup", launch.rank_setup);
  add_variables(json, "as_slurm", launch.as_slurm);
  if (launch.takes_rank_from_slurm) json["takes_rank_from_slurm"] = true;
  json["monitor"] = monitor_json(launch.monitor);
  add(json, "cores", launch.cores);
  add(json, "data_folder", launch.data_folder);
  add(json, "data_sets", launch.data_sets);
  add(json, "workdir", launch.workdir);
  add(json, "sweep_folder", launch.sweep_folder);
  add(json, "program", launch.program);
  add(json, "tool", launch.tool);
  return json;
}

Launch launch_of(const Json& json) {
  Launch launch{.root = json.at("root")};
  read(json, "made_by", launch.made_by);
  read(json, "standalone", launch.standalone);
  read(json, "held", launch.held);
  read(json, "account", launch.account);
  read(json, "qos", launch.qos);
  read(json, "reservation", launch.reservation);
  read(json, "clusters", launch.clusters);
  read(json, "sbatch", launch.sbatch_options);
  if (json.contains("gpus")) launch.gpu_request = value_of(kGpuRequests, json.at("gpus").get<std::string>());
  if (json.contains("site")) launch.site = site_of(json.at("site"));
  if (json.contains("prepare")) launch.prepare = preparation_of(json.at("prepare"));
  read(json, "setup", launch.setup);
  read_variables(json, "env", launch.env);
  read_variables(json, "network_env", launch.network_env);
  read_variables(json, "network_env_of_several_nodes", launch.network_env_of_several_nodes);
  if (json.contains("container")) launch.container = container_of(json.at("container"));
  read(json, "cpu_bind", launch.cpu_bind);
  read(json, "rank_setup", launch.rank_setup);
  read_variables(json, "as_slurm", launch.as_slurm);
  read(json, "takes_rank_from_slurm", launch.takes_rank_from_slurm);
  if (json.contains("monitor")) launch.monitor = monitor_of(json.at("monitor"));
  read(json, "cores", launch.cores);
  read(json, "data_folder", launch.data_folder);
  read(json, "data_sets", launch.data_sets);
  read(json, "workdir", launch.workdir);
  read(json, "sweep_folder", launch.sweep_folder);
  read(json, "program", launch.program);
  read(json, "tool", launch.tool);
  return launch;
}

}  // namespace scalegen
