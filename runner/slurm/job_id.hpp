#pragma once
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scalegen {

/// A job's number, that of an array's task being ARRAY_TASK, and the cluster where sbatch names one because
/// it was sent to another than this machine's.
struct SlurmJobId {
  std::string number{};
  std::string cluster{};
  bool operator==(const SlurmJobId&) const = default;
};

/// Reads N and N;CLUSTER, as `sbatch --parsable` writes them, and N_TASK.
std::optional<SlurmJobId> parse_job_id(std::string_view text);

/// The id of a task of the array with this id: 7;cm2 and 4 are 7_4;cm2.
std::string id_of_task(const std::string& array, std::size_t task);

/// The number of the array that a task belongs to; of another job its own.
std::string number_of_array(const std::string& number);

inline bool is_task(const std::string& number) { return number_of_array(number) != number; }

std::string to_string(const SlurmJobId& id);

/// As a person gives it to a client: 7 stays, and 7;cm2 is --clusters=cm2 7.
std::string as_argument(const std::string& id);

/// The numbers of what are ids, by cluster: each cluster is asked once for all of its jobs.
std::map<std::string, std::vector<std::string>> numbers_by_cluster(const std::vector<std::string>& ids);

/// As a client takes them: 7,8,9.
std::string comma_separated(const std::vector<std::string>& words);

/// The same in as few texts as one argument of a command can hold each: Linux takes 128 KiB.
std::vector<std::string> comma_separated_lists(const std::vector<std::string>& words);

/// The words in as few lists as a command line each can hold: the same bytes, to be sure.
std::vector<std::vector<std::string>> argument_lists(const std::vector<std::string>& words);

}  // namespace scalegen
