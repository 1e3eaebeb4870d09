#include "analysis/report/sections.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/cost/next_time.hpp"
#include "core/json.hpp"
#include "core/text.hpp"
#include "core/units.hpp"

namespace scalegen::report {
namespace {

std::string text_of(const ShorterLimit& limit) {
  return fmt::format("time_limit: {}m  # the longest run, of {}, took {} of {}", limit.enough.count() / 60,
                     limit.rung, duration_text(limit.longest), duration_text(limit.asked));
}

std::string text_of(const LessMemory& memory) {
  return fmt::format("memory: {}  # {} held at most {} of {} on a node, cached files included",
                     memory_text(memory.enough_mib), memory.rung, memory_in_words(memory.peak_mib),
                     memory_in_words(memory.asked_mib));
}

std::string text_of(const FewerCores& cores) {
  return fmt::format(
      "cpus_per_task: {}  # a rank keeps at most {} of {} cores busy, in {}; 'sweep: "
      "{{cpus_per_task: [{}, {}]}}' tells whether it needs more at times",
      cores.enough, three_digits(cores.busy), cores.asked, cores.rung, cores.enough, cores.asked);
}

std::string busy_text(const IdleGpus& idle) {
  return fmt::format("{} % of the time in {}", three_digits(idle.utilisation_percent), idle.rung);
}

// A line for those whose cores were busy, and one for the others.
void add_idle(const std::vector<IdleGpus>& idle, bool cores_are_busy, std::vector<std::string>& lines) {
  std::vector<std::string> rungs;
  for (const auto& gpus : idle)
    if (gpus.cores_are_busy == cores_are_busy) rungs.push_back(busy_text(gpus));
  if (rungs.empty()) return;
  lines.push_back(fmt::format("GPUs are busy for {}; {}", join_truncated(rungs),
                              cores_are_busy
                                  ? "the cores are busy: preparing data may want more 'cpus_per_task'"
                                  : "ranks may wait for files or for each other, or the batch is small"));
}

bool is_axis(const Report& report, const std::string& name) {
  return std::ranges::find(report.head.axes, name) != report.head.axes.end();
}

// On a machine of one's own nothing is asked for.
NextTime worth_saying(const Report& report) {
  auto next = next_time(report.tables);
  if (!report.head.is_scheduled) return {.idle = std::move(next.idle)};
  if (is_axis(report, "cpus_per_task")) next.cores.reset();
  return next;
}

}  // namespace

document::Section next_time_section(const Report& report) {
  const auto next = worth_saying(report);
  document::Section section{.title = "next time"};
  if (next.time_limit) section.lines.push_back(text_of(*next.time_limit));
  if (next.memory) section.lines.push_back(text_of(*next.memory));
  if (next.cores) section.lines.push_back(text_of(*next.cores));
  for (const bool cores_are_busy : {true, false}) add_idle(next.idle, cores_are_busy, section.lines);
  return section;
}

Json next_time_json(const Report& report) {
  const auto next = worth_saying(report);
  Json json = Json::object();
  if (const auto& limit = next.time_limit)
    json["time_limit"] = {{"rung", limit->rung},
                          {"longest_seconds", limit->longest.count()},
                          {"asked_seconds", limit->asked.count()},
                          {"enough_seconds", limit->enough.count()}};
  if (const auto& memory = next.memory)
    json["memory"] = {{"rung", memory->rung},
                      {"peak_mib", memory->peak_mib},
                      {"asked_mib", memory->asked_mib},
                      {"enough_mib", memory->enough_mib}};
  if (const auto& cores = next.cores)
    json["cpus_per_task"] = {
        {"rung", cores->rung}, {"busy", cores->busy}, {"asked", cores->asked}, {"enough", cores->enough}};
  for (const auto& idle : next.idle)
    json["idle_gpus"].push_back({{"rung", idle.rung},
                                 {"utilisation_percent", idle.utilisation_percent},
                                 {"cores_are_busy", idle.cores_are_busy}});
  return json;
}

}  // namespace scalegen::report
