#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>

#include "workloads/train/data/dataset.hpp"
#include "workloads/train/data/random.hpp"
#include "workloads/train/error.hpp"

namespace scalegen::train {
namespace {

namespace fs = std::filesystem;

/// llm.c's files of tokens begin with this word, in a header of 256 such.
constexpr uint32_t kHeaderOfLlmC = 20240520;

void check_form(const fs::path& path, const std::vector<uint16_t>& tokens, std::uintmax_t bytes) {
  if (bytes % sizeof(uint16_t) != 0)
    throw BadInput(fmt::format("'{}': expected tokens of 2 bytes, found {} bytes: is it cut off?",
                               path.string(), bytes));
  uint32_t word = 0;
  if (bytes >= sizeof word) std::memcpy(&word, tokens.data(), sizeof word);
  if (word == kHeaderOfLlmC)
    throw BadInput(fmt::format("'{0}' has llm.c's header: expected bare tokens, as of tail -c +1025 '{0}'",
                               path.string()));
}

void check_vocabulary(const fs::path& path, const std::vector<uint16_t>& tokens, const recipe::Model& model) {
  const auto found = std::ranges::find_if(tokens, [&](uint16_t token) { return token >= model.classes; });
  if (found != tokens.end())
    throw BadInput(fmt::format("'{}': expected tokens from 0 to {}, which are {}'s, found {} at token {}",
                               path.string(), model.classes - 1, model.name, *found, found - tokens.begin()));
}

/// A file's first `rows` rows, or all of them.
Samples read_rows(const fs::path& path, const recipe::Model& model, int64_t sequence,
                  std::optional<int64_t> rows) {
  std::error_code error;
  const std::uintmax_t bytes = fs::file_size(path, error);
  if (error) throw BadInput(fmt::format("cannot read '{}': {}", path.string(), error.message()));
  Samples samples{.sequence = sequence};
  samples.tokens.resize(bytes / sizeof(uint16_t));
  std::ifstream file(path, std::ios::binary);
  if (!file.read(reinterpret_cast<char*>(samples.tokens.data()),
                 static_cast<std::streamsize>(samples.tokens.size() * sizeof(uint16_t))))
    throw BadInput(fmt::format("cannot read '{}': {}", path.string(), std::strerror(errno)));
  check_form(path, samples.tokens, bytes);
  check_vocabulary(path, samples.tokens, model);
  if (samples.size() < rows.value_or(1))
    throw BadInput(fmt::format("'{}': its {} tokens are {} rows of {} and one behind, expected at least {}",
                               path.string(), samples.tokens.size(), samples.size(), sequence,
                               rows.value_or(1)));
  if (rows) samples.tokens.resize(static_cast<std::size_t>(*rows * sequence + 1));
  return samples;
}

/// The choice among four is in two bits, so that a number of 64 serves for 32 tokens.
Samples draw_text(int64_t vocabulary, int64_t sequence, int64_t rows, uint64_t seed) {
  Samples samples{.sequence = sequence};
  samples.tokens.resize(static_cast<std::size_t>(rows * sequence + 1));
  Random random(seed);
  uint64_t token = 0;
  uint64_t choices = 0;
  for (std::size_t i = 0; i < samples.tokens.size(); ++i, choices >>= 2U) {
    if (i % 32 == 0) choices = random.bits();
    token = (token * 31 + 7 * (choices & 3U) + 1) % static_cast<uint64_t>(vocabulary);
    samples.tokens[i] = static_cast<uint16_t>(token);
  }
  return samples;
}

}  // namespace

Dataset load_text(const Options& options) {
  const recipe::Model& model = *options.model;
  if (options.data == "auto" || options.data == "synthetic")
    return synthetic_text(model, options.sequence(), options.samples);
  const fs::path folder = options.data;
  if (!fs::is_directory(folder))
    throw BadInput(
        fmt::format("--data: {} learns from synthetic tokens (auto, synthetic) or from a folder "
                    "with train.bin and val.bin; found '{}'",
                    model.name, options.data));
  Dataset data{
      .name = fs::canonical(folder).filename().string(), .shape = model.input, .classes = model.classes};
  data.samples.train = read_rows(folder / recipe::kTrainTokens, model, options.sequence(), options.samples);
  data.samples.test.sequence = options.sequence();
  if (options.evaluate != When::never)
    data.samples.test = read_rows(folder / recipe::kTestTokens, model, options.sequence(), std::nullopt);
  return data;
}

Dataset synthetic_text(const recipe::Model& model, int64_t sequence, std::optional<int64_t> train_samples) {
  constexpr int64_t kTokens = 16 << 20;
  const int64_t rows = train_samples.value_or(std::clamp<int64_t>(kTokens / sequence, 1, 60000));
  const int64_t tests = std::clamp<int64_t>(rows / 6, 10, 256);
  check_memory(rows, tests, sequence * static_cast<int64_t>(sizeof(uint16_t)));
  return {
      .name = "synthetic text",
      .shape = model.input,
      .classes = model.classes,
      .samples = {draw_text(model.classes, sequence, rows, 1), draw_text(model.classes, sequence, tests, 2)}};
}

}  // namespace scalegen::train
