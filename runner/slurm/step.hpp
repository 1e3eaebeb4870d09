#pragma once
#include <optional>

#include "runner/slurm/accounting.hpp"

namespace scalegen {

/// The name of the step that looks at the GPUs beside the ranks, and is ended when they have ended: it fails
/// as it likes.
inline constexpr const char* kMonitorStep = "scalegen-monitor";

/// Whether one of the steps, or the script itself, went beyond its memory.
bool ran_out_of_memory(const AccountedStart& start);

/// By the largest task of any of its steps, in MiB. Nothing where Slurm did not look.
std::optional<std::int64_t> most_memory_used(const AccountedStart& start);

/// The first srun that failed, though its script may have ended well. Not one that the script or its end has
/// ended.
std::optional<AccountedStep> failed_step(const AccountedStart& start);

}  // namespace scalegen
