#include "core/campaign_line.hpp"

#include "core/units.hpp"

namespace scalegen {

std::string to_text(const CampaignSize& size) {
  if (size.nodes) return counted(*size.nodes, "node");
  return size.gpus ? counted(*size.gpus, "GPU") : size.rung;
}

std::string work_text(const CampaignLine& line) {
  return amount_in_words(line.amount) + " " + to_text(line.unit);
}

bool is_of_size(const CampaignSize& size, std::string_view rung, const RungShape& shape) {
  if (size.nodes) return shape.nodes == *size.nodes;
  if (size.gpus) return shape.device == DeviceKind::gpu && shape.ranks == *size.gpus;
  return rung == size.rung;
}

}  // namespace scalegen
