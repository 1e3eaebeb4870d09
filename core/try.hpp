#pragma once
#include <tl/expected.hpp>
#include <utility>

/// Evaluates a Result and returns its error from the enclosing function if it has one. Discards the value: a
/// lock or another guard would be released at once, so take those with TRY_ASSIGN.
///
///     TRY(write_file(path, text));
#define TRY(...)                                                 \
  do {                                                           \
    if (auto try_result = (__VA_ARGS__); !try_result)            \
      return tl::make_unexpected(std::move(try_result).error()); \
  } while (false)

/// Like TRY, and assigns the value to a variable, which may be declared here. Expands to several statements.
///
///     TRY_ASSIGN(const auto text, read_file(path));
#define TRY_ASSIGN(variable, ...) TRY_ASSIGN_AS(TRY_NAME(try_result_, __LINE__), variable, __VA_ARGS__)

#define TRY_NAME(prefix, line) TRY_JOIN(prefix, line)
#define TRY_JOIN(prefix, line) prefix##line
#define TRY_ASSIGN_AS(result, variable, ...)                          \
  auto result = (__VA_ARGS__);                                        \
  if (!result) return tl::make_unexpected(std::move(result).error()); \
  variable = *std::move(result)
