#include "workloads/train/synthetic.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>

#include "workloads/train/random.hpp"

namespace scalegen::train {
namespace {

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
  for (int64_t i = 0; i < kImagePixels; i += 8) {
    const uint64_t noise = random.bits() & 0x1f1f1f1f1f1f1f1fU;
    std::memcpy(image + i, &noise, sizeof noise);
  }
}

void fill_cell(uint8_t* image, int top, int left, int height, int width, int brightness) {
  for (int y = top; y < top + height; ++y)
    std::memset(image + y * kImageSide + left, brightness, static_cast<std::size_t>(width));
}

void draw_digit(uint8_t* image, int digit, Random& random) {
  const int side = static_cast<int>(kImageSide);
  const int cell_width = random.between(3, 4);
  const int cell_height = 3;
  const int left = (side - kColumns * cell_width) / 2 + random.between(-3, 3);
  const int top = (side - kRows * cell_height) / 2 + random.between(-3, 3);
  const int brightness = random.between(96, 255);
  draw_noise(image, random);
  for (int row = 0; row < kRows; ++row)
    for (int column = 0; column < kColumns; ++column)
      if (kGlyphs[static_cast<std::size_t>(digit)][static_cast<std::size_t>(row * kColumns + column)] == '#')
        fill_cell(image, top + row * cell_height, left + column * cell_width, cell_height, cell_width,
                  brightness);
}

Samples draw(int64_t count, uint64_t seed) {
  Random random(seed);
  Samples samples;
  samples.images.resize(static_cast<std::size_t>(count * kImagePixels));
  samples.labels.resize(static_cast<std::size_t>(count));
  uint8_t* image = samples.images.data();
  for (uint8_t& label : samples.labels) {
    label = static_cast<uint8_t>(random.between(0, 9));
    draw_digit(image, label, random);
    image += kImagePixels;
  }
  return samples;
}

}  // namespace

Dataset synthetic_digits(int64_t train_samples) {
  return {"synthetic digits", draw(train_samples, 1), draw(std::max<int64_t>(10, train_samples / 6), 2)};
}

}  // namespace scalegen::train
