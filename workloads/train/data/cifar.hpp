#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

#include "workloads/train/data/samples.hpp"

namespace scalegen::train {

/// The training and the test samples of a folder with the binary version of CIFAR-10 (`set` is "cifar10", the
/// folder cifar-10-batches-bin) or CIFAR-100 ("cifar100", cifar-100-binary; of the two labels the fine one),
/// its files plain or gzipped, or nothing if it has none of them. Throws BadInput that names the file, what
/// was expected and what was found; some of the files are a mistake, too.
std::optional<TrainAndTest> read_cifar_set(std::string_view set, const std::filesystem::path& folder);

}  // namespace scalegen::train
