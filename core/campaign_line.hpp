#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/rung.hpp"
#include "core/scaling.hpp"
#include "core/words.hpp"

namespace scalegen {

/// The size of a production run: of nodes, of GPUs, or that of a rung.
struct CampaignSize {
  std::optional<std::int64_t> nodes{};
  std::optional<std::int64_t> gpus{};
  std::string rung{};
  bool operator==(const CampaignSize&) const = default;
};

/// Production runs that a person wants to ask time for: so many of one size, for so much work each. No run of
/// a sweep depends on it.
struct CampaignLine {
  enum class Unit { steps, samples, epochs };
  std::string run{};  // what the person calls it: train
  std::int64_t runs = 1;
  CampaignSize size{};
  Unit unit = Unit::steps;
  double amount = 0;                 // of each run
  std::optional<Scaling> scaling{};  // the ladder whose batches it has; none: any
  bool operator==(const CampaignLine&) const = default;
};

inline bool is_of_ladder(const CampaignLine& line, Scaling scaling) {
  return line.scaling.value_or(scaling) == scaling;
}

constexpr std::array<Word<CampaignLine::Unit>, 3> words_of(CampaignLine::Unit) {
  return {{{CampaignLine::Unit::steps, "steps"},
           {CampaignLine::Unit::samples, "samples"},
           {CampaignLine::Unit::epochs, "epochs"}}};
}

/// For people: "4 nodes", "16 GPUs", "2x4gpu".
std::string to_text(const CampaignSize& size);

/// For people: "6 million steps", "0.5 epochs".
std::string work_text(const CampaignLine& line);

/// True if a rung of this name and shape is of that size.
bool is_of_size(const CampaignSize& size, std::string_view rung, const RungShape& shape);

}  // namespace scalegen
