#pragma once
#include <string>
#include <vector>

#include "analysis/document/document.hpp"
#include "analysis/measurement/timelines.hpp"
#include "analysis/report/facts.hpp"
#include "analysis/report/report.hpp"
#include "core/embedded_file.hpp"

namespace scalegen {

const std::vector<EmbeddedFile>& embedded_page();

}  // namespace scalegen

namespace scalegen::page {

/// A file of the run directory that the page has folded at its end.
struct FoldedFile {
  std::string title{};
  std::string text{};
};

/// What a page shows beside the report.
struct PageFiles {
  report::RunFiles of_runs{};
  std::vector<StepTimeline> timelines{};
  std::vector<FoldedFile> files{};
};

/// The report as one HTML file: no network, and no script is needed to read it. The same report gives the
/// same bytes.
std::string render_html(const report::Report& report, const PageFiles& files);

/// Another document as such a file.
std::string render_html(const document::Document& document);

}  // namespace scalegen::page
