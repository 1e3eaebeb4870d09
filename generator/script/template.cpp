#include "generator/script/template.hpp"

#include <fmt/format.h>
#include <mustache.hpp>

#include <algorithm>
#include <set>

#include "core/shell_quote.hpp"
#include "core/text.hpp"
#include "core/try.hpp"

namespace scalegen {

namespace {

constexpr int kMostLevels = 8;

std::string_view trimmed(std::string_view line) {
  const auto begin = line.find_first_not_of(" \t");
  return begin == std::string_view::npos ? "" : line.substr(begin, line.find_last_not_of(" \t") + 1 - begin);
}

/// The file that a line includes, or nothing.
std::string_view included(std::string_view line) {
  line = trimmed(line);
  if (!line.starts_with("{{>") || !line.ends_with("}}")) return {};
  return trimmed(line.substr(3, line.size() - 5));
}

/// A section's begin or end, or a comment, with nothing beside it.
bool is_lone_tag(std::string_view line) {
  line = trimmed(line);
  const bool is_tag = line.size() >= 5 && line.starts_with("{{") && line.find("}}") == line.size() - 2;
  return is_tag && std::string_view("#^/!").find(line[2]) != std::string_view::npos;
}

class Joiner {
 public:
  explicit Joiner(const std::vector<EmbeddedFile>& files) : files_(files) {}

  Result<void> add(std::string_view name, int level) {
    const auto file = std::ranges::find(files_, name, &EmbeddedFile::name);
    if (file == files_.end()) return failure(fmt::format("there is no template '{}'", name));
    if (level > kMostLevels) return failure(fmt::format("the template '{}' includes itself", name));
    auto text = file->text;
    for (int number = 1; !text.empty(); ++number) {
      const auto end = std::min(text.find('\n'), text.size());
      const auto line = text.substr(0, end);
      text.remove_prefix(std::min(end + 1, text.size()));
      if (const auto partial = included(line); partial.empty())
        add_line(name, number, line);
      else
        TRY(add(partial, level + 1));
    }
    return {};
  }

  TemplateSource take() { return std::move(source_); }

 private:
  void add_line(std::string_view file, int number, std::string_view line) {
    const bool alone = is_lone_tag(line);
    const auto skipped = alone ? line.find("{{") : 0;
    source_.lines.push_back({std::string(file), number, source_.text.size(), skipped, std::string(line)});
    source_.text += alone ? trimmed(line) : line;
    if (!alone) source_.text += '\n';
  }

  const std::vector<EmbeddedFile>& files_;
  TemplateSource source_;
};

}  // namespace

Result<TemplateSource> join_template(const std::vector<EmbeddedFile>& files, std::string_view file) {
  Joiner joiner(files);
  TRY(joiner.add(file, 0));
  return joiner.take();
}

std::vector<std::string> tag_names(const std::vector<EmbeddedFile>& files) {
  std::set<std::string> names;
  for (const auto& [file, text] : files)
    for (auto begin = text.find("{{"); begin != text.npos; begin = text.find("{{", begin + 2)) {
      auto tag = text.substr(begin + 2);
      if (tag.find_first_of("{#^") == 0) tag.remove_prefix(1);
      if (const auto name = tag.substr(0, tag.find('}')); has_only_plain(name, "_")) names.emplace(name);
    }
  return {names.begin(), names.end()};
}

CitedLine cite_in(const TemplateSource& source, std::size_t offset) {
  const auto after = std::ranges::upper_bound(source.lines, offset, {}, &TemplateSource::Line::offset);
  if (after == source.lines.begin()) return {};
  const auto& line = *std::prev(after);
  return {line.file, line.number, static_cast<int>(offset - line.offset + line.skipped) + 1, line.text};
}

namespace {

/// The values that are in sight at one place of a template: those of an item, then those around it.
struct Scope {
  const TemplateValues& values;
  const Scope* outer = nullptr;
};

template <class T>
const T* look_up(const Scope* scope, std::string_view name,
                 std::vector<std::pair<std::string_view, T>> TemplateValues::*values) {
  for (; scope != nullptr; scope = scope->outer)
    for (const auto& [known, value] : scope->values.*values)
      if (known == name) return &value;
  return nullptr;
}

class Renderer {
 public:
  void render(const std::vector<TemplateNode>& nodes, const Scope& scope) {
    for (const auto& node : nodes) render(node, scope);
  }

  Result<std::string> take() {
    if (missing_.empty()) return std::move(text_);
    return failure(
        fmt::format("the template of a script wants '{}', and nothing says what that is", missing_));
  }

 private:
  void render(const TemplateNode& node, const Scope& scope) {
    switch (node.kind) {
      case TemplateNode::Kind::text:
        text_ += node.text;
        break;
      case TemplateNode::Kind::quoted_value:
        text_ += shell_quote(text_of(node, scope));
        break;
      case TemplateNode::Kind::plain_value:
        text_ += text_of(node, scope);
        break;
      case TemplateNode::Kind::section:
        render_section(node, scope);
        break;
      case TemplateNode::Kind::inverted_section:
        if (!condition_of(node, scope)) render(node.children, scope);
        break;
    }
  }

  void render_section(const TemplateNode& node, const Scope& scope) {
    const auto* const items = look_up(&scope, node.text, &TemplateValues::lists);
    if (items == nullptr) {
      if (condition_of(node, scope)) render(node.children, scope);
      return;
    }
    for (const auto& item : *items) render(node.children, Scope{item, &scope});
  }

  std::string_view text_of(const TemplateNode& node, const Scope& scope) {
    const auto* const text = look_up(&scope, node.text, &TemplateValues::texts);
    if (text == nullptr) missing_ = node.text;
    return text == nullptr ? std::string_view() : *text;
  }

  bool condition_of(const TemplateNode& node, const Scope& scope) {
    const auto* const condition = look_up(&scope, node.text, &TemplateValues::conditions);
    if (condition == nullptr) missing_ = node.text;
    return condition != nullptr && *condition;
  }

  std::string text_;
  std::string missing_;
};

}  // namespace

Result<std::string> Template::render(const TemplateValues& values, const TemplateValues& common) const {
  const Scope outer{common};
  Renderer renderer;
  renderer.render(nodes_, Scope{values, &outer});
  return renderer.take();
}

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

  /// The kind of node that a tag becomes; none for comments, and for mistakes, which are reported.
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
    if (std::ranges::find(names_, name) != names_.end()) return kind;
    report(component, fmt::format("unknown name '{}'", name), did_you_mean(name, names_));
    return std::nullopt;
  }

  void report(const Component& component, std::string message, std::string hint = {}) {
    errors_.push_back({.cited = cite_in(source_, component.position),
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
  std::ranges::replace(error, '"', '\'');
  error.front() = 'u';  // Unclosed, Unopened
  return {{.cited = cite_in(source, offset), .message = std::move(error)}};
}

}  // namespace

Result<Template> Template::parse(const std::vector<EmbeddedFile>& files, std::string_view file,
                                 const std::vector<std::string>& names) {
  TRY_ASSIGN(const auto source, join_template(files, file));
  mustache::context<std::string> none;
  mustache::context_internal<std::string> state(none);
  Component root;
  std::string error;
  const mustache::parser<std::string> parser(source.text, state, root, error);
  if (!error.empty()) return tl::make_unexpected(syntax_error(source, std::move(error)));
  Converter converter(source, names);
  Template parsed;
  parsed.nodes_ = converter.convert(root.children);
  if (auto errors = converter.take_errors(); !errors.empty()) return tl::make_unexpected(std::move(errors));
  return parsed;
}

}  // namespace scalegen
