#include "runner/slurm/look_up.hpp"

#include <algorithm>

#include "runner/slurm/job_id.hpp"
#include "runner/slurm/states.hpp"

namespace scalegen {
namespace {

// A longer number is a higher one. The tasks of an array have one name.
bool comes_before(const std::string& one, const std::string& other) {
  const auto a = number_of_array(one);
  const auto b = number_of_array(other);
  return a.size() != b.size() ? a.size() < b.size() : a < b;
}

bool counts_more(const QueuedJob& a, const QueuedJob& b) {
  const bool a_ended = kind_of(a.state) == StateKind::has_ended;
  const bool b_ended = kind_of(b.state) == StateKind::has_ended;
  return a_ended != b_ended ? b_ended : comes_before(a.number, b.number);
}

template <class Job, class Order>
std::optional<std::string> first_of_name(const std::string& name, const std::vector<Job>& jobs,
                                         Order before) {
  const Job* first = nullptr;
  for (const auto& job : jobs)
    if (job.name == name && (first == nullptr || before(job, *first))) first = &job;
  return first == nullptr ? std::nullopt : std::optional(number_of_array(first->number));
}

FoundIds ids_of_names(const std::vector<std::string>& names, const std::vector<QueuedJob>& queued,
                      const std::vector<AccountedJob>& accounted) {
  FoundIds ids;
  for (const auto& name : names) ids.push_back(id_of_name(name, queued, accounted));
  return ids;
}

/// Their numbers there.
Result<std::optional<FoundIds>> look_up_at(const std::string& cluster,
                                           const std::vector<std::string>& names) {
  const auto queued = ask_queue_for_names(names, cluster);
  if (!queued) return tl::make_unexpected(queued.error());
  if (!*queued) return std::nullopt;
  auto ids = ids_of_names(names, **queued, {});
  if (std::find(ids.begin(), ids.end(), std::nullopt) == ids.end()) return ids;
  return ids_of_names(names, **queued, ask_accounting_for_names(names, cluster).jobs);
}

}  // namespace

std::optional<std::string> id_of_name(const std::string& name, const std::vector<QueuedJob>& queued,
                                      const std::vector<AccountedJob>& accounted) {
  if (auto id = first_of_name(name, queued, counts_more)) return id;
  return first_of_name(name, accounted, [](const AccountedJob& a, const AccountedJob& b) {
    return comes_before(a.number, b.number);
  });
}

Result<std::optional<FoundIds>> look_up(const std::vector<std::string>& names,
                                        const std::vector<std::string>& clusters) {
  FoundIds all(names.size());
  for (const auto& cluster : clusters) {
    const auto found = look_up_at(cluster, names);
    if (!found || !*found) return found;
    for (std::size_t i = 0; i < names.size(); ++i)
      if (const auto& number = (**found)[i]; number && !all[i]) all[i] = to_string({*number, cluster});
  }
  return all;
}

}  // namespace scalegen
