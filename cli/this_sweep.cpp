#include "cli/this_sweep.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "cli/read_plan_of.hpp"
#include "core/files.hpp"

namespace scalegen {

namespace fs = std::filesystem;

namespace {

Result<RunDirectory> directory_at(const std::string& path) {
  return absolute_path(path).map([](fs::path root) { return RunDirectory{std::move(root)}; });
}

}  // namespace

Result<RunDirectory> this_directory(const std::string& given) {
  if (!given.empty()) return directory_at(given);
  auto names = names_in(".");
  if (!names) return tl::make_unexpected(std::move(names.error()));
  std::error_code none;
  std::erase_if(*names, [&](const auto& name) {
    return name.starts_with('.') || !fs::exists(RunDirectory{name}.plan_file(), none);
  });
  std::sort(names->begin(), names->end());
  if (names->size() == 1) return directory_at(names->front());
  if (names->empty())
    return failure("there is no run directory here",
                   "'scalegen sweep' makes one; one that lies elsewhere is named as DIR");
  return failure(fmt::format("there are {} run directories here", names->size()), "name one of them",
                 {fmt::format("{}", fmt::join(*names, ", "))});
}

Result<ThisSweep> this_sweep(const std::string& given) {
  return this_directory(given).and_then([](RunDirectory directory) {
    return read_plan_of(directory).map([&](Plan plan) {
      return ThisSweep{std::move(directory), std::move(plan)};
    });
  });
}

}  // namespace scalegen
