#pragma once
#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace scalegen {

/// True if the text holds a control character other than a tab or a new line.
bool has_control_characters(std::string_view text);

/// True if all of the text is valid UTF-8.
bool is_utf8(std::string_view text);

/// The bytes of the escape sequence at the front of a text, such as that of a colour: ESC [ 3 2 m. One that
/// the end of the text cuts counts as whole. 0 if there is none.
std::size_t escape_sequence_length(std::string_view text);

/// The text as a program meant it to be read, for who quotes a line of it.
std::string without_escape_sequences(std::string_view text);

/// The text with each control character but tabs and new lines replaced by '?', so that text from elsewhere
/// moves no cursor and forges no line on a terminal; some control characters have two bytes in UTF-8. Those
/// that turn what follows around, and each byte that is not UTF-8, become a '?' too. Escape sequences keep
/// their letters: in a text that was put together they may end in what is not theirs.
std::string without_control_characters(std::string_view text);

/// True for 0 to 9, whatever the locale.
bool is_digit(char c);

/// True for a text of digits alone, at least one.
bool is_all_digits(std::string_view text);

/// True for a to z and A to Z, whatever the locale.
bool is_letter(char c);

/// True for a text of letters, digits and `signs` alone, at least one.
bool has_only_plain(std::string_view text, std::string_view signs);

/// True for a name of bash's variables.
bool is_variable_name(std::string_view text);

/// True for 1 to 64 letters, digits, '_', '-' and '.', and neither '-' nor '.' first.
bool can_name_a_folder(std::string_view text);

/// At most `most` bytes of a text: of a longer one its beginning, "..." behind it, no character cut in two.
std::string at_most(std::string_view text, std::size_t most);

/// The text with the letters A to Z as a to z.
std::string lower_case(std::string_view text);

/// The text as a sentence begins: its first letter, if it is one of a to z, as a capital.
std::string with_capital(std::string text);

/// The text with `#` for each number and each `2x4`: out-1.pt and out-2x4.pt are of one family.
std::string family_of(std::string_view text);

/// Returns the known name that `word` was probably meant to be, or an empty string if none is close enough:
/// at most a third of the letters differ (one in short words), or one is a prefix of the other.
std::string closest(std::string_view word, const std::vector<std::string>& known);

/// "did you mean 'nodes'?", else "known: a, b, c".
std::string did_you_mean(std::string_view word, const std::vector<std::string>& known);

/// Joins a list for people: of a long one the first eight and a count, "a, b, c, d, e, f, g, h and 992 more".
std::string join_truncated(const std::vector<std::string>& all, std::string_view separator = ", ");

/// "round 4", "rounds 4 and 5", "rounds 4 to 6", "rounds 2, 4, 6": in rising order.
std::string numbered_rounds(const std::vector<int>& rounds);

/// The lines of a text, without their ends.
std::vector<std::string> lines_of(std::string_view text);

/// One list after the other.
std::vector<std::string> joined(std::initializer_list<std::vector<std::string>> lists);

/// The last line of a text that is not blank, without the blanks around it. A progress bar overwrites its own
/// line: only its last state is one.
std::string last_line(std::string_view text);

}  // namespace scalegen
