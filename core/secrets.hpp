#pragma once
#include <memory>
#include <set>
#include <string>

namespace scalegen {

class Regex;

struct Plan;

/// The name of the first variable or option that a text of bash, YAML or JSON gives a value, and whose name
/// is that of a token, a password or a key, such as HF_TOKEN or --api-key; empty if there is none. A value
/// that is read from elsewhere, as $NAME or $(cat FILE), is none.
std::string given_secret(const std::string& text);

struct Secrets {
  std::string name{};                     // of one of them; empty: there are none
  std::shared_ptr<const Regex> values{};  // as YAML, JSON and bash write them
};

Secrets secrets_in(const std::set<std::string>& bash_texts);

/// Those that a sweep file gives its runs.
Secrets secrets_of(const Plan& plan);

/// The text with "(left out)" in place of these, and of what looks like one.
std::string without_secrets(std::string text, const Secrets& known = {});

}  // namespace scalegen
