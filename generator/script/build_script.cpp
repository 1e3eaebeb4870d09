#include "generator/script/build_script.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include "core/directives.hpp"
#include "core/files.hpp"
#include "core/shell_quote.hpp"
#include "core/try.hpp"
#include "core/units.hpp"
#include "generator/embedded.hpp"
#include "generator/script/script.hpp"
#include "generator/script/script_values.hpp"
#include "generator/script/template.hpp"

namespace scalegen {

namespace {

namespace fs = std::filesystem;

Result<void> write_all(const std::vector<EmbeddedFile>& files, const fs::path& folder) {
  for (const auto& file : files) {
    const auto path = folder / file.name;
    TRY(make_folders(path.parent_path()));
    TRY(write_file(path, file.text));
  }
  return {};
}

Result<void> write_tree(const fs::path& folder) {
  const auto headers = folder / "include";  // where FormatAndJson.cmake looks
  return write_all(embedded_train_sources(), folder)
      .and_then([&] { return write_all(embedded_fmt_headers(), headers); })
      .and_then([&] { return write_all(embedded_json_headers(), headers); });
}

Result<void> put_in_place(const fs::path& whole, const fs::path& folder) {
  std::error_code error;
  fs::remove_all(folder, error);
  if (!error) fs::rename(whole, folder, error);
  if (error) return file_failure("replace", folder, error.value());
  return {};
}

/// For CMake.
std::vector<std::string> definitions(const plan::PlannedBuild& build) {
  std::vector<std::string> words;
  if (!build.torch_root.empty()) words.push_back("-DTORCH_ROOT=" + home_word(build.torch_root));
  if (build.run.resources.gpus_per_node > 0) words.emplace_back("-DSCALEGEN_REQUIRE_NCCL=ON");
  return words;
}

std::string title(const plan::PlannedBuild& build) {
  const auto& r = build.run.resources;
  return fmt::format("scalegen-train for {}, compiled on a node of it: {}{}", build.cluster,
                     r.gpus_per_node > 0 ? "1 GPU and " : "", counted(r.cpus_per_task, "core"));
}

TemplateValues values_of(const plan::PlannedBuild& build, const std::vector<std::string>& directives) {
  const auto& launch = build.launch;
  TemplateValues values;
  values.texts = {{"title", comment(title(build))},
                  {"made_by", comment(launch.made_by)},
                  {"root", launch.root},
                  {"cpus_per_task", fmt::format("{}", build.run.resources.cpus_per_task)}};
  const auto setup = site_setup(build.run, launch);
  values.lists = {{"directives", items("line", directives)},
                  {"definitions", items("line", definitions(build))},
                  {"env", exports(setup.env)}};
  add_setup(values, setup);
  add_container(values, build.run, setup, launch);
  return values;
}

}  // namespace

Result<void> write_train_sources(const fs::path& folder) {
  fs::path staging = folder;
  staging += fmt::format(".{}", ::getpid());
  auto done = write_tree(staging).and_then([&] { return put_in_place(staging, folder); });
  std::error_code none;
  if (!done) fs::remove_all(staging, none);
  return done;
}

Result<std::string> build_script(const plan::PlannedBuild& build,
                                 const std::vector<OwnTemplate>& own_templates) {
  TRY(check_root(build.launch));
  TRY_ASSIGN(const auto bundled, join_template(embedded_templates(), "build.sbatch"));
  auto body = Template::parse(templates_with(own_templates), "build.sbatch",
                              tag_names({{"build.sbatch", bundled.text}}));
  if (!body) return tl::make_unexpected(with_own_paths(std::move(body.error()), own_templates));
  TRY_ASSIGN(const auto lines,
             directives(build.run.resources, build.launch, "scalegen-build-" + build.cluster,
                        output_pattern(build.launch.root, "slurm-%j.out")));
  return body->render(values_of(build, lines), {});
}

}  // namespace scalegen
