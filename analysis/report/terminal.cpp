#include "analysis/report/cells.hpp"
#include "analysis/report/render.hpp"
#include "core/control_characters.hpp"

namespace scalegen {

std::string render_terminal(const Report& report) {
  std::string text = report.head.title + "\n\n" + render(cells_of(report)) + "\n";
  for (const auto& warning : report.warnings) text += "warning: " + warning + "\n";
  for (const auto& note : report.notes) text += note + "\n";
  return without_control_characters(text);  // a trainer says what its device and its data are called
}

}  // namespace scalegen
