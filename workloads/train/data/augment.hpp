#pragma once

#include "workloads/train/libtorch.hpp"

namespace scalegen::train {

/// `images` (batch x channels x height x width, of any type) as torchvision's RandomCrop with a padding of 4
/// zeros and RandomHorizontalFlip make them, each with a place and a side of its own. The random numbers are
/// those of the device's generator, in which no host has to wait.
at::Tensor crop_and_flip(const at::Tensor& images);

}  // namespace scalegen::train
