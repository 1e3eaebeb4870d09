#include "core/launcher_options.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <sstream>

namespace scalegen {
namespace {

/// The options as NAME=VALUE, and the program behind them.
std::string read(const std::string& command) {
  std::istringstream text(command);
  std::vector<std::string> words;
  for (std::string word; text >> word;) words.push_back(word);
  const auto launcher = read_launcher(words);
  std::string all;
  for (const auto& option : launcher.options) {
    EXPECT_TRUE(words[option.value_word].ends_with(option.value)) << command;
    all += fmt::format("{}={} ", option.name, option.value);
  }
  return all + (launcher.program < words.size() ? words[launcher.program] : "");
}

TEST(LauncherOptions, OfSrunEndAtItsProgram) {
  EXPECT_EQ(read("srun -N2 --ntasks-per-node 1 -l torchrun -n 4"), "-N=2 --ntasks-per-node=1 -l= torchrun");
  EXPECT_EQ(read("srun -n 8 --cpu-bind cores --exact ./a"), "-n=8 --cpu-bind=cores --exact= ./a");
  EXPECT_EQ(read("/usr/bin/srun -lu -m block ./a"), "-l=u -m=block ./a");
  EXPECT_EQ(read("srun --ntasks"), "--ntasks= ");
  EXPECT_EQ(read("srun"), "");
  EXPECT_EQ(read(""), "");
}

TEST(LauncherOptions, OfMpirunMayHaveOneDash) {
  EXPECT_EQ(read("mpirun -np 4 --bind-to none -x A=1 ./a -n 2"), "-np=4 --bind-to=none -x=A=1 ./a");
  EXPECT_EQ(read("mpirun -n4 -mca btl tcp --allow-run-as-root ./a"),
            "-n=4 -mca=btl --allow-run-as-root= ./a");
  EXPECT_EQ(read("mpiexec --np=4 ./a"), "--np=4 ./a");
}

TEST(LauncherOptions, OfTorchrunStandAloneByName) {
  EXPECT_EQ(read("torchrun --standalone --nproc_per_node 4 -m train --lr 1"),
            "--standalone= --nproc_per_node=4 -m= train");
  EXPECT_EQ(read("torchrun --nnodes=2 --rdzv_endpoint=$H:1 $ARGS a.py"),
            "--nnodes=2 --rdzv_endpoint=$H:1 $ARGS");
}

}  // namespace
}  // namespace scalegen
