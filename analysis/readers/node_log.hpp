#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/readers/attempt_listing.hpp"

namespace scalegen {

/// The time of a core since its node was started, in ticks of 10 ms.
struct CoreTicks {
  std::int64_t busy = 0;  // in programs and in the kernel for them, not for interrupts
  std::int64_t idle = 0;
  std::int64_t stolen = 0;  // by other virtual machines
  std::int64_t all = 0;
  bool operator==(const CoreTicks&) const = default;
};

/// The counts of a node's kernel until one moment. A count that it does not keep is empty.
struct NodeCounts {
  double time = 0;  // Unix seconds
  std::optional<double> load_average{};
  std::map<int, CoreTicks> cores{};
  std::optional<double> seconds_waited{};     // in which some process waited for a core
  std::optional<double> seconds_throttled{};  // of a container, by its quota
  std::optional<std::int64_t> heat_events{};  // in which a core slowed down
  std::optional<std::int64_t> own_ticks{};    // used by the script and what it waited for
  std::optional<std::int64_t> peak_memory{};  // bytes that the job held at most, cached files included
  bool lists_connections = false;
  std::set<std::string> connections{};  // of this node with itself, to the port where ranks meet
  bool operator==(const NodeCounts&) const = default;
};

/// node.<host>.txt: the first node of a run, before and after its command.
struct NodeLog {
  std::string host{};
  NodeCounts begin{};
  NodeCounts end{};
  std::optional<std::int64_t> own_ticks{};        // used by the command; empty if it is not known
  std::optional<std::int64_t> peak_memory_mib{};  // of a job's own group; empty: not known
  bool operator==(const NodeLog&) const = default;
};

/// Returns nullopt if the text is cut off before the end of the command.
std::optional<NodeLog> parse_node_log(std::string_view text, const std::string& host);

/// Reads it from an attempt; nullopt if nothing, or not all of it, was recorded.
std::optional<NodeLog> read_node_log(const AttemptListing& files);

/// The connections of the first node's processes to the port where ranks meet, when their number grew.
struct MeetingLook {
  int connections = 0;
  double time = 0;    // Unix seconds
  double before = 0;  // of the look before, which saw fewer
  bool operator==(const MeetingLook&) const = default;
};

/// Reads meeting.txt of an attempt; lines of another form are skipped.
std::vector<MeetingLook> read_meeting_looks(const AttemptListing& files);

/// Commands of processes that went on when the program's own had returned, from the files goes_on.<host>.txt.
std::vector<std::string> what_went_on(const AttemptListing& files);

}  // namespace scalegen
