#include "app/history/kept_figures.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <system_error>

#include "core/files.hpp"
#include "core/json.hpp"

namespace scalegen::history {
namespace {

namespace fs = std::filesystem;

constexpr int kFormat = 1;
constexpr std::uintmax_t kMostBytes = 4 << 20;  // thousands of runs have fewer
constexpr double kMostSeconds = 253402300799;   // the end of the year 9999
constexpr double kLargestLog = 700;             // of a number that a double can hold

fs::path file_in(const RunDirectory& directory) { return directory.root / "history.json"; }

Json json_of(const std::optional<stats::Estimate>& estimate) {
  if (!estimate) return nullptr;
  if (!estimate->interval) return Json::array({estimate->centre});
  const auto& i = *estimate->interval;
  return Json::array({estimate->centre, i.low, i.high, i.coverage});
}

std::optional<stats::Estimate> estimate_in(const Json& json) {
  if (json.is_null()) return std::nullopt;
  stats::Estimate estimate{.centre = json.at(0)};
  if (json.size() > 1) estimate.interval = stats::Interval{json.at(1), json.at(2), json.at(3)};
  return estimate;
}

Json json_of(const IndexedRung& rung) {
  return {{"name", rung.name},
          {"rung", rung.rung},
          {"settings", rung.settings},
          {"logs", rung.logs},
          {"typical", json_of(rung.typical)},
          {"speedup", json_of(rung.speedup)},
          {"efficiency", json_of(rung.efficiency)},
          {"is_marked", rung.is_marked},
          {"is_speedup_starred", rung.is_speedup_starred}};
}

IndexedRung rung_in(const Json& json) {
  return {.name = json.at("name"),
          .rung = json.at("rung"),
          .settings = json.at("settings"),
          .logs = json.at("logs").get<std::vector<double>>(),
          .typical = estimate_in(json.at("typical")).value(),
          .speedup = estimate_in(json.at("speedup")),
          .efficiency = estimate_in(json.at("efficiency")),
          .is_marked = json.at("is_marked"),
          .is_speedup_starred = json.at("is_speedup_starred")};
}

Json json_of(const IndexedSweep& sweep) {
  Json json{{"scalegen_history", kFormat}, {"fingerprint", sweep.fingerprint},
            {"measured", sweep.measured},  {"name", sweep.name},
            {"cluster", sweep.cluster},    {"program", sweep.program},
            {"unit", sweep.unit},          {"is_time", sweep.quantity == Quantity::time},
            {"problem", sweep.problem},    {"runs", sweep.runs},
            {"rungs", Json::array()},      {"unmeasured", Json::array()}};
  for (const auto& rung : sweep.rungs) json["rungs"].push_back(json_of(rung));
  for (const auto& rung : sweep.unmeasured) json["unmeasured"].push_back(json_of(rung));
  return json;
}

IndexedSweep sweep_in(const Json& json) {
  IndexedSweep sweep{.fingerprint = json.at("fingerprint"),
                     .measured = json.at("measured"),
                     .name = json.at("name"),
                     .cluster = json.at("cluster"),
                     .program = json.at("program"),
                     .unit = json.at("unit"),
                     .quantity = json.at("is_time").get<bool>() ? Quantity::time : Quantity::rate,
                     .problem = json.at("problem"),
                     .runs = json.at("runs").get<std::set<std::string>>()};
  for (const auto& rung : json.at("rungs")) sweep.rungs.push_back(rung_in(rung));
  for (const auto& rung : json.at("unmeasured")) sweep.unmeasured.push_back(rung_in(rung));
  return sweep;
}

// The file may be of anybody, and dates and statistics rely on what a report holds.
bool is_possible(const IndexedSweep& sweep) {
  const auto is_log = [](double value) { return std::abs(value) < kLargestLog; };
  return sweep.measured >= 0 && sweep.measured <= kMostSeconds &&
         sweep.problem.empty() != sweep.rungs.empty() &&
         std::ranges::all_of(sweep.unmeasured, &std::vector<double>::empty, &IndexedRung::logs) &&
         std::ranges::all_of(sweep.rungs, [&](const IndexedRung& rung) {
           return !rung.logs.empty() && std::ranges::all_of(rung.logs, is_log);
         });
}

// A pipe would let its reader wait, so only a plain file is opened.
std::optional<Json> json_in(const fs::path& file) {
  std::error_code error;
  if (!fs::is_regular_file(fs::symlink_status(file, error))) return std::nullopt;
  const auto text = read_beginning(file, kMostBytes);
  return text ? parse_json(*text) : std::nullopt;
}

}  // namespace

std::optional<IndexedSweep> kept_figures(const RunDirectory& directory, const std::string& fingerprint) {
  const auto json = json_in(file_in(directory));
  if (!json || integer_field(*json, "scalegen_history") != kFormat ||
      text_field(*json, "fingerprint") != fingerprint)
    return std::nullopt;
  try {
    auto sweep = sweep_in(*json);
    sweep.folder = directory.root.string();
    return is_possible(sweep) ? std::optional(std::move(sweep)) : std::nullopt;
  } catch (const std::exception&) {  // Json's, and an estimate that is none
    return std::nullopt;
  }
}

void keep_figures(const RunDirectory& directory, const IndexedSweep& sweep) {
  static_cast<void>(replace_file(file_in(directory), json_line(json_of(sweep)) + "\n"));
}

}  // namespace scalegen::history
