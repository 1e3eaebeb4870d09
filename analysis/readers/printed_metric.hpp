#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/readers/printed_number.hpp"
#include "analysis/readers/reservoir_sample.hpp"
#include "core/diagnostics.hpp"
#include "core/plan.hpp"
#include "core/run_directory.hpp"

namespace scalegen {

/// Matches of a run behind the same words: 'Epoch 0/3 .. 12it/s' and 'Testing .. 40it/s' are of two kinds.
struct MatchKind {
  std::vector<std::string> words{};  // before the number
  std::string line{};                // the first of this kind, as excerpt_of
  std::int64_t count = 0;
  double median = 0;
  bool operator==(const MatchKind&) const = default;
};

/// A line for a message: printable, its bars and blanks shortened, cut on both sides of the number.
std::string excerpt_of(const FoundText& found);

/// The words of a text: letters of any script, at least two, with no digit right before them ("12s", "3min").
/// Bars and symbols (U+2000 to U+2FFF), nan and inf are none. Of a long text the first ones.
std::vector<std::string> words_in(std::string_view text);

/// With more kinds than this the words are free text, such as the names of files, and tell nothing apart.
constexpr std::size_t kMostKinds = 8;

/// Sorts matches by their kind, in bounded memory.
class MatchKinds {
 public:
  /// `since` is the part of the line between the match before this one and its number.
  void add(const FoundText& found, std::string_view since, double value);

  /// In the order of their first matches; empty if the words are free text.
  [[nodiscard]] std::vector<MatchKind> kinds() const;

 private:
  struct Entry {
    MatchKind kind{};
    ReservoirSample values{};
  };

  std::vector<Entry> entries_{};
  bool is_free_text_ = false;
  std::size_t last_ = 0;  // the entry of the match before, and its text: mostly the same again
  std::string last_since_{};
};

struct PrintedLine {
  std::int64_t number = 1;  // from 1, as in an editor
  std::string_view text{};  // without its line break
};

/// Calls `visit` for each line of a file that is not empty, however long. Carriage returns split a line into
/// several visits with the same number, because a progress bar overwrites itself. Takes the memory of the
/// longest line. A file that does not exist has no lines.
Result<void> for_each_line(const std::filesystem::path& file,
                           const std::function<void(const PrintedLine&)>& visit);

/// The numbers that a pattern found in the output of a run.
struct PrintedMatches {
  std::string file{};      // out or err
  std::int64_t count = 0;  // all of them
  std::int64_t passed =
      0;  // the first ones, that are not among the values: no numbers, or left out by 'skip'
  std::vector<double> values{};  // all that follow, or one of each `one_in` (ReservoirSample)
  std::int64_t one_in = 1;
  double sum = 0;           // of all that follow
  std::string no_number{};  // why the first match that cannot be read is none; empty: all are numbers
  std::string no_value{};   // the same for those behind the first number
  Result<double> last = 0;  // or why it cannot be read
  std::int64_t last_line = 1;
  std::string last_text{};         // as printed
  std::string last_excerpt{};      // its line, for a message
  std::vector<MatchKind> kinds{};  // of those that are not passed
};

using ReadNumber = Result<double> (*)(NumberReader&, const FoundText&);

/// Reads a speed.
Result<double> read_speed(NumberReader& reader, const FoundText& found);

/// Reads all matches in a file, outside the lines that scalegen's own script wrote there. Returns an error if
/// RE2 cannot read the regex.
Result<PrintedMatches> find_matches_in(const std::filesystem::path& file, const MetricPattern& pattern,
                                       ReadNumber read_number = read_speed);

/// Reads all matches in `out` or, if there are none, in `err`. Returns an error if nothing matches, too.
Result<PrintedMatches> find_printed_matches(const AttemptFolder& attempt, const MetricPattern& pattern,
                                            ReadNumber read_number = read_speed);

}  // namespace scalegen
