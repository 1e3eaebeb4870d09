#include "cli/load_sweep.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "cli/build_folder.hpp"
#include "cli/own_settings.hpp"
#include "cli/train_program.hpp"
#include "core/did_you_mean.hpp"
#include "core/files.hpp"
#include "generator/embedded.hpp"
#include "generator/plan/find_dataset.hpp"
#include "generator/read/read_profile.hpp"
#include "generator/read/read_sweep.hpp"

namespace scalegen {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kExamplePrefix = "example:";

const EmbeddedFile* example_named(const std::string& name) {
  for (const auto& example : embedded_examples())
    if (example.name == name || example.name == name + ".yaml") return &example;
  return nullptr;
}

std::vector<std::string> example_names() {
  std::vector<std::string> names;
  for (const auto& example : embedded_examples()) names.emplace_back(example.name);
  return names;
}

// Where data sets are looked for: beside the sweep, where the person says, where Debian puts them.
std::vector<fs::path> data_roots(const fs::path& sweep_folder) {
  std::vector<fs::path> roots{sweep_folder / "data"};
  if (const auto given = environment("SCALEGEN_DATA"); !given.empty()) roots.emplace_back(given);
  roots.emplace_back("/usr/share/datasets");
  return roots;
}

// Program, data and cores are looked up only on the machine that will run; a cluster's scripts check them
// there.
Result<PlanOptions> options_for(const SweepSource& source, const SweepFile& sweep, const Profile& profile) {
  auto fallbacks = usual_choices(profile.name);
  if (!fallbacks) return tl::make_unexpected(std::move(fallbacks.error()));
  PlanOptions options{.program = source.train,
                      .overrides = {source.account, source.partition, source.qos},
                      .fallbacks = *std::move(fallbacks),
                      .one_allocation = source.one_allocation};
  const auto file = absolute_path(source.file);
  if (!file) return tl::make_unexpected(file.error());
  options.workdir = source.folder.empty() ? file->parent_path().string() : source.folder;
  if (profile.scheduler != SchedulerKind::local || sweep.program) return options;
  auto program = train_program(source.train);
  if (!program) return tl::make_unexpected(std::move(program.error()));
  options.program = std::move(*program);
  options.dataset = find_dataset(sweep.data, data_roots(options.workdir));
  return options;
}

Result<Machine> machine_for(const Profile& profile, const std::string& program) {
  if (profile.scheduler != SchedulerKind::local) return Machine{};
  auto machine = detect_machine();
  const auto asked = program.empty() ? train_program("").value_or("") : program;
  if (asked.empty()) return machine;  // a program of one's own, and nothing here to count GPUs with
  auto gpus = usable_gpus(asked);
  if (!gpus) return tl::make_unexpected(std::move(gpus.error()));
  machine.gpus = *gpus;
  return machine;
}

}  // namespace

Result<SweepText> read_sweep_text(const std::string& file) {
  if (file.starts_with(kExamplePrefix)) {
    const auto name = file.substr(kExamplePrefix.size());
    if (const auto* example = example_named(name))
      return SweepText{std::string(example->name), std::string(example->text), true};
    return failure(fmt::format("scalegen carries no example '{}'", name),
                   did_you_mean(name, example_names()));
  }
  std::error_code none;
  if (!fs::exists(file, none))
    if (const auto* example = example_named(file); example != nullptr)
      return SweepText{file, std::string(example->text), true};
  auto text = read_file(file);
  if (!text) return tl::make_unexpected(std::move(text.error()));
  return SweepText{file, std::move(*text), false};
}

Result<SweepSpec> read_spec(const SweepSource& source) {
  auto text = read_sweep_text(source.file);
  if (!text) return tl::make_unexpected(std::move(text.error()));
  auto file = read_sweep(text->name, text->text);
  if (!file) return tl::make_unexpected(std::move(file.error()));
  auto profile = find_profile(source.cluster, home_folder());
  if (!profile) return tl::make_unexpected(std::move(profile.error()));
  auto built = built_program(*profile);
  if (!built) return tl::make_unexpected(std::move(built.error()));
  if (!built->empty()) profile->program = *std::move(built);
  auto templates = templates_in(source.templates);
  if (!templates) return tl::make_unexpected(std::move(templates.error()));
  return SweepSpec{std::move(*text), std::move(*file), std::move(*profile), std::move(*templates)};
}

Result<PlannedSweep> plan_spec(const SweepSpec& spec, const SweepSource& source) {
  const auto options = options_for(source, spec.file, spec.profile);
  if (!options) return tl::make_unexpected(options.error());
  const auto machine = machine_for(spec.profile, options->program);
  if (!machine) return tl::make_unexpected(machine.error());
  return plan_sweep(spec.file, spec.profile, *machine, *options);
}

}  // namespace scalegen
