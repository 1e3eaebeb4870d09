// write_synthetic MODEL COUNT FILE: the images (a byte a value) and then the labels (int16), or the tokens
// (uint16), that scalegen-train trains MODEL on with --data synthetic --samples COUNT. Prints what Python has
// to know of them.

#include <fmt/format.h>

#include <charconv>
#include <fstream>

#include "workloads/train/data/dataset.hpp"

int main(int argc, char** argv) {
  using namespace scalegen;
  if (argc != 4) return 2;
  const std::string_view count_text = argv[2];
  int64_t count = 0;
  std::from_chars(count_text.data(), count_text.data() + count_text.size(), count);
  const recipe::Model* const model = recipe::find(recipe::kModels, &recipe::Model::name, argv[1]);
  if (!model || count < 1) return 2;

  const train::Dataset data = model->is_text() ? train::synthetic_text(*model, model->context, count)
                                               : train::synthetic_set(*model, count);
  const train::Samples& samples = data.samples.train;
  std::ofstream file(argv[3], std::ios::binary);
  file.write(reinterpret_cast<const char*>(samples.images.data()),
             static_cast<std::streamsize>(samples.images.size()));
  file.write(reinterpret_cast<const char*>(samples.labels.data()),
             static_cast<std::streamsize>(samples.labels.size() * sizeof samples.labels.front()));
  file.write(reinterpret_cast<const char*>(samples.tokens.data()),
             static_cast<std::streamsize>(samples.tokens.size() * sizeof samples.tokens.front()));
  if (!file.flush()) return 1;
  fmt::print("{} {}\n", data.mean[0], data.deviation[0]);
}
