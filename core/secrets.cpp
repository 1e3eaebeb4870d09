#include "core/secrets.hpp"

#include <re2/re2.h>

namespace scalegen {
namespace {

// NAME=VALUE, NAME: VALUE, "NAME": "VALUE", ["NAME","VALUE"] and --name VALUE. templates/job/evidence.bash
// knows the same names. Tokens have eight characters at least, and those of a tokenizer fewer.
const re2::RE2& secret_values() {
  static const re2::RE2 kValues(
      "(?i)((?:^|[^\\w$-])-{0,2}((?:[a-z0-9]+[_-])*"
      "(?:token|secret|password|passwd|passphrase|jwt|apikey|(?:api|access|private)[_-]key)"
      "(?:[_-]id)?)(?:\\\\?[\"']?[ \\t]*[:=][ \\t]*|\\\\?[\"'],[ \\t]*)\\\\?[\"']?|"
      "[ \\t]--((?:[a-z0-9]+[_-])*(?:token|secret|password|api[_-]key))[ \\t]+[\"']?)"
      "[^\\s\"'\\\\${}<,~\\[\\]()-][^\\s\"'\\\\,;&|{}\\[\\]()]{7,}");
  return kValues;
}

}  // namespace

std::string given_secret(std::string_view text) {
  std::string before;
  std::string name;
  std::string option;
  re2::RE2::PartialMatch(re2::StringPiece(text.data(), text.size()), secret_values(), &before, &name,
                         &option);
  return name.empty() ? option : name;
}

std::string without_secrets(std::string text) {
  re2::RE2::GlobalReplace(&text, secret_values(), "\\1(left out)");
  return text;
}

}  // namespace scalegen
