#pragma once
#include <string>
#include <string_view>

namespace scalegen {

/// The name of the first variable or option that a text of bash, YAML or JSON gives a value, and whose name
/// is that of a token, a password or a key, such as HF_TOKEN or --api-key; empty if there is none. A value
/// that is read from elsewhere, as $NAME or $(cat FILE), is none.
std::string given_secret(std::string_view text);

/// The text with "(left out)" in place of the values of such names.
std::string without_secrets(std::string text);

}  // namespace scalegen
