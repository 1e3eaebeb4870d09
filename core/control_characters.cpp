#include "core/control_characters.hpp"

namespace scalegen {
namespace {

// U+0080 to U+009F: terminals may take U+009B for the begin of an escape sequence.
bool begins_long_one(std::string_view text) {
  const auto second = text.size() < 2 ? 0U : static_cast<unsigned char>(text[1]);
  return text[0] == '\xC2' && second >= 0x80U && second <= 0x9FU;
}

bool begins_short_one(std::string_view text) {
  const auto c = static_cast<unsigned char>(text[0]);
  return (c < 0x20 && c != '\t' && c != '\n') || c == 0x7F;
}

bool begins_one(std::string_view text) { return begins_short_one(text) || begins_long_one(text); }

}  // namespace

bool has_control_characters(std::string_view text) {
  for (; !text.empty(); text.remove_prefix(1))
    if (begins_one(text)) return true;
  return false;
}

std::string without_control_characters(std::string_view text) {
  std::string shown;
  while (!text.empty()) {
    const bool is_long = begins_long_one(text);
    shown += is_long || begins_short_one(text) ? '?' : text[0];
    text.remove_prefix(is_long ? 2 : 1);
  }
  return shown;
}

}  // namespace scalegen
