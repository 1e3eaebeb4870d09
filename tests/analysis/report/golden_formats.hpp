#pragma once
#include <sstream>
#include <string>
#include <vector>

#include "analysis/report/formats.hpp"
#include "tests/analysis/rendered.hpp"
#include "tests/golden.hpp"

namespace scalegen::report {

/// An indented JSON text with each object and list of at most 200 characters on one line. All else of the
/// text stays as it is written.
inline std::string compact(const std::string& json) {
  struct Open {
    std::string begin{};
    std::vector<std::string> lines{};  // of what it holds, indented
  };
  std::vector<Open> open{{}};
  const auto close = [&](const std::string& end) {
    const auto [begin, lines] = std::move(open.back());
    open.pop_back();
    std::string joined = begin;
    for (const auto& line : lines) joined += (joined == begin ? "" : " ") + line;
    auto& outer = open.back().lines;
    if (joined.size() + end.size() <= 200) return void(outer.push_back(joined + end));
    outer.push_back(begin);
    for (const auto& line : lines) outer.push_back(" " + line);
    outer.push_back(end);
  };
  std::istringstream text(json);
  for (std::string line; std::getline(text, line);) {
    line.erase(0, line.find_first_not_of(' '));
    if (line.ends_with('{') || line.ends_with('['))
      open.push_back({line});
    else if (line.starts_with('}') || line.starts_with(']'))
      close(line);
    else
      open.back().lines.push_back(line);
  }
  std::string all;
  for (const auto& line : open.front().lines) all += line + "\n";
  return all;
}

// They compare a report with tests/golden/report/<name>.*
inline void expect_golden_formats(const std::string& name, const Report& report) {
  expect_golden("report/" + name + ".txt", render_brief(report));
  expect_golden("report/" + name + ".csv", render_csv(report));
}
inline void expect_golden_markdown(const std::string& name, const Report& report) {
  expect_golden("report/" + name + ".md", render_markdown(report));
}
inline void expect_golden_json(const std::string& name, const Report& report) {
  expect_golden("report/" + name + ".json", compact(render_json(report)));
}

}  // namespace scalegen::report
