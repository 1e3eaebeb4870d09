#include "tests/slurm/site_chooses.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "tests/slurm/site.hpp"

namespace scalegen {
namespace {

// A job gets the first kind of nodes that is of its partition, if it names one, and has its constraint, its
// QoS, room for its nodes, and GPUs if it wants some; where the site chooses the QoS, the first that allows
// its time limit. A person may name the kind itself.
constexpr std::string_view kChoose = R"(
local function names_gpus(tres) return tres ~= nil and string.find(tres, "gpu") ~= nil end
local function kind_of(job)
  -- Slurm 24.11 names the cores of a task in tres_per_task, too.
  local wants_gpus = names_gpus(job.tres_per_node) or names_gpus(job.tres_per_job) or names_gpus(job.tres_per_task)
  local nodes = job.min_nodes
  if nodes == slurm.NO_VAL then nodes = 1 end
  local found = nil
  for _, kind in ipairs(kinds) do
    local fits = job.partition == kind.partition or (job.partition == nil and not kind.named)
    fits = fits and (kind.gpus or not wants_gpus) and kind.constraint == (job.features or "")
    fits = fits and (job.qos == kind.own or kind.offers[job.qos or ""])
    local itself = job.partition == kind.name and kind.name ~= kind.partition
    if itself or (fits and kind.least <= nodes and nodes <= kind.most) then return kind end
    found = found or (fits and kind)
  end
  return found
end

function slurm_job_submit(job, partitions, uid)
  local kind = kind_of(job)
  if not kind then
    if job.partition ~= nil then return slurm.SUCCESS end
    slurm.log_user("no partition has what this job asks for")
    return slurm.ERROR
  end
  job.partition = kind.name
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

std::string offers_of(const Profile& profile, const Partition& kind) {
  std::string list;
  for (const auto& qos : profile.qos)
    if (offers(qos, kind)) list += fmt::format("[\"{}\"] = true, ", qos.name);
  return list;
}

/// True if a request for it names something else, or more.
bool has_to_be_found(const Partition& kind) {
  return !kind.named || kind.name != kind.slurm_name || !kind.qos.empty();
}

}  // namespace

std::string site_chooses(const Profile& profile) {
  if (!profile.site_chooses_qos && std::ranges::none_of(profile.partitions, has_to_be_found)) return "";
  std::string kinds = "local kinds = {\n";
  for (const auto& kind : profile.partitions)
    kinds += fmt::format(
        "  {{name = \"{}\", partition = \"{}\", named = {}, gpus = {}, constraint = \"{}\", own = {}, least "
        "= {}, "
        "most = {}, offers = {{{}}}, qos = {{{}}}}},\n",
        kind.name, kind.slurm_name, kind.named, gpus_per_node(kind) > 0, kind.constraint,
        kind.qos.empty() ? "nil" : '"' + kind.qos + '"', kind.min_nodes ? kind.min_nodes->value : 1,
        most_nodes(kind).value, offers_of(profile, kind), levels(profile, kind));
  return kinds + "}" + std::string(kChoose);
}

}  // namespace scalegen
