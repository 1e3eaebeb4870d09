#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/readers/printed_number.hpp"
#include "analysis/readers/reservoir_sample.hpp"

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

}  // namespace scalegen
