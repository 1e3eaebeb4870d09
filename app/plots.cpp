#include "app/plots.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "analysis/charts/charts.hpp"
#include "analysis/charts/drawings.hpp"
#include "app/timelines.hpp"
#include "core/files.hpp"
#include "core/process.hpp"
#include "core/try.hpp"

namespace scalegen {
namespace {

namespace fs = std::filesystem;

// A pixel of SVG is 1/96 inch.
constexpr const char* kZoomTo300Dpi = "3.125";

// Empty if all went well, else why there is no such file.
std::string convert(const fs::path& svg, const fs::path& to, const std::vector<std::string>& options) {
  std::vector<std::string> command{"rsvg-convert", "--output=" + to.string()};
  command.insert(command.end(), options.begin(), options.end());
  command.push_back(svg.string());
  const auto result = run_program(command);
  if (!result) return "rsvg-convert, which would make PDF and PNG, is not installed here";
  return result->exit_status == 0 ? "" : fmt::format("rsvg-convert failed: {}", result->err);
}

std::string write_prints(const fs::path& folder, const std::string& id, WrittenPlots& written) {
  const auto svg = folder / (id + ".svg");
  const auto pdf = id + ".pdf", png = id + ".png";
  if (auto why = convert(svg, folder / pdf, {"--format=pdf"}); !why.empty()) return why;
  if (auto why = convert(svg, folder / png, {"--format=png", std::string("--zoom=") + kZoomTo300Dpi});
      !why.empty())
    return why;
  written.files.insert(written.files.end(), {pdf, png});
  return "";
}

}  // namespace

std::vector<charts::Chart> charts_with_timelines(const report::Report& report) {
  return charts::charts_of(report, timelines_of(report));
}

Result<WrittenPlots> write_plots(const std::vector<charts::Chart>& charts, const std::string& folder) {
  TRY(make_folders(folder));
  WrittenPlots written;
  for (const auto& chart : charts) {
    const auto file = chart.id + ".svg";
    TRY(write_file(fs::path(folder) / file, charts::svg_file(chart)));
    written.files.push_back(file);
    if (written.only_svg.empty()) written.only_svg = write_prints(folder, chart.id, written);
  }
  return written;
}

}  // namespace scalegen
