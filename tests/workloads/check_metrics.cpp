// check_metrics FILE CONTRACT SAMPLES: the event lines in FILE are those of one whole run. Each has the
// fields of the contract's event of its kind, of the same types, and no others; the steps' samples are those
// of SAMPLES, "32,32,4".
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "expect.hpp"

namespace {

using nlohmann::json;

std::vector<json> read_events(const char* path) {
  std::ifstream file(path);
  std::vector<json> events;
  for (std::string line; std::getline(file, line);) events.push_back(json::parse(line));
  return events;
}

std::vector<int64_t> read_numbers(const char* list) {
  std::istringstream text(list);
  std::vector<int64_t> numbers;
  for (std::string number; std::getline(text, number, ',');) numbers.push_back(std::stoll(number));
  return numbers;
}

bool is_near(double a, double b) { return std::abs(a - b) <= 1e-6 * std::max(std::abs(a), std::abs(b)); }

double sum_of(const json& phases) {
  double sum = 0;
  for (const auto& [phase, seconds] : phases.items()) sum += seconds.get<double>();
  return sum;
}

void check_fields(const json& event, const json& sample) {
  const std::string kind = sample["event"];
  for (const auto& [name, value] : sample.items()) {
    expect(event.contains(name), kind + " has '" + name + "'");
    if (!event.contains(name)) continue;
    expect(event[name].type_name() == std::string(value.type_name()),
           kind + "'s '" + name + "' is a " + value.type_name());
    expect(!value.is_number_integer() || event[name].is_number_integer(),
           kind + "'s '" + name + "' is whole");
  }
  const std::set<std::string> of_gpu_builds = {"nccl", "cudnn", "driver"};
  for (const auto& [name, value] : event.items())
    expect(sample.contains(name) || of_gpu_builds.contains(name), kind + " has no '" + name + "'");
}

void check_steps(const std::vector<json>& steps, const std::vector<int64_t>& samples) {
  expect(steps.size() == samples.size(), "there are " + std::to_string(samples.size()) + " steps");
  for (std::size_t i = 0; i < std::min(steps.size(), samples.size()); ++i) {
    const std::string name = "step " + std::to_string(i + 1);
    expect(steps[i]["step"] == i + 1, name + " has its number");
    expect(steps[i]["samples"] == samples[i], name + " has " + std::to_string(samples[i]) + " samples");
    expect(steps[i]["seconds"] > 0, name + " takes time");
    expect(steps[i]["data_wait_seconds"] < steps[i]["seconds"], name + " does more than wait for data");
    expect(is_near(sum_of(steps[i]["phases"]), steps[i]["seconds"]), name + "'s phases add up to it");
    if (i == 0) continue;
    expect(steps[i]["epoch"] >= steps[i - 1]["epoch"], name + " is not in an earlier epoch");
    const double elapsed = steps[i]["time"].get<double>() - steps[i - 1]["time"].get<double>();
    expect(std::abs(elapsed - steps[i]["seconds"].get<double>()) < 1e-3,
           name + " ends its seconds after the one before");
  }
}

/// Checks the phases of the ranks, which are of the second half of the steps.
void check_ranks(const json& event, const json& start, std::size_t steps) {
  const json& ranks = event["ranks"];
  expect(ranks.size() == start["world_size"], "each rank has its phases");
  for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
    const std::string name = "rank " + std::to_string(rank);
    expect(ranks[rank]["rank"] == rank, name + " has its number");
    expect(ranks[rank]["host"] == start["hosts"][rank], name + " has its host");
    expect(ranks[rank]["device"] == start["devices"][rank], name + " has its device");
    expect(ranks[rank]["steps"] == (steps + 1) / 2, name + " tells of half the steps");
    expect(is_near(sum_of(ranks[rank]["phases"]), ranks[rank]["seconds"]),
           name + "'s phases add up to its time");
    for (const auto& [phase, median] : ranks[rank]["median"].items())
      expect(median <= ranks[rank]["p90"][phase],
             name + "'s median of " + phase + " is at most nine tenths'");
  }
}

void check_probes(const std::vector<json>& probes, const json& start) {
  const std::vector<std::string> whens = {"before", "after"};
  const double n = start["world_size"];
  for (std::size_t i = 0; i < probes.size(); ++i) {
    expect(probes[i]["when"] == whens.at(i), "there is a probe before and one after");
    expect(probes[i]["bytes"] == start["gradient_bytes"], "the probe sums as many bytes as a step");
    const double bandwidth = probes[i]["bytes"].get<double>() / probes[i]["seconds"].get<double>() / 1e9;
    expect(is_near(probes[i]["algbw_gb_per_s"], bandwidth), "algbw is bytes by time");
    expect(is_near(probes[i]["busbw_gb_per_s"], bandwidth * 2 * (n - 1) / n),
           "busbw is that times 2 (n - 1) / n");
  }
}

void check_end(const json& end, const std::vector<json>& steps) {
  int64_t samples = 0;
  double seconds = 0;
  for (const json& step : steps) {
    samples += step["samples"].get<int64_t>();
    seconds += step["seconds"].get<double>();
  }
  expect(end["steps"] == steps.size(), "the end counts the steps");
  expect(end["samples"] == samples, "the end counts the samples");
  expect(std::abs(end["seconds"].get<double>() - seconds) < 1e-3, "the end's seconds are those of the steps");
  expect(end["peak_memory_mib"] > 10, "the peak of memory is more than 10 MiB");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  std::map<std::string, json> contract;
  for (const json& event : read_events(argv[2])) contract[event["event"]] = event;
  const std::vector<json> events = read_events(argv[1]);
  std::map<std::string, std::vector<json>> kinds;
  std::string order;
  for (const json& event : events) {
    const std::string kind = event["event"];
    expect(contract.contains(kind), "'" + kind + "' is an event of the contract");
    check_fields(event, contract[kind]);
    kinds[kind].push_back(event);
    order += kind[0];
  }
  const std::vector<int64_t> samples = read_numbers(argv[3]);
  const std::string probe = kinds["start"][0]["world_size"] > 1 ? "p" : "";
  expect(order == "s" + probe + std::string(samples.size(), 's') + "e" + probe + "re",
         "start, probe, steps, eval, probe, ranks, end come in this order");
  if (failures > 0) return 1;
  check_steps(kinds["step"], samples);
  check_end(kinds["end"][0], kinds["step"]);
  check_ranks(kinds["ranks"][0], kinds["start"][0], kinds["step"].size());
  check_probes(kinds["probe"], kinds["start"][0]);
  expect(kinds["start"][0]["hosts"].size() == kinds["start"][0]["world_size"],
         "there is a host for each rank");
  expect(kinds["eval"][0]["accuracy"] >= 0 && kinds["eval"][0]["accuracy"] <= 1, "accuracy is from 0 to 1");
  return failures == 0 ? 0 : 1;
}
