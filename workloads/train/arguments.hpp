#pragma once

#include <array>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace scalegen::train {

/// Takes a value, or returns what it expected instead.
using Set = std::function<std::string(const std::string&)>;

/// One row of the table that both the parser and the help are made from. A flag without `value` takes none.
struct Flag {
  std::string name;
  std::string value;
  std::string help;
  Set set;
};

/// A flag of the table, and what was given with it.
struct Argument {
  const Flag* flag = nullptr;
  std::string value;
};

/// Reads `--name value` and `--name=value`, without setting anything, and appends what is wrong to
/// `mistakes`.
std::vector<Argument> read_arguments(const std::vector<std::string>& arguments,
                                     const std::vector<Flag>& table, std::vector<std::string>& mistakes);

/// Sets the value; a mistake says what was expected and found.
void apply(const Argument& argument, std::vector<std::string>& mistakes);

/// An option of 0.2 that 0.3 no longer has.
struct GoneOption {
  std::string_view name;
  std::string_view instead;  // what to do, as the end of a sentence
};

/// The last rows of the table in CHANGELOG.md; core/gone.hpp has the others.
inline constexpr std::array kGoneOptions{
    GoneOption{"--checkpoint", "a program of your own writes its checkpoints"},
    GoneOption{"--checkpoint-steps", "a program of your own writes its checkpoints"},
    GoneOption{"--resume", "a program of your own writes its checkpoints"},
    GoneOption{"--pack", "run `examples/pack_images.py`"},
};

}  // namespace scalegen::train
