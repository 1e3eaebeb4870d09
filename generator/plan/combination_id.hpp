#pragma once
#include <cstddef>
#include <string>

#include "core/setting.hpp"

namespace scalegen {

/// What of a swept value stands in a run's name, as in cpus_per_task=4. A folder, a line `#SBATCH` and an eye
/// must be able to hold it: a value that is long or has other characters is shortened, and gets its number
/// among its axis' values, so that no two are the same: prompt=say_hello~2.
std::string id_part(const std::string& parameter, const Value& value, std::size_t row);

}  // namespace scalegen
