#pragma once

#include "workloads/train/models/model.hpp"

namespace scalegen::train {

/// The convolutional network of PyTorch's MNIST example, which Princeton's and Gujarat's tutorials train.
std::shared_ptr<Model> make_mnist_cnn(bool dropout);

/// Cyclone's: the same layers without dropout, and with nothing between the last two.
std::shared_ptr<Model> make_cyclone_cnn();

/// Olivia's, which is NVIDIA DLI's: six residual blocks. `width` is the channels of the first two; 160 is
/// Olivia's own.
std::shared_ptr<Model> make_wide_resnet(int64_t width, int64_t classes, bool dropout);

/// The shape of a vision transformer, in torchvision's words.
struct VitShape {
  int64_t image = 224;
  int64_t patch = 16;
  int64_t layers = 12;
  int64_t heads = 12;
  int64_t hidden = 768;
  int64_t mlp = 3072;
};

/// Dosovitskiy et al., "An Image is Worth 16x16 Words" (2021), as torchvision builds it.
std::shared_ptr<Model> make_vit(const VitShape& shape, int64_t classes);

struct GptShape {
  int64_t context = 1024;
  int64_t vocabulary = 50257;
  int64_t layers = 12;
  int64_t heads = 12;
  int64_t hidden = 768;
};

/// Radford et al., "Language Models are Unsupervised Multitask Learners" (2019): GPT-2, without dropout,
/// as people train it today.
std::shared_ptr<Model> make_gpt(const GptShape& shape);

/// One layer from all pixels to the classes.
std::shared_ptr<Model> make_linear(int64_t pixels, int64_t classes);

}  // namespace scalegen::train
