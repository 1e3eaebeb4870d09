#include "tests/slurm/site_chooses.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "tests/slurm/site.hpp"

namespace scalegen {
namespace {

// A job that names no partition gets that of the first kind of nodes with its constraint, and with GPUs if it
// wants some; one that names no QoS gets the first that allows its time limit.
constexpr std::string_view kChoose = R"(
local function names_gpus(tres) return tres ~= nil and string.find(tres, "gpu") ~= nil end
local function kind_of(job)
  -- Slurm 24.11 names the cores of a task in tres_per_task, too.
  local wants_gpus = names_gpus(job.tres_per_node) or names_gpus(job.tres_per_job) or names_gpus(job.tres_per_task)
  for _, kind in ipairs(kinds) do
    local partition_fits = job.partition == kind.partition or (job.partition == nil and not kind.named)
    if partition_fits and kind.gpus == wants_gpus and kind.constraint == (job.features or "") then return kind end
  end
end

function slurm_job_submit(job, partitions, uid)
  local kind = kind_of(job)
  if kind == nil then
    if job.partition ~= nil then return slurm.SUCCESS end
    slurm.log_user("no partition has what this job asks for")
    return slurm.ERROR
  end
  job.partition = kind.partition
  if job.qos ~= nil or #kind.qos == 0 then return slurm.SUCCESS end
  for _, qos in ipairs(kind.qos) do
    if job.time_limit <= qos.minutes then
      job.qos = qos.name
      return slurm.SUCCESS
    end
  end
  slurm.log_user("no QoS allows this time limit")
  return slurm.ERROR
end

function slurm_job_modify(job, record, partitions, uid) return slurm.SUCCESS end
)";

std::string levels(const Profile& profile, const Partition& kind) {
  std::string list;
  for (const auto& qos : profile.qos)
    if (profile.site_chooses_qos && offers(qos, kind))
      list += fmt::format(
          "{{name = \"{}\", minutes = {}}}, ", qos.name,
          qos.max_time ? std::to_string(qos.max_time->value / std::chrono::minutes(1)) : "math.huge");
  return list;
}

}  // namespace

std::string site_chooses(const Profile& profile) {
  const auto named = [](const Partition& kind) { return kind.named; };
  if (!profile.site_chooses_qos && std::all_of(profile.partitions.begin(), profile.partitions.end(), named))
    return "";
  std::string kinds = "local kinds = {\n";
  for (const auto& kind : profile.partitions)
    kinds += fmt::format(
        "  {{partition = \"{}\", named = {}, gpus = {}, constraint = \"{}\", qos = {{{}}}}},\n",
        kind.slurm_name, kind.named, gpus_per_node(kind) > 0, kind.constraint, levels(profile, kind));
  return kinds + "}" + std::string(kChoose);
}

}  // namespace scalegen
