#include "generator/script/build_script.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include "core/files.hpp"
#include "core/shell_quote.hpp"
#include "core/try.hpp"
#include "core/units.hpp"
#include "generator/embedded.hpp"
#include "generator/script/directives.hpp"
#include "generator/script/script_values.hpp"

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

}  // namespace

Result<void> write_train_sources(const fs::path& folder) {
  fs::path staging = folder;
  staging += fmt::format(".{}", ::getpid());
  auto done = write_tree(staging).and_then([&] { return put_in_place(staging, folder); });
  std::error_code none;
  if (!done) fs::remove_all(staging, none);
  return done;
}

namespace {

const std::vector<std::string>& names() {
  static const std::vector<std::string> all = {
      "binds", "container",   "container_run", "definitions",   "directives", "env",          "image",
      "line",  "made_by",     "modules",       "modules_first", "name",       "in_container", "root",
      "setup", "setup_lines", "title",         "value",         "word"};
  return all;
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
  return fmt::format("scalegen-train for {}, compiled on a node of it: {}{}", build.scripts.site.name,
                     r.gpus_per_node > 0 ? "1 GPU and " : "", counted(r.cpus_per_task, "core"));
}

TemplateValues values_of(const plan::PlannedBuild& build, const ScriptOrigin& origin,
                         const std::vector<std::string>& directives) {
  const auto& context = build.scripts;
  const bool container = context.launcher.container;
  TemplateValues values;
  values.texts = {{"title", comment(title(build))},
                  {"made_by", comment(fmt::format("scalegen {}: {}", origin.version, origin.command))},
                  {"root", origin.root.string()},
                  {"image", home_word(context.image)},
                  {"container_run", shell_command(context.site.container.run)},
                  {"in_container", container ? "\"${container[@]}\" " : ""}};
  values.conditions = {{"container", container}};
  const auto setup = site_setup(build.run, context);
  values.lists = {{"directives", items("line", directives)},
                  {"binds", items("line", bind_words(build.run, setup, context))},
                  {"definitions", items("line", definitions(build))},
                  {"env", exports(setup.env)}};
  add_setup(values, setup, {});
  return values;
}

}  // namespace

Result<std::string> build_script(const plan::PlannedBuild& build, const ScriptOrigin& origin) {
  TRY(check_root(origin));
  auto body = Template::parse(templates_with(origin.templates), "build.sbatch", names());
  if (!body) return tl::make_unexpected(with_own_paths(std::move(body.error()), origin.templates));
  TRY_ASSIGN(const auto lines, directives(build.run.resources, "scalegen-build-" + build.scripts.site.name,
                                          (origin.root / "slurm-%j.out").string(), build.scripts));
  return body->render(values_of(build, origin, lines), {});
}

}  // namespace scalegen
