#include "analysis/panels/panel.hpp"

#include "check.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace scalegen;
  const auto panel = panels::read_panel({"panel", fuzz::text_of(data, size), "panel.yaml"});
  if (!panel) fuzz::check_refusal(panel.error());
  return 0;
}
