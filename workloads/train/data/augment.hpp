#pragma once

#include "workloads/train/libtorch.hpp"

namespace scalegen::train {

/// `images` (batch x channels x height x width, of any type) as torchvision's RandomCrop with a padding of 4
/// zeros and RandomHorizontalFlip make them, each with a place and a side of its own. The random numbers are
/// those of the device's generator, in which no host has to wait.
at::Tensor crop_and_flip(const at::Tensor& images);

/// Float images, made larger by bilinear interpolation so that their middle, a square of `side` pixels, is
/// seven eighths of them: torchvision's Resize(256) and CenterCrop(224) for a side of 224.
at::Tensor scale_and_crop(const at::Tensor& images, int64_t side);

}  // namespace scalegen::train
