#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "core/diagnostics.hpp"
#include "core/source_location.hpp"

namespace scalegen::plan {

/// The data that a run trains on.
struct Dataset {
  std::string name{};      // for people: MNIST, Fashion-MNIST, synthetic digits, or the path of a folder
  std::string argument{};  // for scalegen-train --data: a folder, or synthetic
  bool operator==(const Dataset&) const = default;
};

/// The values of `data:` besides a path.
const std::vector<std::string>& dataset_words();

/// The files of a data set in MNIST's idx format; each may also exist as NAME.gz.
const std::vector<std::string>& dataset_files();

/// Finds the data set that `data:` names on this machine. `auto` takes MNIST if its four files are in a
/// sub-folder of one of the `roots`, else Fashion-MNIST, else the synthetic digits. Errors list the folders
/// that were searched, or the missing files.
Result<Dataset> find_dataset(const Located<std::string>& data,
                             const std::vector<std::filesystem::path>& roots);

}  // namespace scalegen::plan
