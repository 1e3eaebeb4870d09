#include "core/xml_text.hpp"

#include "core/text.hpp"

namespace scalegen {

std::string escaped_xml(std::string_view text) {
  std::string escaped;
  for (const char c : without_control_characters(text)) {
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
