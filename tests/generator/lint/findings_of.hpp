#pragma once
#include <span>
#include <string>

#include "generator/lint/rule.hpp"

namespace scalegen::lint {

/// A line for each finding of the rules: "other-nodes-idle error 3: message | hint".
std::string findings_of(std::span<const Rule> rules, const std::string& text,
                        const Profile* profile = nullptr, const std::filesystem::path& folder = {});

/// Checks that a rule's bad example gives one finding of that rule and none of others, and its good one none.
void expect_examples_hold(std::span<const Rule> rules, const Profile* profile = nullptr,
                          const std::filesystem::path& folder = {});

}  // namespace scalegen::lint
