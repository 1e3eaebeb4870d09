#pragma once
#include <string>

#include "core/diagnostics.hpp"
#include "generator/profile/profile.hpp"
#include "generator/script/build_script.hpp"

namespace scalegen {

/// Where scalegen-train is built for a cluster: `given`, absolute, else where the profile's program lies in
/// this person's home, else ~/scalegen/<cluster>.
Result<BuildFolder> build_folder(const std::string& given, const Profile& profile);

/// Keeps in ~/.config/scalegen/programs where the program for a cluster is made, so that later sweeps find
/// it. A place in the home is written as ~/...: scripts may be written here and run in another home.
Result<void> remember_build(const Profile& profile, const BuildFolder& folder);

/// The program that was remembered for a cluster; empty: none was.
Result<std::string> built_program(const Profile& profile);

/// An error where the cluster's program is not to be seen from here, with the command that makes it.
Result<void> check_built(const Profile& profile);

/// The scalegen-train beside this program, where ./scalegen puts it; empty: there is none.
std::string program_beside_this();

/// The absolute path of scalegen-train on this machine: `given`, else the one beside this program, else the
/// one that `scalegen build` has made.
Result<std::string> train_program(const std::string& given);

/// How many GPUs that program can use here. Asks it only where the machine has a driver for one: it takes a
/// while.
Result<int> usable_gpus(const std::string& program);

}  // namespace scalegen
