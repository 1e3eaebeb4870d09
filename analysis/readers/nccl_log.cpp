#include "analysis/readers/nccl_log.hpp"

#include "analysis/readers/printed_metric.hpp"

namespace scalegen {
namespace {

// Parses the text after "via NET/" or "via COLLNET/": "IB/0/GDRDMA", "IB/8(3)/GDRDMA/Shared", "AWS
// Libfabric/2".
std::string network(std::string_view kind, std::string_view text) {
  const auto name = text.substr(0, text.find('/'));
  const bool direct = text.find("/GDRDMA") != std::string_view::npos;
  return std::string(kind).append("/").append(name).append(direct ? "/GDRDMA" : "");
}

}  // namespace

// The forms are those of NCCL 2.4 to 2.31, src/transport/{p2p,shm,net,coll_net}.cc, where each is printed for
// the subsystem INIT too; RCCL appends words:
//   n1:4711:4742 [0] NCCL INFO Channel 00/0 : 0[0] -> 1[1] via P2P/CUMEM
//   n1:4711:4742 [0] NCCL INFO Channel 00 : 0[0] -> 1[1] via SHM/direct/direct
//   n1:4711:4742 [0] NCCL INFO Channel 00/0 : 3[1] -> 0[0] [receive] via NET/IB/0/GDRDMA
//   n1:4711:4742 [0] NCCL INFO CollNet 00/0 : 0 [send] via COLLNET/SHARP/0/GDRDMA
std::optional<std::string> nccl_transport_in(std::string_view line) {
  constexpr std::string_view kVia = " via ";
  const auto info = line.find("NCCL INFO ");
  const auto via = info == std::string_view::npos ? info : line.find(kVia, info);
  if (via == std::string_view::npos) return std::nullopt;
  const auto way = line.substr(via + kVia.size());
  for (const std::string_view kind : {"P2P", "SHM", "NET", "COLLNET"}) {
    if (!way.starts_with(kind) || way.substr(kind.size(), 1) != "/") continue;
    const bool is_network = kind == "NET" || kind == "COLLNET";
    return is_network ? network(kind, way.substr(kind.size() + 1)) : std::string(kind);
  }
  return std::nullopt;
}

std::set<std::string> nccl_transports(const AttemptListing& files) {
  std::set<std::string> transports;
  for (const auto& file : named_files(files, "nccl.", ".log"))
    (void)for_each_line(file.path, [&](const PrintedLine& line) {
      if (auto transport = nccl_transport_in(line.text)) transports.insert(std::move(*transport));
    });
  return transports;
}

}  // namespace scalegen
