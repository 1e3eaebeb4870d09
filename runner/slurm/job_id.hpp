#pragma once
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scalegen {

/// A job's number, and the cluster where sbatch names one because it was sent to another than this machine's.
struct SlurmJobId {
  std::string number{};
  std::string cluster{};
  bool operator==(const SlurmJobId&) const = default;
};

/// Reads N and N;CLUSTER, as `sbatch --parsable` writes them.
std::optional<SlurmJobId> parse_job_id(std::string_view text);

std::string to_string(const SlurmJobId& id);

/// The numbers of what are ids, by cluster: each cluster is asked once for all of its jobs.
std::map<std::string, std::vector<std::string>> numbers_by_cluster(const std::vector<std::string>& ids);

/// As a client takes them: 7,8,9.
std::string comma_separated(const std::vector<std::string>& words);

/// The same in as few texts as one argument of a command can hold each: Linux takes 128 KiB.
std::vector<std::string> comma_separated_lists(const std::vector<std::string>& words);

/// The words in as few lists as a command line each can hold: the same bytes, to be sure.
std::vector<std::vector<std::string>> argument_lists(const std::vector<std::string>& words);

}  // namespace scalegen
