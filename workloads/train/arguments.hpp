#pragma once

#include <functional>
#include <string>
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

}  // namespace scalegen::train
