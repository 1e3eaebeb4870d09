#pragma once
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runner/job_id.hpp"

namespace scalegen::slurm {

/// Reads N and N;CLUSTER, as `sbatch --parsable` prints them, and N_TASK. Returns nullopt for any other text.
std::optional<JobId> parse_job_id(std::string_view text);

/// The number of the array that a task belongs to; of another job its own.
std::string number_of_array(const std::string& number);

inline bool is_task(const std::string& number) { return number_of_array(number) != number; }

/// As a person gives it to a client: 7, or --clusters=cm2 7.
std::string as_argument(const JobId& id);

/// Job numbers grouped by cluster, since each cluster is asked once for all of its jobs. Ids that are not
/// Slurm's are skipped.
std::map<std::string, std::vector<std::string>> numbers_by_cluster(const std::vector<JobId>& ids);

/// As a client takes them: 7,8,9.
std::string comma_separated(const std::vector<std::string>& words);

/// The same in as few texts as one argument of a command can hold each: Linux takes 128 KiB.
std::vector<std::string> comma_separated_lists(const std::vector<std::string>& words);

/// The words in as few lists as a command line each can hold: the same bytes, to be sure.
std::vector<std::vector<std::string>> argument_lists(const std::vector<std::string>& words);

}  // namespace scalegen::slurm
