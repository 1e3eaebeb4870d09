#pragma once
#include <filesystem>

#include "core/diagnostics.hpp"

namespace scalegen {

/// Unpacks what scalegen-train is made of, which this program carries with it, into `folder`, in the place of
/// what is there: all of it, or nothing is changed.
Result<void> write_train_sources(const std::filesystem::path& folder);

}  // namespace scalegen
