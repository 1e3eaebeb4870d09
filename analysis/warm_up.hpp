#pragma once
#include <vector>

namespace scalegen {

/// How many steps at the beginning of a run are warm-up, at most half of them: White's MSER-5 (1997), which
/// leaves out what makes the standard error of the rest's mean smallest, judged on means of five steps. Below
/// 20 steps too few such means are left to judge, and single steps are taken.
std::size_t warm_up_steps(const std::vector<double>& step_seconds);

}  // namespace scalegen
