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

// rsvg-convert does not write it: a chunk behind the header of a PNG says that 300 dpi, 11811 pixels a metre,
// are meant, with its CRC.
constexpr std::size_t kEndOfHeader = 33;
constexpr std::string_view kResolution{"\0\0\0\x09pHYs\0\0\x2e\x23\0\0\x2e\x23\x01\x78\xa5\x3f\x76", 21};

std::string with_resolution(std::string png) { return png.insert(kEndOfHeader, kResolution); }

// Empty if all went well, else why there is no such file.
std::string convert(const fs::path& svg, const fs::path& to, const std::vector<std::string>& options) {
  std::vector<std::string> command{"rsvg-convert", "--output=" + to.string()};
  command.insert(command.end(), options.begin(), options.end());
  command.push_back(svg.string());
  auto variables = this_environment();
  variables.emplace_back("SOURCE_DATE_EPOCH=0");  // a PDF says when it was made, which is no part of a chart
  const auto result = run_program(command, variables);
  if (!result) return "rsvg-convert, which would make PDF and PNG, is not installed here";
  return result->exit_status == 0 ? "" : fmt::format("rsvg-convert failed: {}", result->err);
}

Result<std::string> write_prints(const fs::path& folder, const std::string& id, WrittenPlots& written) {
  const auto svg = folder / (id + ".svg");
  const auto pdf = id + ".pdf", png = id + ".png";
  if (auto why = convert(svg, folder / pdf, {"--format=pdf"}); !why.empty()) return why;
  if (auto why = convert(svg, folder / png, {"--format=png", "--dpi-x=300", "--dpi-y=300"}); !why.empty())
    return why;
  TRY_ASSIGN(auto image, read_file(folder / png));
  TRY(write_file(folder / png, with_resolution(std::move(image))));
  written.files.insert(written.files.end(), {pdf, png});
  return "";
}

}  // namespace

std::vector<charts::Chart> charts_with_timelines(const report::Report& report) {
  return charts::charts_of(report, timelines_of(report));
}

Result<WrittenPlots> write_plots(const std::vector<charts::Chart>& charts, const std::string& folder,
                                 charts::Medium medium) {
  TRY(make_folders(folder));
  WrittenPlots written;
  for (const auto& chart : charts) {
    const auto file = chart.id + ".svg";
    TRY(write_file(fs::path(folder) / file, charts::svg_file(chart, medium)));
    written.files.push_back(file);
    if (!written.only_svg.empty()) continue;
    TRY_ASSIGN(written.only_svg, write_prints(folder, chart.id, written));
  }
  return written;
}

}  // namespace scalegen
