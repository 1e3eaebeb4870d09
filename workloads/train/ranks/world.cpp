#include "workloads/train/ranks/world.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <cstdlib>
#include <stdexcept>

namespace scalegen::train {
namespace {

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

int number(const char* name) {
  const std::string text = variable(name);
  int value = -1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value < 0)
    throw std::runtime_error(fmt::format("${}: expected a whole number from 0, found '{}'", name, text));
  return value;
}

World read(const char* rank, const char* size, const char* local_rank) {
  World world;
  world.rank = number(rank);
  world.size = number(size);
  world.local_rank = variable(local_rank).empty() ? world.rank : number(local_rank);
  if (world.rank >= world.size)
    throw std::runtime_error(
        fmt::format("${} is {}, expected less than ${}, {}", rank, world.rank, size, world.size));
  return world;
}

World ranks() {
  if (!variable("RANK").empty() || !variable("WORLD_SIZE").empty())
    return read("RANK", "WORLD_SIZE", "LOCAL_RANK");
  if (!variable("SLURM_PROCID").empty() && !variable("SLURM_NTASKS").empty())
    return read("SLURM_PROCID", "SLURM_NTASKS", "SLURM_LOCALID");
  return {};
}

}  // namespace

World world_from_environment() {
  World world = ranks();
  world.address = variable("MASTER_ADDR");
  world.port = variable("MASTER_PORT");
  return world;
}

std::string host_name() {
  std::array<char, 256> name{};
  gethostname(name.data(), name.size() - 1);
  return name.data();
}

}  // namespace scalegen::train
