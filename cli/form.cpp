#include "cli/form.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "analysis/page/page.hpp"
#include "app/plots.hpp"
#include "cli/terminal.hpp"
#include "core/try.hpp"

namespace scalegen {
namespace {

struct Form {
  std::string_view word{};
  std::string (*render)(const document::Document&) = nullptr;
};

std::string on_terminal(const document::Document& document) {
  return render_terminal(document, output_screen());
}
std::string html(const document::Document& document) { return page::render_html(document); }
std::string csv(const document::Document& document) { return render_csv(document); }

constexpr auto kForms = std::to_array<Form>({{"terminal", on_terminal},
                                             {"markdown", document::render_markdown},
                                             {"latex", document::render_latex},
                                             {"html", html},
                                             {"csv", csv}});

}  // namespace

std::vector<std::string> forms() {
  std::vector<std::string> words;
  for (const auto& form : kForms) words.emplace_back(form.word);
  words.emplace_back(kJson);
  return words;
}

std::string text_in(const std::string& form, const document::Document& document,
                    const std::function<std::string()>& json) {
  if (form == kJson) return json();
  return std::ranges::find(kForms, form, &Form::word)->render(document);
}

Result<void> put_plots(const std::vector<charts::Chart>& charts, const std::string& folder,
                       const std::string& why_none, charts::Medium medium) {
  if (charts.empty()) return failure("there is nothing to draw yet: " + why_none);
  TRY_ASSIGN(const auto written, write_plots(charts, folder, medium));
  for (const auto& file : written.files) put(fmt::format("{}/{}\n", folder, file));
  if (!written.only_svg.empty()) tell(fmt::format("SVG only: {}\n", written.only_svg));
  return {};
}

}  // namespace scalegen
