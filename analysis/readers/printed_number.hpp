#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "core/diagnostics.hpp"
#include "core/plan.hpp"

namespace scalegen {

/// The text that the group of a pattern matched, and the line around it.
struct FoundText {
  std::string_view before{};
  std::string_view text{};
  std::string_view after{};
};

/// A pattern and the place of its one group.
struct GroupInPattern {
  std::string_view before{};
  std::string_view group{};
  std::string_view after{};
};

/// Reads the numbers that the pattern of a metric finds, one after the other.
class NumberReader {
 public:
  explicit NumberReader(const MetricPattern& metric);  // which must outlive it

  [[nodiscard]] const MetricPattern& metric() const { return metric_; }

  /// Returns the number times an SI prefix (k, K, M, G) right behind it: 1.92K, 1.92Ktokens/s. Letters that
  /// are the unit's first word ("12.5s") or begin it ("12.5G" in GiB), or that the pattern names behind its
  /// group, are no prefix. A unit there, or behind blanks and brackets, that differs in its prefix alone
  /// ("1.5 Mtokens/s" for tokens/s) is converted; any other than the metric's ("12.5 ms" for s) is an error,
  /// also if the pattern names it. Returns an error, to be read after "loss in line 3 of out", if it is not a
  /// number, if other letters stand right behind it, or if it is a part of a number: if digits, a sign, an
  /// exponent, or digits beyond a comma, a point or a colon stand around it. A pattern that names the sign or
  /// the separator itself, as 'loss,([0-9.]+)' names the comma, means a part. Of a metric whose unit is a
  /// time, a clock time such as 3:25.11 is read whole, in that unit; a part of one is an error, whatever the
  /// pattern names.
  Result<double> read(const FoundText& found);

  /// The same for a speed, which is above 0.
  Result<double> read_speed(const FoundText& found);

 private:
  /// What the text behind a number says of its unit: prefix_factor() and contradicting_unit().
  struct UnitBehind {
    std::optional<double> factor{};
    std::string other{};
  };

  const UnitBehind& unit_behind(std::string_view text);
  std::optional<double> plain_number(const FoundText& found);

  const MetricPattern& metric_;
  GroupInPattern group_;
  std::string last_part_{};  // of the text behind the number before, which says mostly the same
  std::optional<UnitBehind> last_unit_{};
};

}  // namespace scalegen
