#include "cli/plots.hpp"

#include <fmt/format.h>

#include "app/plots.hpp"
#include "cli/terminal.hpp"
#include "core/try.hpp"

namespace scalegen {

Result<void> put_plots(const std::vector<charts::Chart>& charts, const std::string& folder,
                       const std::string& why_none, charts::Medium medium) {
  if (charts.empty()) return failure("there is nothing to draw yet: " + why_none);
  TRY_ASSIGN(const auto written, write_plots(charts, folder, medium));
  for (const auto& file : written.files) put(fmt::format("{}/{}\n", folder, file));
  if (!written.only_svg.empty()) tell(fmt::format("SVG only: {}\n", written.only_svg));
  return {};
}

}  // namespace scalegen
