#include "core/xml_text.hpp"

#include <array>

#include "core/text.hpp"

namespace scalegen {
namespace {

// U+FFFE and U+FFFF are no characters of XML.
void replace_noncharacters(std::string& text) {
  for (const std::string_view noncharacter : {"\xef\xbf\xbe", "\xef\xbf\xbf"})
    for (auto at = text.find(noncharacter); at != std::string::npos; at = text.find(noncharacter, at))
      text.replace(at, noncharacter.size(), "?");
}

}  // namespace

std::string escaped_xml(std::string_view text) {
  auto plain = without_control_characters(text);
  replace_noncharacters(plain);
  constexpr std::string_view kSigns = "&<>\"'";
  constexpr std::array kEntities = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
  std::string escaped;
  for (const char c : plain) {
    const auto sign = kSigns.find(c);
    escaped += sign == kSigns.npos ? std::string(1, c) : kEntities[sign];
  }
  return escaped;
}

}  // namespace scalegen
