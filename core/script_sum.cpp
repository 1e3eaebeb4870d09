#include "core/script_sum.hpp"

#include <fmt/format.h>

#include <boost/crc.hpp>

namespace scalegen {

std::string cksum_line(std::string_view text, std::string_view name) {
  boost::crc_optimal<32, 0x04C11DB7, 0, 0xFFFFFFFF, false, false> crc;
  crc.process_bytes(text.data(), text.size());
  for (auto rest = text.size(); rest > 0; rest >>= 8U) crc.process_byte(static_cast<unsigned char>(rest));
  return fmt::format("{} {} {}\n", crc.checksum(), text.size(), name);
}

std::string script_sum(const RunDirectory& directory, const std::filesystem::path& script,
                       std::string_view text) {
  return cksum_line(text, script.lexically_relative(directory.root).string());
}

}  // namespace scalegen
