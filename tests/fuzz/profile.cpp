#include "check.hpp"
#include "generator/profile/profile_reader.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace scalegen;
  const auto profile = read_profile("profile.yaml", fuzz::text_of(data, size));
  if (!profile) fuzz::check_refusal(profile.error());
  return 0;
}
