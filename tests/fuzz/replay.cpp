// Runs a target over files and folders of inputs, where there is no libFuzzer.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <vector>

#include "check.hpp"
#include "core/files.hpp"

int main(int count, char** words) {
  std::vector<std::filesystem::path> inputs;
  for (int i = 1; i < count; ++i)
    for (const auto& entry : std::filesystem::recursive_directory_iterator(words[i]))
      if (entry.is_regular_file()) inputs.push_back(entry.path());
  std::sort(inputs.begin(), inputs.end());
  for (const auto& input : inputs) {
    std::printf("%s\n", input.c_str());  // the last one is that which ended the process
    std::fflush(stdout);
    const auto text = scalegen::read_file(input).value();
    const std::vector<std::uint8_t> bytes(text.begin(), text.end());
    LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
  }
  return inputs.empty() ? 1 : 0;
}
