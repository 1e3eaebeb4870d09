#include "analysis/report/formats.hpp"

#include <fmt/format.h>

#include "analysis/report/sections.hpp"
#include "core/shell_quote.hpp"
#include "core/xml_text.hpp"

namespace scalegen::report {
namespace {

using Case = JunitCase;

std::string name_of(const ReportHead& head) { return head.name.empty() ? head.source : head.name; }

std::string case_name(const ScalingPoint& point, const Measurement& run) {
  return run.run.empty() ? fmt::format("{}-r{}", point.rung, run.round) : run.run;
}

std::optional<double> seconds_of(const Measurement& run) {
  if (run.command) return seconds(*run.command);
  return run.folder.seconds ? run.folder.seconds : run.held_seconds;
}

// No failure of the program: it has not ended, or a person did not want it to.
bool is_skipped(const Measurement& run) {
  return run.not_needed || run.left_out || run.attempt.empty() || run.unmeasured == "running" ||
         run.unmeasured == "cancelled";
}

// "failed", "timed out", "out of memory"; of a run that completed "no figure".
std::string type_of(const Measurement& run) {
  if (run.has_completed) return "no figure";
  const auto word = run.unmeasured.substr(0, run.unmeasured.find_first_of(":;("));
  return word.substr(0, word.find(" after"));
}

std::string details_of(const ReportHead& head, const Measurement& run) {
  if (head.imported) return "";
  return fmt::format("files: runs/{}/{}\nmore: scalegen status {} --log {}\n", run.run, run.attempt,
                     shell_quote(head.source), run.run);
}

Case case_of(const ReportHead& head, const ScalingPoint& point, const Measurement& run) {
  Case of_run{.name = case_name(point, run), .seconds = seconds_of(run)};
  if (run.value) return of_run;
  of_run.message = run.unmeasured;
  of_run.result = is_skipped(run) ? Case::Result::skipped : Case::Result::failed;
  if (of_run.result == Case::Result::skipped) return of_run;
  of_run.type = type_of(run);
  of_run.details = details_of(head, run);
  return of_run;
}

JunitSuite suite_of(const ReportHead& head, const ScalingTable& table, const std::string& suffix) {
  auto name = table_name(table);
  JunitSuite suite{.name = (name.empty() ? name_of(head) : name) + suffix};
  for (const auto& point : table.points) {
    if (point.is_shared && table.scaling != head.scalings.front()) continue;
    for (const auto& finding : point.findings)
      if (traits_of(finding.kind).consequence == Consequence::star)
        suite.properties.emplace_back("starred " + point.rung, text_of(finding));
    for (const auto& run : point.runs) suite.cases.push_back(case_of(head, point, run));
  }
  return suite;
}

Case case_of(const verdict::JudgedAssertion& one, const Report& report) {
  const auto table = table_name(report.tables[one.table]);
  Case of_assertion{.name = one.assertion.text + (table.empty() ? "" : " (" + table + ")")};
  if (one.judgement == verdict::Judgement::met) return of_assertion;
  const bool fails = one.judgement == verdict::Judgement::missed;
  of_assertion.result = fails ? Case::Result::failed : Case::Result::skipped;
  of_assertion.type = fails ? "assertion" : "";
  const auto value = assertion_value(one, report.head.metric);
  of_assertion.message =
      fails ? "measured: " + value : assertion_reason(one) + (value.empty() ? "" : "; measured: " + value);
  return of_assertion;
}

JunitSuite suite_of_assertions(const Report& report) {
  JunitSuite suite{.name = "assertions"};
  for (const auto& one : report.assertions) suite.cases.push_back(case_of(one, report));
  return suite;
}

// A reader makes blanks of line ends and tabs in an attribute, unless they are written as numbers.
std::string attribute(const std::string& raw) {
  std::string out;
  for (const char c : escaped_xml(raw)) {
    if (c == '\n')
      out += "&#10;";
    else if (c == '\t')
      out += "&#9;";
    else
      out += c;
  }
  return out;
}

struct Counts {
  std::size_t tests = 0;
  std::size_t failures = 0;
  std::size_t skipped = 0;
  double seconds = 0;
};

void add(Counts& counts, const JunitSuite& suite) {
  for (const auto& one : suite.cases) {
    ++counts.tests;
    if (one.result == Case::Result::failed) ++counts.failures;
    if (one.result == Case::Result::skipped) ++counts.skipped;
    counts.seconds += one.seconds.value_or(0);
  }
}

std::string case_xml(const std::string& class_name, const Case& of_run) {
  auto text = fmt::format("    <testcase classname=\"{}\" name=\"{}\"", attribute(class_name),
                          attribute(of_run.name));
  if (of_run.seconds) text += fmt::format(" time=\"{:.3f}\"", *of_run.seconds);
  if (of_run.result == Case::Result::passed) return text + "/>\n";
  const auto message = attribute(of_run.message);
  if (of_run.result == Case::Result::skipped)
    return text + fmt::format(">\n      <skipped message=\"{}\"/>\n    </testcase>\n", message);
  return text + fmt::format(">\n      <failure type=\"{}\" message=\"{}\">{}</failure>\n    </testcase>\n",
                            attribute(of_run.type), message,
                            escaped_xml(of_run.message + "\n" + of_run.details));
}

std::string suite_xml(const std::string& name, const JunitSuite& suite) {
  Counts counts;
  add(counts, suite);
  auto text = fmt::format(
      "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"0\" skipped=\"{}\" time=\"{:.3f}\">\n",
      attribute(suite.name), counts.tests, counts.failures, counts.skipped, counts.seconds);
  if (!suite.properties.empty()) text += "    <properties>\n";
  for (const auto& [property, value] : suite.properties)
    text +=
        fmt::format("      <property name=\"{}\" value=\"{}\"/>\n", attribute(property), attribute(value));
  if (!suite.properties.empty()) text += "    </properties>\n";
  const auto class_name = suite.name == name ? name : name + "." + suite.name;
  for (const auto& one : suite.cases) text += case_xml(class_name, one);
  return text + "  </testsuite>\n";
}

}  // namespace

std::vector<JunitSuite> junit_suites(const Report& report) {
  std::vector<JunitSuite> suites;
  for (const auto& table : report.tables) suites.push_back(suite_of(report.head, table, ""));
  for (const auto& table : report.controls) suites.push_back(suite_of(report.head, table, " (control)"));
  if (!report.assertions.empty()) suites.push_back(suite_of_assertions(report));
  return suites;
}

std::string junit_xml(const std::string& name, const std::vector<JunitSuite>& suites) {
  Counts counts;
  for (const auto& suite : suites) add(counts, suite);
  auto text = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<testsuites name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"0\" time=\"{:.3f}\">\n",
      attribute(name), counts.tests, counts.failures, counts.seconds);
  for (const auto& suite : suites) text += suite_xml(name, suite);
  return text + "</testsuites>\n";
}

std::string render_junit(const Report& report) {
  return junit_xml(name_of(report.head), junit_suites(report));
}

}  // namespace scalegen::report
