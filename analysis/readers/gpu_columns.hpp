#pragma once
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/readers/gpu_log.hpp"

namespace scalegen {

/// The quantity in a column, and the most of it that a GPU can have.
struct GpuQuantity {
  std::string_view title{};
  std::string_view unit{};
  double most = 0;
  std::optional<double> GpuSample::*value{};
  double factor = 1;  // from the unit to that of the sample
  bool is_of_amd = false;
};

/// Columns that may tell GPUs apart. Among those that do it for as many lines, the first is taken.
inline constexpr std::array<std::string_view, 6> kGpuIdentities{"uuid", "pci.bus_id", "index",
                                                                "gpu",  "Unique ID",  "device"};

/// The columns of a monitor's table that are read.
struct GpuColumns {
  struct Read {
    std::size_t at = 0;
    const GpuQuantity* quantity = nullptr;
  };
  std::size_t count = 0;
  std::optional<std::size_t> time{};
  std::vector<Read> quantities{};
  std::vector<std::size_t> clock_reasons{};
  std::array<std::optional<std::size_t>, kGpuIdentities.size()> identities{};
  std::optional<std::size_t> model{};  // AMD's number of it: 0x7408
  bool is_of_amd = false;
  std::string unusable{};  // why nothing can be read: "its column 'memory.used [GiB]' is not in MiB"
};

/// Knows the titles of `nvidia-smi --query-gpu`, `rocm-smi --csv` and `amd-smi monitor|metric --csv`. Columns
/// whose unit is not known are left out: what rocm-smi calls "GPU memory use (%)" is of an unknown whole.
GpuColumns gpu_columns_of(const std::vector<std::string>& titles);

/// The sample that the fields of a line hold.
struct GpuValues {
  GpuSample sample{};
  bool all_read = true;
  std::string contradiction{};  // "power.draw is '97 %'": then no column may be what its title says
};

GpuValues read_gpu_values(const GpuColumns& columns, const std::vector<std::string_view>& fields);

/// False for "[N/A]", "[Unknown Error]", "N/A (Secondary die)" and the like.
bool is_stated(std::string_view text);

/// 'text', of which at most 100 bytes are shown.
std::string shown_text(std::string_view text);

/// A GPU of AMD in one sample of its node.
struct AmdReading {
  std::size_t gpu = 0;
  std::string model{};  // 0x7408; empty if it is not known
  GpuSample sample{};
  bool operator==(const AmdReading&) const = default;
};

/// Makes the power that AMD's tools show that of each GPU. On MI250 and MI250X two GPUs are dies of one
/// package; the first shows the power of both, the second none or 0 W (Linux 076f55a45e9e, "Only primary die
/// supports power data"; rocm_smi.py: "Primary die shows total (primary + secondary) socket power"). Where
/// each first die is followed by its second one, each has half of it. Otherwise the power of such a GPU is
/// unknown: what the die beside it takes is not seen, and is another job's, maybe. The same holds for a GPU
/// of an unknown model that is alone.
void settle_power(std::vector<AmdReading>& node);

}  // namespace scalegen
