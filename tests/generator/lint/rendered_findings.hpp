#pragma once
#include <fmt/format.h>

#include <string>

#include "generator/lint/rule.hpp"

namespace scalegen::lint {

/// The rules that find something in a script, one a line.
inline std::string rules_found(const std::string& text) {
  const auto script = read_job_script("job.sh", text);
  std::string names;
  for (const auto& f : lint({script})) names += fmt::format("{}\n", f.rule);
  return names;
}

/// As `scalegen lint` prints them.
inline std::string rendered(const std::string& text, const Profile* profile = nullptr) {
  const auto script = read_job_script("job.sh", text);
  Diagnostics all;
  for (const auto& f : lint({script, profile}))
    all.push_back(
        {f.severity, cite(script, f.offset), fmt::format("{} [{}]", f.message, f.rule), {}, f.hint});
  return render(all);
}

}  // namespace scalegen::lint
