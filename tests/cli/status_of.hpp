#pragma once
#include <chrono>
#include <string>

#include "runner/run_status.hpp"

namespace scalegen {

// A run of each kind, as `status` finds it; `kLook` is when it looks.
inline constexpr std::chrono::system_clock::time_point kLook{std::chrono::seconds(1'763'719'200)};

inline RunStatus completed(const std::string& run) {
  return {.record = {.run = {.id = run, .rung = {.name = "1gpu"}},
                     .attempt = "1",
                     .outcome = Completed{},
                     .elapsed = std::chrono::milliseconds(20'500)}};
}
inline RunStatus failed(const std::string& run) {
  return {.record = {
              .run = {.id = run, .rung = {.name = "1gpu"}}, .attempt = "2", .outcome = Failed{3, "no data"}}};
}
inline RunStatus running(const std::string& run, const std::string& job) {
  return {.record = {.run = {.id = run, .rung = {.name = "1gpu"}}, .attempt = "1"},
          .job = ObservedJob{.id = {job},
                             .attempt = "1",
                             .begun = kLook - std::chrono::seconds(90),
                             .status = {.state = JobState::active},
                             .place = {.nodes = "n[1-2]"}}};
}
inline RunStatus waiting(const std::string& run, const std::string& job, const std::string& reason,
                         const std::string& expected_start = "") {
  return {.record = {.run = {.id = run, .rung = {.name = "1gpu"}}},
          .job = ObservedJob{.id = {job},
                             .attempt = "1",
                             .status = {.state = JobState::waiting, .reason = reason},
                             .place = {.expected_start = expected_start}}};
}

}  // namespace scalegen
