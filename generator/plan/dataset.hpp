#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "core/diagnostics.hpp"
#include "generator/sweep_file/source_location.hpp"

namespace scalegen {

/// What a run trains on.
struct Dataset {
  std::string name{};      // for people: MNIST, Fashion-MNIST, synthetic digits; of a folder its path
  std::string argument{};  // for scalegen-train --data: a folder, or synthetic
  bool operator==(const Dataset&) const = default;
};

/// The words that `data:` knows besides a path.
const std::vector<std::string>& dataset_words();

/// The files of a set in MNIST's idx form; each may also be there as NAME.gz.
const std::vector<std::string>& dataset_files();

/// Finds what `data:` asks for on this machine. `auto` takes MNIST where its four files lie in a sub-folder
/// of one of the `roots`, else Fashion-MNIST, else the synthetic digits. Errors list the folders looked into,
/// or the files that lack.
Result<Dataset> find_dataset(const Located<std::string>& data,
                             const std::vector<std::filesystem::path>& roots);

}  // namespace scalegen
