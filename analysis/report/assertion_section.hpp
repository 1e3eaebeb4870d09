#pragma once
#include "analysis/document/document.hpp"
#include "analysis/report/report.hpp"
#include "core/json_fwd.hpp"

namespace scalegen::report {

/// What `assert:` of the sweep file says, and whether it holds. Empty without it.
document::Section assertion_section(const Report& report);

/// "holds", "fails", "open"
std::string assertion_word(verdict::Judgement judgement);

/// Why an open one is open; empty for others.
std::string assertion_reason(const verdict::JudgedAssertion& one);

/// The value in the form of the assertion's figure: "91.8 % [89.6, 94.1]"; empty if there is none.
std::string assertion_value(const verdict::JudgedAssertion& one, const Metric& metric);

/// Null without assertions.
Json assertions_json(const Report& report);

/// True if an assertion fails with the whole interval of its value.
bool an_assertion_fails(const Report& report);

}  // namespace scalegen::report
