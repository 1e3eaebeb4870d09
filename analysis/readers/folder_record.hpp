#pragma once
#include <string>
#include <vector>

#include "core/evidence.hpp"
#include "core/run_directory.hpp"

namespace scalegen {

/// A file in a shared folder that an earlier run left, and that a later one found.
struct LeftFile {
  std::string name{};
  std::string made_by{};  // the first run that created or changed it
  bool operator==(const LeftFile&) const = default;
};

/// A file of the program that somebody changed between two runs, or during one.
struct ChangedProgram {
  std::string file{};
  std::string last_before{};  // the last run that had it as it was
  std::string during{};       // the run that was running; empty: none
  bool operator==(const ChangedProgram&) const = default;
};

/// Why a run seems to have gone on with a file that was left: either `line` says so, or it took `seconds`
/// after `seconds_before` of the run that left the file, or, with neither, another run shows it of this file.
struct Resumption {
  LeftFile file{};
  std::string line{};
  double seconds = 0;
  double seconds_before = 0;
  bool operator==(const Resumption&) const = default;
};

/// The first lines, at most 8, by which a program says that it goes on from a checkpoint or loads one:
/// "Resuming training from snapshot at Epoch 15". Looks at the first 5000 lines of `out` and `err`, and
/// takes one of those that differ in figures alone.
std::vector<std::string> read_checkpoint_lines(const AttemptFolder& attempt);

}  // namespace scalegen
