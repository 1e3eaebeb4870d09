#include "cli/form.hpp"

#include "analysis/page/page.hpp"

namespace scalegen {

std::string text_in(Format format, const document::Document& document,
                    const std::function<std::string()>& json) {
  switch (format) {
    case Format::markdown:
      return render_markdown(document);
    case Format::latex:
      return render_latex(document);
    case Format::html:
      return page::render_html(document);
    case Format::csv:
      return render_csv(document);
    case Format::json:
      return json();
    default:
      return render_terminal(document);
  }
}

}  // namespace scalegen
