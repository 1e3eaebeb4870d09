#pragma once
#include <array>
#include <string_view>

#include "analysis/charts/chart.hpp"

namespace scalegen::charts {

/// The colours of a page. Those of the series were searched for by computation: also with protanopia,
/// deuteranopia and tritanopia any two differ by more than 20 in CIELAB, and each has a contrast of at least
/// 3 to the background (palette_test.cpp).
struct Palette {
  std::string_view background{};
  std::string_view text{};
  std::string_view faint{};  // axes, grids and ideal lines
  std::array<std::string_view, kMostSeries> series{};
};

inline constexpr Palette kLightPalette{
    .background = "#ffffff",
    .text = "#1b1f24",
    .faint = "#5f6672",
    .series = {"#2645e8", "#de781a", "#097450", "#b55aa8", "#351b7e", "#6f5300", "#3195ff", "#5b000a"}};

inline constexpr Palette kDarkPalette{
    .background = "#15181c",
    .text = "#e6e8eb",
    .faint = "#9aa2ad",
    .series = {"#7ca0fc", "#cfa530", "#67ef94", "#c259a6", "#fffc64", "#a0a898", "#7d4df6", "#c14049"}};

}  // namespace scalegen::charts
