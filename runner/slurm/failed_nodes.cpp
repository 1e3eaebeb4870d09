#include "runner/slurm/failed_nodes.hpp"

#include <set>

#include "runner/slurm/client.hpp"
#include "runner/slurm/job_id.hpp"
#include "runner/slurm/table.hpp"

namespace scalegen {

std::string nodes_down_among(const std::string& nodes, const std::string& cluster) {
  const auto answer = run_client(
      {"sinfo", "--noheader", "--Node", "--states=down,fail,no_respond", "--format=%N", "--nodes=" + nodes},
      cluster);
  if (!answer || answer->exit_status != 0) return "";
  const auto lines = lines_of(answer->out);  // a node has a line for each of its partitions
  const std::set<std::string> names(lines.begin(), lines.end());
  return comma_separated({names.begin(), names.end()});
}

}  // namespace scalegen
