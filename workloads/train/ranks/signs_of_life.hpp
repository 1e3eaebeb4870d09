#pragma once

#include <vector>

#include "workloads/train/ranks/rendezvous.hpp"

namespace scalegen::train {

/// One more sign that this rank is there. It is given between twice and three times a second.
void give_sign_of_life(const Store& store, int rank);

/// This rank gives no more signs, since it ends for a reason that it knows.
void take_leave(const Store& store, int rank);

/// The ranks that gave no sign for a second and a half and have not taken leave: killed, or standing still as
/// a whole. Takes that long.
std::vector<int> silent_ranks(const Store& store, const World& world);

}  // namespace scalegen::train
