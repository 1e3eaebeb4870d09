#pragma once
#include <string>

#include "analysis/report/formats.hpp"
#include "tests/analysis/rendered.hpp"
#include "tests/golden.hpp"

namespace scalegen::report {

/// Compares all formats of a report with tests/golden/report/<name>.*
inline void expect_golden_formats(const std::string& name, const Report& report) {
  expect_golden("report/" + name + ".txt", render_brief(report));
  expect_golden("report/" + name + ".md", render_markdown(report));
  expect_golden("report/" + name + ".csv", render_csv(report));
  expect_golden("report/" + name + ".json", render_json(report));
}

}  // namespace scalegen::report
