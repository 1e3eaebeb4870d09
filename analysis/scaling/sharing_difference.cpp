#include "analysis/scaling/sharing_difference.hpp"

#include <fmt/format.h>

namespace scalegen {
namespace {

// Below this are daemons, monitors and the launcher; a job of somebody else, on GPUs too, keeps a core busy.
constexpr double kNobody = 0.5;

/// Others on the nodes of a rung, as far as they are known.
struct Others {
  bool were_looked_for = true;  // on all nodes of all measured runs
  double cores = 0;             // that they kept busy, at most
  int round = 0;                // in which they did
};

// The kernel's counts are those of the first node alone.
Others others_of(const LadderRung& rung) {
  Others others;
  for (const auto& run : rung.runs) {
    if (!run.value) continue;
    if (rung.shape.nodes != 1 || !run.load || !run.load->others_on_node) others.were_looked_for = false;
    const double cores = run.load ? run.load->others_on_node.value_or(0) : 0;
    if (cores > others.cores) {
      others.cores = cores;
      others.round = run.round;
    }
  }
  return others;
}

std::string text_of(const Others& others) {
  if (others.cores < kNobody)
    return "open to other jobs (no record says of all its nodes that nobody else was there)";
  return fmt::format("open to other jobs (other programs kept {:.1f} cores of its node busy in round {})",
                     others.cores, others.round);
}

}  // namespace

std::optional<Difference> sharing_difference(const LadderRung& reference, const LadderRung& here) {
  if (reference.may_share_nodes == here.may_share_nodes) return std::nullopt;
  const auto others = others_of(here.may_share_nodes ? here : reference);
  if (others.were_looked_for && others.cores < kNobody) return std::nullopt;
  Difference found{.key = "use of nodes",
                   .baseline = "exclusive",
                   .here = text_of(others),
                   .consequence = Consequence::star};
  if (!here.may_share_nodes) std::swap(found.baseline, found.here);
  return found;
}

}  // namespace scalegen
