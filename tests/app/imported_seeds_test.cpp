// The job scripts of five sites' pages on training with several GPUs, which are read where they lie.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "app/imported_script.hpp"
#include "core/files.hpp"
#include "core/text.hpp"
#include "generator/sweep_file/sweep_reader.hpp"
#include "tests/cannot_run.hpp"
#include "tests/temporary_folder.hpp"

namespace scalegen {
namespace {

namespace fs = std::filesystem;

fs::path seeds() {
  const auto* const shared = std::getenv("SCALEGEN_SHARED");
  return fs::path(shared == nullptr ? SCALEGEN_SHARED_DIR : shared) / "seeds";
}

std::vector<std::string> blocks_of(const std::string& page) {
  std::vector<std::string> blocks;
  bool is_inside = false;
  for (const auto& line : lines_of(page)) {
    const bool is_fence = line.starts_with("```");
    if (is_fence) is_inside = !is_inside;
    if (is_fence && is_inside) blocks.emplace_back();
    if (!is_fence && is_inside) blocks.back() += line + "\n";
  }
  return blocks;
}

/// The scripts of a page; one that it shows in pieces begins with its directives and ends with what starts
/// the program.
std::vector<std::string> scripts_of(const std::string& page) {
  std::vector<std::string> scripts;
  std::string pieces;
  for (const auto& block : blocks_of(page)) {
    if (block.starts_with("#!/bin/bash")) scripts.push_back(block);
    if (block.starts_with("#SBATCH")) pieces = "#!/bin/bash\n" + block;
    const bool is_of_bash =
        block.starts_with("module ") || block.starts_with("export ") || block.starts_with("srun ");
    if (!pieces.empty() && is_of_bash) pieces += block;
    if (!pieces.empty() && is_of_bash && block.find("srun ") != std::string::npos)
      scripts.push_back(std::exchange(pieces, {}));
  }
  return scripts;
}

/// Of each script its size, the rest of its keys' names, or the error.
std::string imports_of(const std::string& name) {
  const auto page = read_file(seeds() / name);
  const TemporaryFolder folder;
  const auto file = folder.path() / "job.sh";
  std::string found;
  for (const auto& script : scripts_of(page.value_or(""))) {
    EXPECT_TRUE(write_file(file, script));
    const auto imported = import_job_script({.file = file.string()});
    if (!imported) {
      found += "error: " + imported.error().front().message + "\n";
      continue;
    }
    const auto sweep = read_sweep("job.yaml", imported->yaml);
    EXPECT_TRUE(sweep) << imported->yaml;
    EXPECT_EQ(render(sweep->mistakes), "") << imported->yaml;
    const auto first = imported->yaml.substr(0, imported->yaml.find('\n'));
    found += first.substr(first.find("asks for"));
    for (const auto& line : lines_of(imported->yaml))
      if (!line.empty() && is_letter(line.front())) found += " " + line.substr(0, line.find(':'));
    const bool has_numbers = imported->told.find("{gpus_per_node}") != std::string::npos;
    found += has_numbers ? ", with placeholders\n" : "\n";
  }
  return found;
}

TEST(ScriptsOfSeeds, AreImported) {
  if (!fs::is_directory(seeds())) {
    SCALEGEN_CANNOT_RUN("no ../shared/seeds here: set SCALEGEN_SHARED");
  }
  EXPECT_EQ(imports_of("cyclone_t04_scaling_python_workloads.md"),
            "asks for 10cpu. name scales threads software time_limit partition setup command\n"
            "asks for 2gpu. name scales parameters software setup command\n");
  EXPECT_EQ(imports_of("gujarat_mnist_data_parallel.md"),
            "asks for 2gpu. name scales parameters tasks software partition time_limit setup command\n");
  EXPECT_EQ(imports_of("lumi_ddp_and_deepspeed.md"),
            "asks for 8gpu. name scales parameters tasks software command, with placeholders\n"
            "asks for 8gpu. name scales parameters tasks software setup command, with placeholders\n");
  EXPECT_EQ(imports_of("olivia_pytorch_multi_gpu.md"),  // its 72. is refused by sbatch, too
            "error: '--cpus-per-task' is no number here, so the size of the script is not known\n");
  EXPECT_EQ(imports_of("princeton_ddp_and_slurm.md"),
            "asks for 3x2gpu. name scales parameters software memory time_limit sbatch setup command\n");
}

}  // namespace
}  // namespace scalegen
