#pragma once
#include <optional>
#include <string>
#include <vector>

#include "analysis/models/fit.hpp"

namespace scalegen::models {

/// The laws that were fitted, and the one that the data support.
struct Choice {
  std::vector<Fit> fits{};              // those with at least one size more than parameters
  std::optional<std::size_t> chosen{};  // of `fits`
  std::string why{};                    // it was chosen, or why none was
  bool operator==(const Choice&) const = default;
};

/// At least as many different sizes, or no law is chosen.
inline constexpr std::size_t kLeastSizes = 3;

/// Chooses the law with the smallest aic (fit.hpp) of those whose residuals are explained by the scatter of
/// runs and kModelError (lack_of_fit_p of at least 1 %); none if no residuals are, and below kLeastSizes.
Choice choose(const MeasuredSizes& measured);

}  // namespace scalegen::models
