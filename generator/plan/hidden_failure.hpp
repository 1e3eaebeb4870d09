#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace scalegen::plan {

/// A command of a text whose failure the exit status of the text does not show.
struct HiddenFailure {
  std::size_t offset = 0;  // of the command, in bytes
  std::string message{};
  std::string hint{};
};

/// The first such command: one before a `;` or the end of a line, in the background, before `||`, or, without
/// `pipefail`, in a pipe. Programs that only prepare or clean up, such as mkdir, may fail unseen.
std::optional<HiddenFailure> hidden_failure_in(std::string_view text, bool has_pipefail);

}  // namespace scalegen::plan
