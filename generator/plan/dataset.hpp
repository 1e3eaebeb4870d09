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

/// The sets of files that the workload's model can be trained on, each as the names of its files, joined by
/// blanks. Sets with the same names are one.
std::vector<std::string> sets_that_fit(const std::string& workload);

/// A folder for a workload that no set of files fits.
Diagnostic fits_no_set(const Located<std::string>& data, const std::string& workload);

/// Finds the data set that `data:` names on this machine. `auto` takes the first set that fits the workload's
/// model and whose files are in a sub-folder of one of the `roots`: MNIST, then Fashion-MNIST; else a
/// synthetic one. Errors list the folders that were searched, or the missing files, or say that the set does
/// not fit. What scalegen-train has not, fits anything.
Result<Dataset> find_dataset(const Located<std::string>& data, const std::string& workload,
                             const std::vector<std::filesystem::path>& roots);

}  // namespace scalegen::plan
