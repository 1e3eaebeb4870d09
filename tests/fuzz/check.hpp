#pragma once
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

#include "core/diagnostics.hpp"

/// The entry that libFuzzer and replay.cpp call, once for each input.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace scalegen::fuzz {

inline std::string text_of(const std::uint8_t* data, std::size_t size) {
  std::string text(size, '\0');
  std::copy_n(data, size, text.begin());
  return text;
}

/// Ends the process, which a fuzzer takes for a finding, if what must hold for every input does not.
inline void check(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "this does not hold: %s\n", what);
  std::abort();
}

/// A refusal says something, and cites a place that the text has.
inline void check_refusal(const Diagnostics& errors) {
  check(!errors.empty(), "a refusal has an error");
  for (const auto& error : errors) {
    check(!error.message.empty(), "an error says what is wrong");
    check(!error.cited || (error.cited->line >= 1 && error.cited->column >= 1), "places count from 1");
  }
  check(!render(errors).empty(), "errors are shown");
}

/// A file in memory, for readers that take a path.
class FileInMemory {
 public:
  FileInMemory(const std::uint8_t* data, std::size_t size) : descriptor_(memfd_create("input", 0)) {
    check(descriptor_ >= 0 && write(descriptor_, data, size) == static_cast<ssize_t>(size),
          "memory is there");
  }
  FileInMemory(const FileInMemory&) = delete;
  FileInMemory& operator=(const FileInMemory&) = delete;
  ~FileInMemory() { close(descriptor_); }
  [[nodiscard]] std::filesystem::path path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

 private:
  int descriptor_;
};

}  // namespace scalegen::fuzz
