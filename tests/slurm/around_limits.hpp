#pragma once
#include <string>
#include <vector>

#include "tests/slurm/request.hpp"

namespace scalegen {

struct Case {
  std::string name{};
  Request request{};
};

/// Requests on each limit of a site's profile, just within and just beyond.
std::vector<Case> around_limits(const Profile& profile);

}  // namespace scalegen
