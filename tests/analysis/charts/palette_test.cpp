#include "analysis/charts/palette.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace scalegen::charts {
namespace {

using Triple = std::array<double, 3>;
using Matrix = std::array<Triple, 3>;

Triple times(const Matrix& matrix, const Triple& v) {
  Triple product{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) product[i] += matrix[i][j] * v[j];
  return product;
}

// Linear sRGB of "#rrggbb".
Triple linear(std::string_view hex) {
  Triple rgb{};
  for (std::size_t i = 0; i < 3; ++i) {
    const double c = std::stoi(std::string(hex.substr(1 + 2 * i, 2)), nullptr, 16) / 255.0;
    rgb[i] = c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  }
  return rgb;
}

constexpr Matrix kXyz{Triple{0.4124564, 0.3575761, 0.1804375}, Triple{0.2126729, 0.7151522, 0.0721750},
                      Triple{0.0193339, 0.1191920, 0.9503041}};

Triple lab(const Triple& rgb) {
  const auto xyz = times(kXyz, rgb);
  const auto f = [](double t) { return t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116; };
  const double x = f(xyz[0] / 0.95047), y = f(xyz[1]), z = f(xyz[2] / 1.08883);
  return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

double distance(const Triple& a, const Triple& b) {
  return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

// WCAG 2: relative luminances.
double contrast(std::string_view a, std::string_view b) {
  const auto luminance = [](std::string_view hex) { return times(kXyz, linear(hex))[1]; };
  const auto [low, high] = std::minmax({luminance(a), luminance(b)});
  return (high + 0.05) / (low + 0.05);
}

// Colours for eyes with one kind of cone missing: Machado, Oliveira and Fernandes (2009), severity 1.
constexpr std::array kEyes{
    Matrix{Triple{1, 0, 0}, Triple{0, 1, 0}, Triple{0, 0, 1}},
    Matrix{Triple{0.152286, 1.052583, -0.204868}, Triple{0.114503, 0.786281, 0.099216},
           Triple{-0.003882, -0.048116, 1.051998}},
    Matrix{Triple{0.367322, 0.860646, -0.227968}, Triple{0.280085, 0.672501, 0.047413},
           Triple{-0.011820, 0.042940, 0.968881}},
    Matrix{Triple{1.255528, -0.076749, -0.178779}, Triple{-0.078411, 0.930809, 0.147602},
           Triple{0.004733, 0.691367, 0.303900}}};

Triple seen(const Matrix& eye, std::string_view hex) {
  auto rgb = times(eye, linear(hex));
  for (auto& c : rgb) c = std::clamp(c, 0.0, 1.0);
  return lab(rgb);
}

void expect_distinct(const Palette& palette) {
  for (const auto& eye : kEyes)
    for (std::size_t a = 0; a < palette.series.size(); ++a)
      for (std::size_t b = a + 1; b < palette.series.size(); ++b)
        EXPECT_GT(distance(seen(eye, palette.series[a]), seen(eye, palette.series[b])), 20)
            << palette.series[a] << " and " << palette.series[b];
}

void expect_contrasts(const Palette& palette) {
  EXPECT_GE(contrast(palette.text, palette.background), 7);
  EXPECT_GE(contrast(palette.faint, palette.background), 4.5);
  for (const auto colour : palette.series) EXPECT_GE(contrast(colour, palette.background), 3) << colour;
}

TEST(Palette, IsToldApartByAllEyes) {
  expect_distinct(kLightPalette);
  expect_distinct(kDarkPalette);
}

TEST(Palette, StandsOutFromItsBackground) {
  expect_contrasts(kLightPalette);
  expect_contrasts(kDarkPalette);
}

}  // namespace
}  // namespace scalegen::charts
