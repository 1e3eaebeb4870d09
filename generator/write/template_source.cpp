#include "generator/write/template_source.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace scalegen {
namespace {

constexpr char kMark = '\x01';
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
  if (line.size() < 5 || !line.starts_with("{{") ||
      std::string_view("#^/!").find(line[2]) == std::string_view::npos)
    return false;
  return line.find("}}") == line.size() - 2;
}

tl::unexpected<Diagnostics> error_in(std::string_view file, int number, std::string_view line,
                                     std::string message) {
  return tl::make_unexpected(Diagnostics{
      {.place = Place{std::string(file), number, 1, std::string(line)}, .message = std::move(message)}});
}

class Joiner {
 public:
  explicit Joiner(const std::vector<EmbeddedFile>& files) : files_(files) {}

  Result<void> add(std::string_view name, int level) {
    const auto file =
        std::find_if(files_.begin(), files_.end(), [&](const EmbeddedFile& f) { return f.name == name; });
    if (file == files_.end()) return failure(fmt::format("there is no template '{}'", name));
    auto text = file->text;
    for (int number = 1; !text.empty(); ++number) {
      const auto end = std::min(text.find('\n'), text.size());
      if (auto added = add_line(name, number, text.substr(0, end), level); !added) return added;
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    return {};
  }

  TemplateSource take() { return std::move(source_); }

 private:
  Result<void> add_line(std::string_view file, int number, std::string_view line, int level) {
    if (const auto partial = included(line); !partial.empty()) {
      if (level == kMostLevels)
        return error_in(file, number, line, fmt::format("'{}' includes itself", partial));
      return add(partial, level + 1);
    }
    if (line.find(kMark) != std::string_view::npos)
      return error_in(file, number, line, "a control character");
    source_.lines.push_back({std::string(file), number, source_.text.size(), std::string(line)});
    source_.text += line;
    source_.text += '\n';
    return {};
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
  return {line.file, line.number, static_cast<int>(offset - line.offset) + 1, line.text};
}

std::string mark_lone_tags(const TemplateSource& source) {
  std::string text;
  for (const auto& line : source.lines) {
    if (is_lone_tag(line.text)) text += kMark;
    text += line.text;
    text += '\n';
  }
  return text;
}

std::string without_marks(std::string text) {
  auto out = text.begin();
  for (auto in = text.begin(); in != text.end(); ++in) {
    if (*in != kMark) {
      *out++ = *in;
      continue;
    }
    while (in + 1 != text.end() && (in[1] == kMark || in[1] == ' ' || in[1] == '\t')) ++in;
    if (in + 1 != text.end() && in[1] == '\n') ++in;
  }
  text.erase(out, text.end());
  return text;
}

}  // namespace scalegen
