#pragma once
#include <optional>
#include <string_view>

#include "core/diagnostics.hpp"
#include "core/setting.hpp"
#include "generator/plan/rungs.hpp"

namespace scalegen::plan {

/// The parameter of a command that says how many threads each of its ranks has: a whole number, or `all`.
inline constexpr std::string_view kThreads = "threads";
inline constexpr std::string_view kAllThreads = "all";

/// The rung of a run with these settings. Where they hold `threads`, the cores of a rung on cores are shared
/// out: 8cpu has 4 ranks of 2 threads, and with `all` one rank of 8 on each node. A rank on a GPU has so many
/// cores beside it.
Rung with_threads(const ResolvedRung& rung, const Settings& settings);

/// The error of a rung whose cores the threads of a rank do not divide, with the nearest that they do.
std::optional<Diagnostic> undivided(const ResolvedRung& rung, const Settings& settings);

}  // namespace scalegen::plan
