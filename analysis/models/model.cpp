#include "analysis/models/model.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace scalegen::models {
namespace {

double all_reduce(const std::vector<double>& shares, const Size& size) {
  return 2 * (size.workers - 1) / size.workers * shares[0] + 2 * std::log2(size.workers) * shares[1];
}

double all_reduce_over_two_networks(const std::vector<double>& shares, const Size& size) {
  const double nodes = size.nodes.value_or(1);
  const double on_a_node = std::max(size.workers / nodes, 1.0);
  return 2 * (on_a_node - 1) / on_a_node * shares[0] + 2 * (nodes - 1) / nodes * shares[1];
}

double with_communication(Scaling scaling, double communication, double n) {
  return scaling == Scaling::strong ? 1 / n + communication : (1 + communication) / n;
}

double relative_time(Law law, Scaling scaling, const std::vector<double>& shares, const Size& size) {
  const double n = size.workers;
  switch (law) {
    case Law::amdahl:
      return (1 - shares[0]) / n + shares[0];
    case Law::gustafson:
      return 1 / (shares[0] + (1 - shares[0]) * n);
    case Law::usl:
      return (1 + shares[0] * (n - 1) + shares[1] * n * (n - 1)) / n;
    case Law::alpha_beta:
      return with_communication(scaling, all_reduce(shares, size), n);
    case Law::alpha_beta_two_networks:
      return with_communication(scaling, all_reduce_over_two_networks(shares, size), n);
  }
  return 1 / n;
}

// Two networks can only be told apart if some sizes have several workers on a node, and some several nodes.
bool shows_two_networks(const MeasuredSizes& measured) {
  bool in_node = false;
  bool between = false;
  for (const auto& [rung, size, log_time, runs] : measured.sizes) {
    if (!size.nodes) return false;
    in_node = in_node || size.workers > *size.nodes;
    between = between || *size.nodes > 1;
  }
  return in_node && between;
}

}  // namespace

std::vector<Law> laws_for(const MeasuredSizes& measured) {
  std::vector<Law> laws;
  if (measured.scaling != Scaling::weak) laws.push_back(Law::amdahl);
  if (measured.scaling != Scaling::strong) laws.push_back(Law::gustafson);
  laws.insert(laws.end(), {Law::usl, Law::alpha_beta});
  if (shows_two_networks(measured)) laws.push_back(Law::alpha_beta_two_networks);
  return laws;
}

std::string name_of(Law law) {
  switch (law) {
    case Law::amdahl:
      return "Amdahl's law";
    case Law::gustafson:
      return "Gustafson's law";
    case Law::usl:
      return "the universal scalability law";
    case Law::alpha_beta:
      return "all-reduce over one network";
    case Law::alpha_beta_two_networks:
      return "all-reduce over two networks";
  }
  return "";
}

std::string key_of(Law law) {
  switch (law) {
    case Law::amdahl:
      return "amdahl";
    case Law::gustafson:
      return "gustafson";
    case Law::usl:
      return "usl";
    case Law::alpha_beta:
      return "alpha_beta";
    case Law::alpha_beta_two_networks:
      return "alpha_beta_two_networks";
  }
  return "";
}

std::vector<std::string> shares_of(Law law) {
  switch (law) {
    case Law::amdahl:
    case Law::gustafson:
      return {"serial share"};
    case Law::usl:
      return {"contention", "coherency"};
    case Law::alpha_beta:
      return {"bandwidth", "latency"};
    case Law::alpha_beta_two_networks:
      return {"bandwidth in a node", "bandwidth between nodes"};
  }
  return {};
}

double largest_share(Law law) {
  return law == Law::amdahl || law == Law::gustafson ? 1 : std::numeric_limits<double>::infinity();
}

double log_relative_time(Law law, Scaling scaling, const std::vector<double>& shares, const Size& size) {
  return std::log(relative_time(law, scaling, shares, size));
}

}  // namespace scalegen::models
