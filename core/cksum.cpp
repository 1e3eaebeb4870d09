#include "core/cksum.hpp"

#include <fmt/format.h>

#include <boost/crc.hpp>

namespace scalegen {

namespace {

constexpr std::uint32_t kInverted = 0xFFFFFFFF;
using Crc = boost::crc_optimal<32, 0x04C11DB7, 0, kInverted, false, false>;

}  // namespace

void Cksum::add(std::string_view piece) {
  Crc crc(remainder_);
  crc.process_bytes(piece.data(), piece.size());
  remainder_ = crc.get_interim_remainder();
  bytes_ += piece.size();
}

std::string Cksum::text() const {
  Crc crc(remainder_);
  for (auto rest = bytes_; rest > 0; rest >>= 8U) crc.process_byte(static_cast<unsigned char>(rest));
  return fmt::format("{} {}", crc.checksum(), bytes_);
}

}  // namespace scalegen
