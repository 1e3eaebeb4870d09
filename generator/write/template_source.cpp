#include "generator/write/template_source.hpp"

#include <fmt/format.h>

#include <algorithm>

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
    const auto file =
        std::find_if(files_.begin(), files_.end(), [&](const EmbeddedFile& f) { return f.name == name; });
    if (file == files_.end()) return failure(fmt::format("there is no template '{}'", name));
    if (level > kMostLevels) return failure(fmt::format("the template '{}' includes itself", name));
    auto text = file->text;
    for (int number = 1; !text.empty(); ++number) {
      const auto end = std::min(text.find('\n'), text.size());
      const auto line = text.substr(0, end);
      text.remove_prefix(std::min(end + 1, text.size()));
      if (const auto partial = included(line); partial.empty())
        add_line(name, number, line);
      else if (auto added = add(partial, level + 1); !added)
        return added;
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
  if (auto added = joiner.add(file, 0); !added) return tl::make_unexpected(std::move(added.error()));
  return joiner.take();
}

Place place_in(const TemplateSource& source, std::size_t offset) {
  const auto after =
      std::upper_bound(source.lines.begin(), source.lines.end(), offset,
                       [](std::size_t o, const TemplateSource::Line& line) { return o < line.offset; });
  if (after == source.lines.begin()) return {};
  const auto& line = *std::prev(after);
  return {line.file, line.number, static_cast<int>(offset - line.offset + line.skipped) + 1, line.text};
}

}  // namespace scalegen
