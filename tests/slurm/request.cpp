#include "tests/slurm/request.hpp"

#include <fmt/format.h>

#include "core/units.hpp"
#include "tests/slurm/site.hpp"

namespace scalegen {
namespace {

bool has_gpus(const Request& request) { return gpus_per_node(*request.partition) > 0; }

}  // namespace

std::string rung_of(const Request& r) {
  return fmt::format("{}x{}{}", r.nodes, r.ranks_per_node, has_gpus(r) ? "gpu" : "cpu");
}

std::string sweep_for(const Request& r, const std::string& launcher) {
  auto text = fmt::format(
      "name: case\nworkload: mnist_cnn\nscaling: weak\ndata: synthetic\nrepeats: 1\n"
      "scales: [{}]\nlauncher: {}\nparameters: {{cpus_per_task: {}}}\naccount: {}\npartition: "
      "{}\ntime_limit: "
      "{}\n",
      rung_of(r), launcher, r.cpus_per_task, kAccount, r.partition->name, slurm_time(r.time));
  if (r.memory_mib) text += fmt::format("memory: {}M\n", *r.memory_mib);
  if (!r.qos.empty()) text += fmt::format("qos: {}\n", r.qos);
  return text;
}

std::string script_by_hand(const Request& r) {
  const auto& p = *r.partition;
  auto text = fmt::format(
      "#!/bin/bash\n#SBATCH --account={} --nodes={} --ntasks-per-node={} --cpus-per-task={} --time={}\n",
      kAccount, r.nodes, r.ranks_per_node, r.cpus_per_task, slurm_time(r.time));
  if (p.named || !p.known) text += fmt::format("#SBATCH --partition={}\n", p.name);
  if (!p.constraint.empty()) text += fmt::format("#SBATCH --constraint={}\n", p.constraint);
  if (has_gpus(r)) text += fmt::format("#SBATCH --gres=gpu:{}\n", r.ranks_per_node);
  if (r.memory_mib) text += fmt::format("#SBATCH --mem={}M\n", *r.memory_mib);
  if (const auto& qos = r.qos.empty() ? p.qos : r.qos; !qos.empty())
    text += fmt::format("#SBATCH --qos={}\n", qos);
  return text + "true\n";
}

}  // namespace scalegen
