#include "analysis/readers/gpu_columns.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/readers/csv.hpp"

namespace scalegen {
namespace {

constexpr double kMebibyte = 1.0 / (1 << 20);

// nvidia-smi's header calls clocks.sm, a field of the query, clocks.current.sm. Of rocm-smi before and since
// ROCm 6, and of amd-smi, whose "MB" are MiB: its amdsmi_cli divides bytes by 1024 * 1024.
constexpr std::array kQuantities{
    GpuQuantity{"utilization.gpu", "%", 100, &GpuSample::utilisation_percent},
    GpuQuantity{"memory.used", "MiB", 1e8, &GpuSample::memory_mib},
    GpuQuantity{"power.draw", "W", 1e5, &GpuSample::power_w},
    GpuQuantity{"clocks.current.sm", "MHz", 1e5, &GpuSample::sm_clock_mhz},
    GpuQuantity{"clocks.sm", "MHz", 1e5, &GpuSample::sm_clock_mhz},
    GpuQuantity{"GPU use (%)", "%", 100, &GpuSample::utilisation_percent, 1, true},
    GpuQuantity{"VRAM Total Used Memory (B)", "B", 1e14, &GpuSample::memory_mib, kMebibyte, true},
    GpuQuantity{"Average Graphics Package Power (W)", "W", 1e5, &GpuSample::power_w, 1, true},
    GpuQuantity{"Current Socket Graphics Package Power (W)", "W", 1e5, &GpuSample::power_w, 1, true},
    GpuQuantity{"sclk clock speed:", "Mhz", 1e5, &GpuSample::sm_clock_mhz, 1, true},
    GpuQuantity{"gfx", "%", 100, &GpuSample::utilisation_percent, 1, true},
    GpuQuantity{"gfx_activity", "%", 100, &GpuSample::utilisation_percent, 1, true},
    GpuQuantity{"vram_used", "MB", 1e8, &GpuSample::memory_mib, 1, true},
    GpuQuantity{"used_vram", "MB", 1e8, &GpuSample::memory_mib, 1, true},
    GpuQuantity{"power_usage", "W", 1e5, &GpuSample::power_w, 1, true},
    GpuQuantity{"socket_power", "W", 1e5, &GpuSample::power_w, 1, true},
    GpuQuantity{"gfx_clk", "MHz", 1e5, &GpuSample::sm_clock_mhz, 1, true}};

// Why clocks are low, by either name: drivers before 535 know the second only.
constexpr std::array<std::string_view, 2> kReasons{"clocks_event_reasons.active",
                                                   "clocks_throttle_reasons.active"};
// The titles of rocm-smi since ROCm 6, and before.
constexpr std::array<std::string_view, 2> kModels{"Device ID", "GPU ID"};

template <class Names>
bool is_among(const Names& names, std::string_view title) {
  return std::ranges::find(names, title) != names.end();
}

// "memory.used [MiB]" -> "memory.used"
std::string_view without_unit(std::string_view title) { return title.substr(0, title.find(" [")); }

std::string_view unit_of(std::string_view text) {
  const auto blank = text.find(' ');
  return blank == std::string_view::npos ? "" : text.substr(blank + 1);
}

bool is_unit_of_another(std::string_view unit, const GpuQuantity& quantity) {
  return unit != quantity.unit &&
         std::ranges::any_of(kQuantities, [&](const auto& other) { return unit == other.unit; });
}

// Reads "631.95 W", "631.95" or "(1700Mhz)"; returns nullopt for any other unit, and for what no GPU can
// have.
std::optional<double> number_of(std::string_view text, const GpuQuantity& quantity) {
  if (text.front() == '(' && text.back() == ')') text = text.substr(1, text.size() - 2);
  const auto digits = text.substr(0, text.find_first_not_of("0123456789."));
  auto unit = text.substr(digits.size());
  if (unit.starts_with(' ')) unit.remove_prefix(1);
  if (digits.empty() || !(unit.empty() || unit == quantity.unit)) return std::nullopt;
  const auto number = parse_number(digits);
  return number && *number <= quantity.most ? std::optional(*number * quantity.factor) : std::nullopt;
}

void add_quantity(GpuColumns& columns, std::size_t at, const std::string& title) {
  const auto name = without_unit(title);
  const auto* const found = std::ranges::find(kQuantities, name, &GpuQuantity::title);
  if (found == kQuantities.end()) return;
  columns.quantities.push_back({at, found});
  columns.is_of_amd = columns.is_of_amd || found->is_of_amd;
  if (name != title && title != fmt::format("{} [{}]", name, found->unit) && columns.unusable.empty())
    columns.unusable = fmt::format("its column {} is not in {}", shown_text(title), found->unit);
}

bool shows_power(const AmdReading& gpu) { return gpu.sample.power_w.value_or(0) > 0; }

// PCI numbers: MI250X and MI250.
bool is_die_of_two(const AmdReading& gpu) { return gpu.model == "0x7408" || gpu.model == "0x740c"; }

bool is_whole_package(const AmdReading& gpu) { return !gpu.model.empty() && !is_die_of_two(gpu); }

bool are_dies_in_pairs(const std::vector<AmdReading>& node) {
  if (node.size() % 2 != 0) return false;
  for (std::size_t i = 0; i < node.size(); i += 2)
    if (!shows_power(node[i]) || shows_power(node[i + 1])) return false;
  return true;
}

}  // namespace

GpuColumns gpu_columns_of(const std::vector<std::string>& titles) {
  GpuColumns columns{.count = titles.size()};
  for (std::size_t i = 0; i < titles.size(); ++i) {
    add_quantity(columns, i, titles[i]);
    if (titles[i] == "timestamp") columns.time = columns.time.value_or(i);
    if (is_among(kModels, titles[i])) columns.model = i;
    if (is_among(kReasons, titles[i])) columns.clock_reasons.push_back(i);
    const auto* const identity = std::ranges::find(kGpuIdentities, titles[i]);
    if (identity != kGpuIdentities.end()) {
      auto& at = columns.identities[static_cast<std::size_t>(identity - kGpuIdentities.begin())];
      at = at.value_or(i);
    }
  }
  if (columns.quantities.empty() && columns.clock_reasons.empty())
    columns.unusable =
        "none of its columns is utilization.gpu, memory.used, power.draw, clocks.current.sm or "
        "clocks_event_reasons.active";
  return columns;
}

GpuValues read_gpu_values(const GpuColumns& columns, const std::vector<std::string_view>& fields) {
  GpuValues values;
  for (const auto& [at, quantity] : columns.quantities) {
    auto& value = values.sample.*(quantity->value);
    if (value || !is_stated(fields[at])) continue;
    value = number_of(fields[at], *quantity);
    if (value) continue;
    values.all_read = false;
    if (is_unit_of_another(unit_of(fields[at]), *quantity) && values.contradiction.empty())
      values.contradiction = fmt::format("{} is {}", quantity->title, shown_text(fields[at]));
  }
  for (const auto at : columns.clock_reasons) {
    if (values.sample.slowdowns || !is_stated(fields[at])) continue;
    values.sample.slowdowns = parse_clock_reasons(fields[at]);
    values.all_read = values.all_read && values.sample.slowdowns;
  }
  return values;
}

bool is_stated(std::string_view text) {
  return !text.empty() && text.front() != '[' && !text.starts_with("N/A") && text != "ERR!";
}

std::string shown_text(std::string_view text) {
  constexpr std::size_t kMost = 100;
  return fmt::format("'{}{}'", text.substr(0, kMost), text.size() > kMost ? "..." : "");
}

void settle_power(std::vector<AmdReading>& node) {
  const bool are_whole = std::ranges::all_of(node, is_whole_package) ||
                         (node.size() > 1 && std::ranges::none_of(node, is_die_of_two) &&
                          std::ranges::all_of(node, shows_power));
  const bool are_pairs = !are_whole && are_dies_in_pairs(node);
  for (std::size_t i = 0; are_pairs && i < node.size(); i += 2) {
    auto& first = node[i].sample.power_w;
    first = *first / 2;
    node[i + 1].sample.power_w = first;
  }
  for (auto& gpu : node)
    if (!shows_power(gpu) || !(are_whole || are_pairs)) gpu.sample.power_w = std::nullopt;
}

}  // namespace scalegen
