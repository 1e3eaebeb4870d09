#include "generator/write/template.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/shell_quote.hpp"

namespace scalegen {
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

}  // namespace scalegen
