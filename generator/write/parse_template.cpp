#include <fmt/format.h>

#include <algorithm>
#include <mustache.hpp>

#include "core/did_you_mean.hpp"
#include "generator/write/template.hpp"
#include "generator/write/template_source.hpp"

namespace scalegen {
namespace {

namespace mustache = kainjow::mustache;
using Component = mustache::component<std::string>;

/// Turns the library's tree into ours, which is rendered many times and knows nothing of lines, and checks
/// every name on the way: the library takes an unknown one for an empty text.
class Converter {
 public:
  Converter(const TemplateSource& source, const std::vector<std::string>& names)
      : source_(source), names_(names) {}

  std::vector<TemplateNode> convert(const std::vector<Component>& components) {
    std::vector<TemplateNode> nodes;
    for (const auto& component : components) {
      if (component.is_text())
        append_text(nodes, component.text);
      else if (const auto kind = kind_of(component))
        nodes.push_back({*kind, component.tag.name, convert(component.children)});
    }
    return nodes;
  }

  Diagnostics take_errors() { return std::move(errors_); }

 private:
  // The library gives each blank a component of its own.
  static void append_text(std::vector<TemplateNode>& nodes, const std::string& text) {
    if (nodes.empty() || nodes.back().kind != TemplateNode::Kind::text) nodes.push_back({});
    nodes.back().text += text;
  }

  /// What a tag becomes; nothing for comments, and for mistakes, which are reported.
  std::optional<TemplateNode::Kind> kind_of(const Component& component) {
    using Tag = mustache::tag_type;
    switch (component.tag.type) {
      case Tag::variable:
        return checked(component, TemplateNode::Kind::quoted_value);
      case Tag::unescaped_variable:
        return checked(component, TemplateNode::Kind::plain_value);
      case Tag::section_begin:
        return checked(component, TemplateNode::Kind::section);
      case Tag::section_begin_inverted:
        return checked(component, TemplateNode::Kind::inverted_section);
      case Tag::comment:
        return std::nullopt;
      case Tag::partial:
        report(component, "a file is included by a line of its own");
        return std::nullopt;
      default:
        report(component, "a tag that templates do not use here");
        return std::nullopt;
    }
  }

  std::optional<TemplateNode::Kind> checked(const Component& component, TemplateNode::Kind kind) {
    const auto& name = component.tag.name;
    if (std::find(names_.begin(), names_.end(), name) != names_.end()) return kind;
    report(component, fmt::format("unknown name '{}'", name), did_you_mean(name, names_));
    return std::nullopt;
  }

  void report(const Component& component, std::string message, std::string hint = {}) {
    errors_.push_back({.place = place_in(source_, component.position),
                       .message = std::move(message),
                       .hint = std::move(hint)});
  }

  const TemplateSource& source_;
  const std::vector<std::string>& names_;
  Diagnostics errors_;
};

// The library's messages end in an offset: Unclosed section "gpu" at 17.
Diagnostics syntax_error(const TemplateSource& source, std::string error) {
  const auto at = error.rfind(" at ");
  const auto offset = at == std::string::npos ? 0 : std::stoul(error.substr(at + 4));
  error.erase(std::min(at, error.size()));
  std::replace(error.begin(), error.end(), '"', '\'');
  error.front() = 'u';  // Unclosed, Unopened
  return {{.place = place_in(source, offset), .message = std::move(error)}};
}

}  // namespace

Result<Template> Template::parse(const std::vector<EmbeddedFile>& files, std::string_view file,
                                 const std::vector<std::string>& names) {
  const auto source = join_template(files, file);
  if (!source) return tl::make_unexpected(source.error());
  mustache::context<std::string> none;
  mustache::context_internal<std::string> state(none);
  Component root;
  std::string error;
  const mustache::parser<std::string> parser(source->text, state, root, error);
  if (!error.empty()) return tl::make_unexpected(syntax_error(*source, std::move(error)));
  Converter converter(*source, names);
  Template parsed;
  parsed.nodes_ = converter.convert(root.children);
  if (auto errors = converter.take_errors(); !errors.empty()) return tl::make_unexpected(std::move(errors));
  return parsed;
}

}  // namespace scalegen
