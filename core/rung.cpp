#include "core/rung.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <tuple>

#include "core/text.hpp"

namespace scalegen {
namespace {

/// The largest numbers that a name may hold. A table may come from a larger machine than any profile
/// describes.
struct Limits {
  int nodes = 1;
  int ranks_per_node = 1;
  int ranks = 1;
};

constexpr Limits kSweepFileLimits{.nodes = 100'000, .ranks_per_node = 1024, .ranks = 100'000 * 1024};
constexpr Limits kTableLimits{.nodes = 1'000'000, .ranks_per_node = 1'000'000, .ranks = 1'000'000};

/// Removes a number from 1 to `most` from the front of the text. Returns nullopt if there is none.
std::optional<int> take_number(std::string_view& text, int most) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_plain = error == std::errc{} && text.front() != '0';
  if (!is_plain || number < 1 || number > most) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

std::optional<RungSpec::Unit> unit_of(std::string_view word) {
  if (word == "gpu") return RungSpec::Unit::gpu_ranks;
  if (word == "cpu") return RungSpec::Unit::cpu_ranks;
  if (word == "node" || word == "nodes") return RungSpec::Unit::whole_nodes;
  return std::nullopt;
}

std::optional<RungSpec> parse(std::string_view text, const Limits& most) {
  if (text == "cpu") return RungSpec{};
  int nodes = 1;
  auto count = take_number(text, most.nodes);
  if (!count) return std::nullopt;
  const bool nodes_first = text.starts_with('x');
  if (nodes_first) {
    text.remove_prefix(1);
    nodes = *count;
    count = take_number(text, most.ranks_per_node);
  }
  const auto unit = unit_of(text);
  if (!count || !unit) return std::nullopt;
  if (*unit == RungSpec::Unit::whole_nodes)
    return nodes_first ? std::nullopt : std::optional(RungSpec{.unit = *unit, .nodes = *count});
  if (*count > most.ranks_per_node || *count > most.ranks / nodes) return std::nullopt;
  return RungSpec{*unit, nodes, *count};
}

// A blank, and a dash before a word ("cpu-only", "1-GPU"), are ignored. A dash before a number is a sign or a
// range, and a blank between two numbers separates them.
bool is_ignored(std::string_view name, std::size_t i) {
  const bool before_letter = i + 1 < name.size() && is_letter(name[i + 1]);
  if (name[i] == '-' || name[i] == '_') return i > 0 && before_letter;
  const bool between_numbers = i > 0 && is_digit(name[i - 1]) && i + 1 < name.size() && is_digit(name[i + 1]);
  return name[i] == ' ' && !between_numbers;
}

bool remove_suffix(std::string& text, std::string_view suffix) {
  if (!text.ends_with(suffix)) return false;
  text.resize(text.size() - suffix.size());
  return true;
}

// "8ranks"
std::optional<int> count_of_ranks(std::string_view text) {
  const auto ranks = take_number(text, kTableLimits.ranks);
  return text == "ranks" || text == "rank" ? ranks : std::nullopt;
}

/// "2 x 4 GPUs" as 2x4gpu, "128 cores" as 128cpu, "GPU" and "gpu-only" as 1gpu.
std::string canonical_name(std::string_view name) {
  std::string text;
  for (std::size_t i = 0; i < name.size(); ++i)
    if (!is_ignored(name, i)) text += static_cast<char>(std::tolower(static_cast<unsigned char>(name[i])));
  const bool has_count = !text.empty() && is_digit(text.front());
  if (!has_count) remove_suffix(text, "only");
  if (text.ends_with("gpus") || text.ends_with("cpus") || text.ends_with("cores")) remove_suffix(text, "s");
  if (has_count && remove_suffix(text, "core")) text += "cpu";
  return text == "gpu" ? "1gpu" : text;
}

}  // namespace

std::optional<RungSpec> parse_rung(std::string_view text) { return parse(text, kSweepFileLimits); }

std::string rung_hint(std::string_view text) {
  const auto meant = canonical_name(text);
  const bool is_count = !text.empty() && is_digit(text.front());
  if (meant == "1gpu" && !is_count)
    return "write a list of sizes, as in [1gpu, 2gpu], or 'scales: auto' for those of the machine or cluster";
  if (parse_rung(meant)) return fmt::format("write {}", meant);
  const bool is_number = is_all_digits(text);
  if (is_number && parse_rung(fmt::format("{}gpu", text)))
    return fmt::format("write {0}gpu, {0}cpu or {0}node{1}", text, text == "1" ? "" : "s");
  return std::string(kRungForms);
}

RungShape shape_of(const Rung& rung) {
  return {rung.device, rung.nodes, size_of(rung), counts_cores(rung) ? rung.threads : 0};
}

std::optional<int> rank_count(const RungShape& shape) {
  return shape.ranks && shape.threads > 0 ? *shape.ranks / shape.threads : shape.ranks;
}

RungShape shape_of_name(std::string_view name) {
  const auto canonical = canonical_name(name);
  if (const auto ranks = count_of_ranks(canonical)) return {.ranks = ranks};
  const auto spec = parse(canonical, kTableLimits);
  if (!spec) return {};
  if (spec->unit == RungSpec::Unit::whole_nodes) return {.nodes = spec->nodes};
  const auto device = spec->unit == RungSpec::Unit::gpu_ranks ? DeviceKind::gpu : DeviceKind::cpu;
  const bool says_nodes = canonical.find('x') != std::string::npos;
  return {device, says_nodes ? std::optional(spec->nodes) : std::nullopt, spec->nodes * spec->ranks_per_node};
}

std::optional<std::size_t> default_baseline(const std::vector<RungShape>& rungs) {
  const bool are_nodes = std::ranges::none_of(rungs, [](const auto& r) { return r.ranks.has_value(); });
  const auto size = [&](std::size_t i) { return are_nodes ? rungs[i].nodes : rungs[i].ranks; };
  const auto order = [&](std::size_t i) {
    return std::tuple(rungs[i].device != DeviceKind::gpu, *size(i), rungs[i].nodes.value_or(1));
  };
  std::optional<std::size_t> best;
  for (std::size_t i = 0; i < rungs.size(); ++i)
    if (size(i) && (!best || order(i) < order(*best))) best = i;
  return best;
}

std::string default_baseline_reason(const RungShape& rung) {
  return rung.device == DeviceKind::gpu ? "the smallest GPU rung" : "the smallest rung";
}

}  // namespace scalegen
