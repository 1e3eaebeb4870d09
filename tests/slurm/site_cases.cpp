// site_cases CLUSTER FOLDER: requests on and around each limit of a site's profile. Each case is a folder
// with sweep.yaml, for scalegen, and by_hand.sbatch, the same request as a person would write it. Cases
// without the latter go through the site's ladder, with each launcher and each way to say what is run: none
// may be refused. A container of the case "ladder" is FOLDER/../image.sif.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <iostream>

#include "core/files.hpp"
#include "core/rung.hpp"
#include "generator/profile/profile_reader.hpp"
#include "tests/slurm/around_limits.hpp"
#include "tests/slurm/site.hpp"

namespace scalegen {
namespace {

namespace fs = std::filesystem;

/// The ladder of the bare machine, where its software is for one node only.
std::string rungs_of_one_node(const Profile& profile) {
  std::vector<std::string> rungs;
  for (const auto& rung : profile.ladder)
    if (parse_rung(rung.value)->nodes == 1) rungs.push_back(rung.value);
  return fmt::format("scales: [{}]\n", fmt::join(rungs, ", "));
}

/// A sweep over the ladder of the site with each launcher that it has and each way to say what is run.
std::vector<std::pair<std::string, std::string>> ladders(const Profile& profile) {
  const std::vector<std::pair<std::string, std::string>> programs = {
      {"workload", "workload: mnist_cnn\ndata: synthetic\n"},
      {"python", "python: train.py --batch {per_rank_batch}\n"},
      {"torchrun", "torchrun: train.py --batch {per_rank_batch}\n"},
      {"command", "command: srun --ntasks={ranks} ./train --gpus {gpus}\n"},
      {"cores", "command: srun --ntasks={ranks} ./solver\nthreads: 1\n"},
  };
  std::vector<std::pair<std::string, std::string>> found;
  for (const auto& [word, launcher] : launcher_words()) {
    if (launcher.container && profile.container.run.empty()) continue;
    for (const auto& [name, program] : programs) {
      if (name == "python" && launcher.starter == Launcher::Starter::torchrun)
        continue;                                           // one start too many
      if (name == "cores" && launcher.container) continue;  // it is for the nodes with GPUs
      const bool for_one = !launcher.container && !profile.software_one_node_only.value.empty() &&
                           program.find("command:") == std::string::npos;
      found.emplace_back(
          fmt::format("ladder-{}-{}", word, name),
          fmt::format("name: case\n{}{}scaling: weak\nparameters: {{per_rank_batch: 32}}\nrepeats: "
                      "1\nlauncher: {}\naccount: {}\n",
                      program, for_one ? rungs_of_one_node(profile) : "", word, kAccount));
    }
  }
  return found;
}

/// The ladder as a user of the site has it; an image stands in for that of the site.
std::string plain_ladder(const Profile& profile, const fs::path& image) {
  auto text =
      fmt::format("name: case\nworkload: mnist_cnn\ndata: synthetic\nrepeats: 1\naccount: {}\n", kAccount);
  if (!profile.container.srun.empty())
    text += "launcher: srun\n";  // the plugin of that container is not here
  else if (profile.launcher.container)
    text += fmt::format("image: {}\n", image.string());
  return text;
}

Result<void> put(const fs::path& path, const std::string& text) {
  fs::create_directories(path.parent_path());
  return write_file(path, text);
}

Result<void> write_cases(const Profile& profile, const fs::path& folder) {
  const auto* const launcher = profile.software_one_node_only.value.empty() ? "srun" : "container+srun";
  for (const auto& one : around_limits(profile)) {
    if (auto done = put(folder / one.name / "sweep.yaml", sweep_for(one.request, launcher)); !done)
      return done;
    if (auto done = put(folder / one.name / "by_hand.sbatch", script_by_hand(one.request)); !done)
      return done;
  }
  for (const auto& [name, text] : ladders(profile))
    if (auto done = put(folder / name / "sweep.yaml", text); !done) return done;
  return put(folder / "ladder" / "sweep.yaml", plain_ladder(profile, folder.parent_path() / "image.sif"));
}

}  // namespace
}  // namespace scalegen

int main(int argc, char** argv) {
  using namespace scalegen;
  if (argc != 3) return 2;
  const auto profile = find_profile(argv[1]);
  if (!profile) {
    std::cerr << render(profile.error());
    return 2;
  }
  const auto written = write_cases(*profile, fs::absolute(argv[2]));
  if (!written) std::cerr << render(written.error());
  return written ? 0 : 2;
}
