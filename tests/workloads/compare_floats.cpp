// compare_floats A B MEAN LARGEST: two files of raw floats agree within MEAN (root mean square) and, each
// number, within LARGEST, and are not all zero.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <vector>

namespace {

std::vector<float> read_floats(const char* path) {
  std::ifstream file(path, std::ios::binary);
  const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
  std::vector<float> floats(bytes.size() / sizeof(float));
  std::memcpy(floats.data(), bytes.data(), floats.size() * sizeof(float));
  return floats;
}

struct Difference {
  double root_mean_square = 0;
  double largest = 0;
};

/// Infinite where the two are not of one length, or a number is none.
Difference difference(const std::vector<float>& a, const std::vector<float>& b) {
  if (a.size() != b.size() || a.empty()) return {INFINITY, INFINITY};
  Difference found;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double apart = std::abs(static_cast<double>(a[i]) - static_cast<double>(b[i]));
    if (!std::isfinite(apart)) return {INFINITY, INFINITY};
    found.root_mean_square += apart * apart;
    found.largest = std::max(found.largest, apart);
  }
  found.root_mean_square = std::sqrt(found.root_mean_square / static_cast<double>(a.size()));
  return found;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) return 2;
  const std::vector<float> a = read_floats(argv[1]);
  const Difference found = difference(a, read_floats(argv[2]));
  const bool something = difference(a, std::vector<float>(a.size())).root_mean_square > 1e-3;
  std::printf("%zu floats differ by %g (root mean square), at most %g\n", a.size(), found.root_mean_square,
              found.largest);
  return something && found.root_mean_square <= std::atof(argv[3]) && found.largest <= std::atof(argv[4]) ? 0
                                                                                                          : 1;
}
