#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "core/diagnostics.hpp"
#include "generator/plan/build_job.hpp"
#include "generator/script/template_files.hpp"

namespace scalegen {

/// Unpacks what scalegen-train is made of, which this program carries with it, into `folder`, in the place of
/// what is there: all of it, or nothing is changed.
Result<void> write_train_sources(const std::filesystem::path& folder);

/// The folder on the cluster in which a build puts what it makes.
struct BuildFolder {
  std::filesystem::path root{};

  [[nodiscard]] std::filesystem::path script() const { return root / "build.sbatch"; }
  [[nodiscard]] std::filesystem::path sources() const { return root / "source"; }
  [[nodiscard]] std::filesystem::path compile_script() const { return sources() / "cmake/compile-train"; }
  [[nodiscard]] std::filesystem::path program() const { return root / "bin/scalegen-train"; }
};

/// The text of the script that compiles scalegen-train, in the container or with the site's modules, from the
/// sources under `build.launch.root`, and puts the program there. Returns an error if that path cannot stand
/// in a script.
Result<std::string> build_script(const plan::PlannedBuild& build,
                                 const std::vector<OwnTemplate>& own_templates);

}  // namespace scalegen
