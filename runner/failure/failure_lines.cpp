#include "runner/failure/failure_lines.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>

#include "core/text.hpp"

namespace scalegen {

namespace {

using Kind = LineKind;

constexpr std::string_view kTraceback = "Traceback (most recent call last)";

std::string_view trimmed(std::string_view text) {
  const auto begin = text.find_first_not_of(" \t");
  return begin == text.npos ? "" : text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

/// The number in "[rank1]: ..." and what follows. "[default0]:" is torchrun --tee, "[1,0]<stderr>:" mpirun
/// --tag-output.
struct Mark {
  std::string_view opening, closing;
  bool is_rank;  // else it is the number of a process on its node
};
constexpr auto kMarks = std::to_array<Mark>({{"[rank", "]:", true},
                                             {"[default", "]:", false},
                                             {"[1,", "]<stderr>:", true},
                                             {"[1,", "]<stdout>:", true}});

FailureLine without_marks(std::string_view line) {
  FailureLine found{.text = line, .whole = line};
  for (bool again = true; again;) {
    again = false;
    for (const auto& mark : kMarks) {
      if (!found.text.starts_with(mark.opening)) continue;
      const auto end = found.text.find(mark.closing);
      if (end == line.npos) continue;
      const auto number = found.text.substr(mark.opening.size(), end - mark.opening.size());
      if (!is_all_digits(number)) continue;
      if (mark.is_rank) found.rank = number;
      found.text.remove_prefix(end + mark.closing.size());
      if (found.text.starts_with(' ')) found.text.remove_prefix(1);
      again = true;
    }
  }
  return found;
}

std::vector<FailureLine> numbered_lines(std::string_view text) {
  std::vector<FailureLine> lines;
  while (!text.empty()) {
    const auto end = std::min(text.find_first_of("\r\n"), text.size());
    const bool returns =
        end + 1 < text.size() && text[end] == '\r' && text[end + 1] != '\r' && text[end + 1] != '\n';
    auto line = without_marks(text.substr(0, end));
    line.is_overwritten = returns;
    if (!trimmed(line.text).empty()) lines.push_back(std::move(line));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

/// The output of one rank, or of all that do not say which they are, up to a line.
struct Stream {
  bool in_traceback = false;
  std::size_t traceback = 0;           // its first line
  std::optional<std::size_t> error{};  // of the traceback before, if another may follow from it
  std::string process{};               // of mp.spawn, whose traceback follows
  bool in_report = false;              // of torchrun
};

class Reader {
 public:
  explicit Reader(std::vector<FailureLine>& lines) : lines_(lines) {}

  void read() {
    for (at_ = 0; at_ < lines_.size(); ++at_) {
      auto& line = lines_[at_];
      if (line.kind != Kind::text) continue;  // a line before said what this one is
      read_line(line, streams_[line.rank]);
    }
  }

 private:
  void read_line(FailureLine& line, Stream& stream) {
    if (line.text.starts_with(kTraceback)) return begin_traceback(line, stream);
    if (stream.in_traceback && line.text.front() == ' ') {
      line.kind = Kind::stack;
    } else if (stream.in_traceback) {
      end_traceback(line, stream);
    } else if (follows_an_error(line.text)) {
      supersede(stream);
      line.kind = Kind::stack;
    } else if (line.text.starts_with("-- Process ") &&
               contains(line.text, " terminated with the following error")) {
      supersede(stream);
      const auto number = line.text.substr(11);
      stream.process = number.substr(0, number.find(' '));
      line.kind = Kind::frame;
    } else if (stream.in_report && is_of_report(line.text)) {
      line.kind = Kind::frame;
    } else {
      stream.in_report = false;
      read_other(line);
    }
  }

  static bool follows_an_error(std::string_view line) {
    return line.starts_with("During handling of the above exception") ||
           line.starts_with("The above exception was the direct cause");
  }

  static bool is_of_report(std::string_view line) {
    return line.starts_with("  ") || line.starts_with('[') || line.ends_with(" FAILED") ||
           line == "Failures:" || line.starts_with("Root Cause") || line == "Other Failures:" || is_bar(line);
  }

  void begin_traceback(FailureLine& line, Stream& stream) const {
    line.kind = Kind::stack;
    stream.in_traceback = true;
    stream.traceback = at_;
  }

  // The error of the traceback before led to this one, or is in it: so it is not the reason.
  void supersede(const Stream& stream) {
    if (stream.error) lines_[*stream.error].kind = Kind::stack;
  }

  void end_traceback(FailureLine& line, Stream& stream) {
    const bool is_of_launcher = is_error_of_launcher(line.text);
    if (const auto kind = kind_of(line.text);
        !is_of_launcher && !is_python_error(line.text) && (kind == Kind::frame || kind == Kind::notice)) {
      line.kind = kind;  // another process printed it in between
      return;
    }
    stream.in_traceback = false;
    if (is_of_launcher) {
      stream.in_report = line.text.starts_with("torch.distributed.elastic.");
      stream.error.reset();
      return mark_as_frame(line, stream);
    }
    stream.error = at_;
    line.kind = line.rank.empty() && stream.process.empty() ? Kind::error : Kind::uncaught;
    line.reason = error_text(line, stream);
    if (!stream.process.empty()) line.rank = std::exchange(stream.process, "");
  }

  void mark_as_frame(FailureLine& line, const Stream& stream) {
    line.kind = Kind::frame;
    for (auto i = stream.traceback; i < at_; ++i)
      if (lines_[i].rank == line.rank && lines_[i].kind == Kind::stack) lines_[i].kind = Kind::frame;
  }

  // An error without a message says what its next line says, or which line of the program it stands for.
  [[nodiscard]] std::string error_text(const FailureLine& line, const Stream& stream) const {
    const auto text = trimmed(line.text);
    if (text.ends_with(':')) return with_next_line(text);
    if (!is_python_error(text) || contains(text, ":")) return std::string(text);
    for (auto i = at_; i-- > stream.traceback;) {
      const auto source = trimmed(lines_[i].text);
      if (lines_[i].rank != line.rank || lines_[i].kind != Kind::stack || is_mark_of_place(source)) continue;
      if (source.starts_with("File \"") || source.starts_with(kTraceback)) break;
      return std::string(text) + ": " + std::string(source);
    }
    return std::string(text);
  }

  static bool is_mark_of_place(std::string_view source) {
    return source.find_first_not_of("^~ ") == source.npos;
  }

  [[nodiscard]] std::string with_next_line(std::string_view text) const {
    const bool has_next = at_ + 1 < lines_.size() && lines_[at_ + 1].rank == lines_[at_].rank &&
                          !lines_[at_ + 1].text.starts_with(kTraceback) &&
                          !lines_[at_ + 1].text.starts_with("-- Process ");
    return std::string(text) + (has_next ? " " + std::string(trimmed(lines_[at_ + 1].text)) : "");
  }

  void read_other(FailureLine& line) {
    line.kind = kind_of(line.text);
    const auto text = trimmed(line.text);
    line.reason = text;
    if (line.kind == Kind::notice && is_warning(line.text)) mark_echo_of_warning();
    if (line.kind == Kind::error && text.ends_with(':')) line.reason = with_next_line(text);
    if (line.text.starts_with("terminate called after throwing an instance of ")) read_cplusplus(line);
    if (line.text.starts_with("Fortran runtime error: ")) add_place_in_fortran(line);
    if (line.text.starts_with("Program:  ")) read_box_of_gromacs();
  }

  // A warning may have several lines. Python echoes its source line, indented by two blanks, behind them.
  void mark_echo_of_warning() {
    constexpr std::size_t kMostLines = 6;
    const auto end = std::min(lines_.size(), at_ + kMostLines);
    for (auto i = at_ + 1; i < end; ++i) {
      const auto& next = lines_[i];
      if (next.rank != lines_[at_].rank || next.text.starts_with(kTraceback)) return;
      if (!next.text.starts_with("  ")) {
        if (kind_of(next.text) != Kind::text) return;
        continue;
      }
      for (auto echo = at_ + 1; echo <= i; ++echo) lines_[echo].kind = Kind::notice;
      return;
    }
  }

  // terminate called after throwing an instance of 'c10::Error'
  //   what():  CUDA error: out of memory
  void read_cplusplus(FailureLine& line) {
    constexpr std::string_view kWhat = "  what():  ";
    if (at_ + 1 >= lines_.size() || !lines_[at_ + 1].text.starts_with(kWhat)) return;
    const auto begin = line.text.find('\'') + 1;
    const auto name = line.text.substr(begin, line.text.find('\'', begin) - begin);
    line.reason = std::string(name) + ": " + std::string(trimmed(lines_[at_ + 1].text.substr(kWhat.size())));
    lines_[at_ + 1].kind = Kind::stack;
  }

  // At line 9 of file g.f90
  // Fortran runtime error: Index '11' of dimension 1 of array 'a' above upper bound of 10
  void add_place_in_fortran(FailureLine& line) {
    if (at_ == 0 || !lines_[at_ - 1].text.starts_with("At line ")) return;
    auto place = std::string(trimmed(lines_[at_ - 1].text));
    place.front() = 'a';
    line.reason += ", " + place;
    lines_[at_ - 1].kind = Kind::stack;
  }

  // Program:     gmx mdrun, version 2022.5
  // Source file: src/gromacs/domdec/domdec.cpp (line 2277)
  // Fatal error:
  // The size of the domain decomposition grid (5) does not match ...
  // For more information and tips for troubleshooting, please check the GROMACS
  // website at http://www.gromacs.org/Documentation/Errors
  void read_box_of_gromacs() {
    constexpr std::size_t kMostLines = 40;
    const auto is_at = [&](std::size_t at, std::string_view words) {
      return lines_[at].text.starts_with(words);
    };
    auto end = at_;
    while (end + 1 < lines_.size() && end < at_ + kMostLines && !is_at(end, "For more information and tips "))
      ++end;
    auto title = at_ + 1;
    while (title < end &&
           (is_at(title, "Source file: ") || is_at(title, "Function:  ") || is_at(title, "MPI rank:  ")))
      ++title;
    if (!is_at(end, "For more information and tips ") || title == end) return;
    for (auto i = at_; i <= end + 1; ++i) lines_[i].kind = i > title && i < end ? Kind::stack : Kind::frame;
    lines_[title].kind = Kind::error;
    for (auto i = title; i < std::min(end, title + 6); ++i)
      lines_[title].reason += (i == title ? "" : " ") + std::string(trimmed(lines_[i].text));
  }

  std::vector<FailureLine>& lines_;
  std::size_t at_ = 0;
  std::map<std::string, Stream> streams_{};
};

}  // namespace

std::vector<FailureLine> failure_lines(std::string_view text) {
  auto lines = numbered_lines(text);
  Reader(lines).read();
  return lines;
}

}  // namespace scalegen
