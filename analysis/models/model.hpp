#pragma once
#include <string>
#include <vector>

#include "analysis/models/measured_sizes.hpp"

namespace scalegen::models {

/// A law of how the time T for equal work depends on the number of workers N. Each has the scale c, the
/// seconds that one worker would take, and shares of it, which are at least 0:
///
/// - amdahl, strong scaling, serial share s: T = c ((1 - s)/N + s). Amdahl, AFIPS 1967.
/// - gustafson, weak scaling, serial share s: T = c / (s + (1 - s) N). Gustafson, CACM 31 (1988) 532.
/// - usl, the universal scalability law, contention a and coherency b:
///   T = c (1 + a (N - 1) + b N (N - 1)) / N. Gunther, CMG 1993; Guerrilla Capacity Planning, Springer 2007.
/// - alpha_beta, an all-reduce of the gradient over one network, added to the computation. It takes
///   2 (N - 1)/N b + 2 log2(N) a, where b is the time that the gradient's bytes take at the network's
///   bandwidth and a is the latency of a message: Hockney, Parallel Computing 20 (1994) 389; Thakur,
///   Rabenseifner, Gropp, IJHPCA 19 (2005) 49. A ring has the same b and the latencies 2 (N - 1) a, which in
///   strong scaling is the law usl. Strong: T = c/N + all-reduce; weak, a step of N times the work:
///   T = (c + all-reduce)/N.
/// - alpha_beta_two_networks: the same with 2 (g - 1)/g b1 inside nodes of g workers and 2 (m - 1)/m b2
///   between m nodes, and no latencies.
enum class Law { amdahl, gustafson, usl, alpha_beta, alpha_beta_two_networks };

/// Those that may describe what was measured: in strong or in weak scaling, on one node or on several.
std::vector<Law> laws_for(const MeasuredSizes& measured);

/// "Amdahl's law", "the universal scalability law"
std::string name_of(Law law);

/// For files: "amdahl".
std::string key_of(Law law);

/// The shares of a law, without c: "serial share"
std::vector<std::string> shares_of(Law law);

inline std::size_t parameters_of(Law law) { return shares_of(law).size() + 1; }

/// The largest share that has a meaning: 1 for a serial share.
double largest_share(Law law);

/// The logarithm of T/c. Takes shares of at least 0.
double log_relative_time(Law law, Scaling scaling, const std::vector<double>& shares, const Size& size);

}  // namespace scalegen::models
