#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "analysis/document/document.hpp"
#include "app/history/history.hpp"
#include "app/history/history_text.hpp"

namespace scalegen::history {

/// A rung of the newest sweep of its name and cluster against the sweeps before it.
struct Rolling {
  const IndexedSweep* sweep = nullptr;
  const IndexedRung* rung = nullptr;
  std::size_t earlier = 0;  // sweeps with this rung, these settings and no star; at most as many as asked for
  std::optional<stats::Estimate> ratio{};  // of speeds: above 1 is faster
  double p_adjusted = 1;                   // by Holm over the rungs of this sweep
  std::string why_open{};                  // empty: it is judged
  bool fails = false;                      // slower, or without a figure, which it had in an earlier sweep
  bool operator==(const Rolling&) const = default;
};

/// Fewer sweeps say too little of how nights differ.
inline constexpr std::size_t kFewestEarlier = 3;

/// The newest sweeps that the filter lets through, each against its last `most` ones. A sweep counts as one
/// value, the mean of its log times, as rounds of a night share what is special to it: the interval is that
/// in which a further sweep lies, of a t distribution (mean of n: s * sqrt(1 + 1/n)), at 95 %. The history
/// must outlive them.
std::vector<Rolling> against_last(const History& history, const Filter& filter, std::size_t most);

document::Document rolling_document(const std::vector<Rolling>& all, std::size_t most,
                                    const std::vector<std::string>& notes);
std::string rolling_json(const std::vector<Rolling>& all, const std::vector<std::string>& notes);

}  // namespace scalegen::history
