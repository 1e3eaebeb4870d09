#include "core/xml_text.hpp"

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
  std::string escaped;
  for (const char c : plain) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      case '\'':
        escaped += "&#39;";
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

}  // namespace scalegen
