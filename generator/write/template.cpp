#include "generator/write/template.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <mustache.hpp>

#include "core/did_you_mean.hpp"
#include "core/shell_quote.hpp"
#include "generator/write/template_source.hpp"

namespace scalegen {
namespace {

namespace mustache = kainjow::mustache;
using Component = mustache::component<std::string>;

bool has_name(mustache::tag_type type) {
  switch (type) {
    case mustache::tag_type::variable:
    case mustache::tag_type::unescaped_variable:
    case mustache::tag_type::section_begin:
    case mustache::tag_type::section_begin_inverted:
      return true;
    default:
      return false;
  }
}

/// Reads the tree that the library builds, before anything is rendered: a name that is wrong in a section
/// that is not shown would go unseen.
class Checker {
 public:
  Checker(const TemplateSource& source, const std::vector<std::string>& names)
      : source_(source), names_(names) {}

  Diagnostics check() {
    mustache::context<std::string> none;
    mustache::context_internal<std::string> state(none);
    Component root;
    std::string error;
    const mustache::parser<std::string> parser(source_.text, state, root, error);
    if (!error.empty()) return {syntax_error(error)};
    root.walk_children([this](Component& component) {
      check_tag(component);
      return Component::walk_control::walk;
    });
    return std::move(errors_);
  }

 private:
  // The library's messages end in the offset: Unclosed section "gpu" at 17.
  [[nodiscard]] Diagnostic syntax_error(const std::string& error) const {
    const auto at = error.rfind(" at ");
    const auto offset = at == std::string::npos ? 0 : std::stoul(error.substr(at + 4));
    std::string message = error.substr(0, at);
    std::replace(message.begin(), message.end(), '"', '\'');
    message.front() = message.front() == 'U' ? 'u' : message.front();
    return {.place = place_in(source_, offset), .message = message};
  }

  void check_tag(const Component& component) {
    const auto& tag = component.tag;
    if (tag.type == mustache::tag_type::partial)
      return add(component, "a file is included by a line of its own");
    if (!has_name(tag.type) || std::find(names_.begin(), names_.end(), tag.name) != names_.end()) return;
    add(component, fmt::format("unknown name '{}'", tag.name), did_you_mean(tag.name, names_));
  }

  void add(const Component& component, std::string message, std::string hint = {}) {
    errors_.push_back({.place = place_in(source_, component.position),
                       .message = std::move(message),
                       .hint = std::move(hint)});
  }

  const TemplateSource& source_;
  const std::vector<std::string>& names_;
  Diagnostics errors_;
};

mustache::data to_data(const TemplateValues& values) {
  mustache::data data;
  for (const auto& [name, text] : values.texts) data[name] = mustache::data(text);
  for (const auto& [name, shown] : values.conditions) data[name] = mustache::data(shown);
  for (const auto& [name, items] : values.lists) {
    mustache::data list(mustache::data::type::list);
    for (const auto& item : items) list << to_data(item);
    data[name] = std::move(list);
  }
  return data;
}

/// The library takes a name that is missing for an empty text; here it is noted.
class StrictContext : public mustache::context<std::string> {
 public:
  using context::context;
  const mustache::data* get(const std::string& name) const override {
    const auto* const found = context::get(name);
    if (found == nullptr && missing_.empty()) missing_ = name;
    return found;
  }
  [[nodiscard]] const std::string& missing() const { return missing_; }

 private:
  mutable std::string missing_;
};

}  // namespace

struct Template::Parsed {
  mutable mustache::mustache body;  // render() is not const, though it changes nothing but its error message
};

Template::Template(std::unique_ptr<Parsed> parsed) : parsed_(std::move(parsed)) {}
Template::Template(Template&&) noexcept = default;
Template& Template::operator=(Template&&) noexcept = default;
Template::~Template() = default;

Result<Template> Template::parse(const std::vector<EmbeddedFile>& files, std::string_view file,
                                 const std::vector<std::string>& names) {
  const auto source = join_template(files, file);
  if (!source) return tl::make_unexpected(source.error());
  if (auto errors = Checker(*source, names).check(); !errors.empty())
    return tl::make_unexpected(std::move(errors));
  auto parsed = std::make_unique<Parsed>(Parsed{mustache::mustache(mark_lone_tags(*source))});
  parsed->body.set_custom_escape([](const std::string& text) { return shell_quote(text); });
  return Template(std::move(parsed));
}

Result<std::string> Template::render(const TemplateValues& values) const {
  const auto data = to_data(values);
  StrictContext context(&data);
  std::ostringstream text;
  parsed_->body.render(context, text);
  if (!context.missing().empty())
    return failure(fmt::format("a script's template wants '{}', which nobody gave", context.missing()));
  return without_marks(std::move(text).str());
}

}  // namespace scalegen
