#include "workloads/train/data/dataset.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>

#include "workloads/train/data/random.hpp"
#include "workloads/train/error.hpp"

namespace scalegen::train {
namespace {

constexpr int kSide = 28;
constexpr int kPixels = kSide * kSide;
constexpr int kColumns = 5;
constexpr int kRows = 7;

constexpr std::array<std::string_view, 10> kGlyphs = {
    " ### #   ##  ### # ###  ##   # ### ", "  #   ##    #    #    #    #   ### ",
    " ### #   #    #   #   #   #   #####", "#####   #   #     #     ##   # ### ",
    "   #   ## # # # #  # #####   #   # ", "######    ####     #    ##   # ### ",
    "  ##  #   #    #### #   ##   # ### ", "#####    #   #   #   #    #    #   ",
    " ### #   ##   # ### #   ##   # ### ", " ### #   ##   # ####    #   #  ##  ",
};

/// Eight pixels at a time, each from 0 to 31.
void draw_noise(uint8_t* image, Random& random) {
  for (int64_t i = 0; i < kPixels; i += 8) {
    const uint64_t noise = random.bits() & 0x1f1f1f1f1f1f1f1fU;
    std::memcpy(image + i, &noise, sizeof noise);
  }
}

void fill_cell(uint8_t* image, int top, int left, int height, int width, int brightness) {
  for (int y = top; y < top + height; ++y)
    std::memset(image + static_cast<std::ptrdiff_t>(y) * kSide + left, brightness,
                static_cast<std::size_t>(width));
}

void draw_digit(uint8_t* image, int digit, Random& random) {
  const int cell_width = random.between(3, 4);
  const int cell_height = 3;
  const int left = (kSide - kColumns * cell_width) / 2 + random.between(-3, 3);
  const int top = (kSide - kRows * cell_height) / 2 + random.between(-3, 3);
  const int brightness = random.between(96, 255);
  draw_noise(image, random);
  const auto& glyph = kGlyphs[static_cast<std::size_t>(digit)];
  for (int cell = 0; cell < kRows * kColumns; ++cell)
    if (glyph[static_cast<std::size_t>(cell)] == '#')
      fill_cell(image, top + cell / kColumns * cell_height, left + cell % kColumns * cell_width, cell_height,
                cell_width, brightness);
}

/// Cells of 4 x 4 for small images, of 16 x 16 for large ones, whose brightness depends on the class, the
/// channel and the place; moved as a whole, and noisy.
void draw_pattern(uint8_t* image, int label, const recipe::Shape& shape, Random& random) {
  const int64_t cell = shape.height >= 64 ? 16 : 4;
  const int64_t down = random.between(0, 2);
  const int64_t right = random.between(0, 2);
  for (int64_t channel = 0; channel < shape.channels; ++channel)
    for (int64_t y = 0; y < shape.height; ++y)
      for (int64_t x = 0; x < shape.width; ++x) {
        const int64_t place = (y + down) / cell * shape.width + (x + right) / cell;
        Random of_cell(static_cast<uint64_t>((label * shape.channels + channel) * shape.size() + place));
        *image++ = static_cast<uint8_t>(of_cell.between(0, 191) + random.between(0, 63));
      }
}

}  // namespace

void check_memory(int64_t count, int64_t tests, int64_t bytes_each) {
  const int64_t memory = static_cast<int64_t>(sysconf(_SC_PHYS_PAGES)) * sysconf(_SC_PAGESIZE);
  if (count > memory / bytes_each - tests)
    throw BadInput(fmt::format(
        "--samples {}: of {} bytes each they and {} for tests are more than this machine's memory of {} MiB",
        count, bytes_each, tests, memory >> 20));
}

namespace {

Samples draw(const recipe::Model& model, int64_t count, uint64_t seed) {
  const bool digits = recipe::has_digits(model);
  Random random(seed);
  Samples samples;
  samples.images.resize(static_cast<std::size_t>(count * model.input.size()));
  samples.labels.resize(static_cast<std::size_t>(count));
  uint8_t* image = samples.images.data();
  for (int16_t& label : samples.labels) {
    label = static_cast<int16_t>(random.between(0, static_cast<int>(model.classes) - 1));
    digits ? draw_digit(image, label, random) : draw_pattern(image, label, model.input, random);
    image += model.input.size();
  }
  return samples;
}

}  // namespace

Dataset synthetic_set(const recipe::Model& model, std::optional<int64_t> train_samples) {
  constexpr int64_t kMostBytes = 256 << 20;
  const int64_t count = train_samples.value_or(std::min<int64_t>(60000, kMostBytes / model.input.size()));
  const int64_t tests = std::max<int64_t>(10, count / 6);
  check_memory(count, tests, model.input.size());
  const bool digits = recipe::has_digits(model);
  return {.name = digits ? "synthetic digits" : "synthetic images",
          .shape = model.input,
          .classes = model.classes,
          .mean = digits ? std::array<double, 3>{0.1307} : std::array<double, 3>{0.5, 0.5, 0.5},
          .deviation = digits ? std::array<double, 3>{0.3081} : std::array<double, 3>{0.25, 0.25, 0.25},
          .samples = {draw(model, count, 1), draw(model, tests, 2)}};
}

}  // namespace scalegen::train
