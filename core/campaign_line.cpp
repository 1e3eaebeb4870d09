#include "core/campaign_line.hpp"

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

#include "core/json.hpp"
#include "core/units.hpp"

namespace scalegen {
namespace {

constexpr auto kUnits = {CampaignLine::Unit::steps, CampaignLine::Unit::samples, CampaignLine::Unit::epochs};

Json line_json(const CampaignLine& line) {
  Json json{{"run", line.run}, {"runs", line.runs}};
  if (line.size.nodes) json["nodes"] = *line.size.nodes;
  if (line.size.gpus) json["gpus"] = *line.size.gpus;
  if (!line.size.rung.empty()) json["rung"] = line.size.rung;
  json[to_text(line.unit)] = line.amount;
  if (line.scaling) json["scaling"] = to_text(*line.scaling);
  return json;
}

std::int64_t count_at(const Json& json, const char* name) {
  const auto count = integer_field(json, name);
  if (count && *count > 0) return *count;
  throw std::out_of_range(fmt::format("'{}' of a campaign must be a whole number above 0", name));
}

CampaignLine line_of(const Json& json) {
  CampaignLine line{.run = json.at("run"), .runs = count_at(json, "runs")};
  if (json.contains("nodes")) line.size.nodes = count_at(json, "nodes");
  if (json.contains("gpus")) line.size.gpus = count_at(json, "gpus");
  line.size.rung = text_field(json, "rung").value_or("");
  for (const auto unit : kUnits)
    if (const auto amount = number_field(json, to_text(unit).c_str())) {
      line.unit = unit;
      line.amount = *amount;
    }
  if (const auto scaling = text_field(json, "scaling"); !scaling.value_or("").empty())
    line.scaling = *scaling == to_text(Scaling::weak) ? Scaling::weak : Scaling::strong;
  if (!(line.amount > 0) || !std::isfinite(line.amount))
    throw std::out_of_range("a line of a campaign does not say its work");
  return line;
}

}  // namespace

std::string to_text(CampaignLine::Unit unit) {
  switch (unit) {
    case CampaignLine::Unit::steps:
      return "steps";
    case CampaignLine::Unit::samples:
      return "samples";
    case CampaignLine::Unit::epochs:
      return "epochs";
  }
  return "";
}

std::string to_text(const CampaignSize& size) {
  if (size.nodes) return counted(*size.nodes, "node");
  return size.gpus ? counted(*size.gpus, "GPU") : size.rung;
}

std::string work_text(const CampaignLine& line) {
  const bool is_whole = line.amount == std::floor(line.amount);
  return (is_whole ? fmt::format("{:.0f} ", line.amount) : fmt::format("{:g} ", line.amount)) +
         to_text(line.unit);
}

bool is_of_size(const CampaignSize& size, std::string_view rung, const RungShape& shape) {
  if (size.nodes) return shape.nodes == *size.nodes;
  if (size.gpus) return shape.device == DeviceKind::gpu && shape.ranks == *size.gpus;
  return rung == size.rung;
}

Json campaign_json(const std::vector<CampaignLine>& campaign) {
  Json list = Json::array();
  for (const auto& line : campaign) list.push_back(line_json(line));
  return list;
}

std::vector<CampaignLine> campaign_of(const Json& json) {
  std::vector<CampaignLine> campaign;
  for (const auto& line : json) campaign.push_back(line_of(line));
  return campaign;
}

}  // namespace scalegen
