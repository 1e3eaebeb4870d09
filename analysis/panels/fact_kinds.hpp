#pragma once
#include <string>

#include "analysis/panels/run_files.hpp"
#include "analysis/report/report.hpp"

namespace scalegen::panels {

// setting_facts.cpp says what was measured, and on what.

std::string program_fact(const report::Report& report);
std::string software_fact(const report::Report& report);
std::string machine_fact(const report::Report& report, const RunFiles& files);
std::string precision_fact(const report::Report& report);
std::string problem_fact(const report::Report& report);
std::string memory_fact(const report::Report& report);
std::string system_scale_fact(const report::Report& report);
std::string time_to_solution_fact(const report::Report& report);

// method_facts.cpp says how it was measured.

std::string rounds_fact(const report::Report& report);
std::string window_fact(const report::Report& report);
std::string included_fact(const report::Report& report);
std::string baseline_fact(const report::Report& report);
std::string intervals_fact(const report::Report& report);
std::string mechanism_fact(const report::Report& report);
std::string placement_fact(const report::Report& report);

}  // namespace scalegen::panels
