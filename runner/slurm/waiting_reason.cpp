#include "runner/slurm/waiting_reason.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "runner/slurm/job_id.hpp"

namespace scalegen {
namespace {

/// A reason, or the beginning of several; {} stands for the job, as a client takes it.
struct Advice {
  std::string_view reason{};
  std::string_view words{};
};

// The first that fits. What can never be satisfied says "never".
constexpr std::array<Advice, 33> kAdvice{{
    {"JobHeldUser", "it is held by its owner: scontrol release {}"},
    {"JobHeldAdmin", "it is held by an administrator: ask the site"},
    {"launch failed requeued held", "it could not start, and is held: see why, then scontrol release {}"},
    {"launch_failed_requeued_held", "it could not start, and is held: see why, then scontrol release {}"},
    {"job requeued in held state", "it was put back into the queue, and is held: scontrol release {}"},
    {"REQUEUE_HOLD", "it was put back into the queue, and is held: scontrol release {}"},
    {"SPECIAL_EXIT", "it was put back into the queue, and is held: scontrol release {}"},
    {"RESV_DEL_HOLD", "its reservation was deleted, and it is held: scontrol release {}"},
    {"PartitionTimeLimit", "it asks for more time than its partition gives, and never starts: scancel {}"},
    {"PartitionNodeLimit",
     "it asks for more or fewer nodes than its partition gives, or these are down; it may never start"},
    {"PartitionConfig", "it asks for what its partition does not have, and never starts: scancel {}"},
    {"PartitionDown", "its partition is down: ask the site"},
    {"PartitionInactive", "its partition is inactive: ask the site"},
    {"QOSMaxSubmitJob", "its QoS takes no more jobs of yours now"},
    {"QOSMaxJobs", "its QoS runs no more jobs of yours at a time"},
    {"QOSMaxWall", "it asks for more time than its QoS gives, and never starts: scancel {}"},
    {"QOSTimeLimit", "its QoS has used up its time"},
    {"QOSGrp", "its QoS has used up what all its jobs together may use"},
    {"QOSMin", "it asks for less than its QoS wants of a job, and never starts: scancel {}"},
    {"QOSNotAllowed", "its partition does not take its QoS, and it never starts: scancel {}"},
    {"AssocMaxSubmitJob", "your account takes no more jobs now"},
    {"AssocMaxJobs", "your account runs no more jobs at a time"},
    {"AssocMaxWall", "it asks for more time than your account may, and never starts: scancel {}"},
    {"AssocGrp", "your account has used up what all its jobs together may use"},
    {"Max", "your account's jobs use all that they may have at a time"},  // MaxCpuPerAccount and the like
    {"InvalidAccount", "its account is none, or none any more, and it never starts: scancel {}"},
    {"InvalidQOS", "its QoS is none, or none any more, and it never starts: scancel {}"},
    {"AccountNotAllowed", "its partition does not take your account, and it never starts: scancel {}"},
    {"BadConstraints", "no node has the features that it asks for, and it never starts: scancel {}"},
    {"DependencyNeverSatisfied", "the job that it depends on has failed, and it never starts: scancel {}"},
    {"ReqNodeNotAvail",
     "nodes that it needs are down, in maintenance or reserved; it starts when they are back"},
    {"Nodes required for job are DOWN",
     "nodes that it needs are down or reserved; it starts when they are back"},
    {"Reservation", "its reservation has not begun, or is full"},
}};

// QOSMaxCpuPerJobLimit, AssocMaxNodePerJobLimit: more than any job may have. The same PerUser: others of the
// person's may end.
std::string_view of_limit(std::string_view reason) {
  if (!reason.starts_with("QOSMax") && !reason.starts_with("AssocMax")) return "";
  if (reason.find("PerUser") != std::string_view::npos)
    return "your other jobs use what it needs, or it asks for more than you may have at a time";
  return "it asks for more than a job may have here, and never starts: scancel {}";
}

std::string_view words_for(std::string_view reason) {
  const auto* const advice = std::find_if(kAdvice.begin(), kAdvice.end(),
                                          [&](const Advice& a) { return reason.starts_with(a.reason); });
  return advice != kAdvice.end() ? advice->words : of_limit(reason);
}

}  // namespace

std::string advice_for(std::string_view reason, const std::string& id) {
  return fmt::format(fmt::runtime(words_for(reason)), as_argument(id));
}

}  // namespace scalegen
