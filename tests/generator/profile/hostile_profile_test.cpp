// Each key and each value of a profile, replaced by text that would do harm if a shell saw it: refused, or it
// stands for itself. Lines of bash, which a profile may hold, are left out.
#include <sys/stat.h>

#include <set>

#include "core/json.hpp"
#include "core/process.hpp"
#include "core/run_directory.hpp"
#include "core/yaml.hpp"
#include "tests/generator/sweeps.hpp"

namespace scalegen {
namespace {

namespace fs = std::filesystem;

/// A scalar of a YAML file: where it stands, and the key that it is the value of.
struct Field {
  std::string under{};
  YamlNode node{};
};

void collect(const YamlNode& node, const std::string& under, std::vector<Field>& fields) {
  if (node.kind == YamlNode::Kind::scalar) fields.push_back({under, node});
  for (const auto& item : node.items) collect(item, under, fields);
  for (const auto& [key, value] : node.entries) {
    fields.push_back({"", key});
    collect(value, key.text, fields);
  }
}

std::string replaced(const YamlFile& file, const YamlNode& node, const std::string& text) {
  std::string all;
  for (std::size_t i = 0; i < file.lines.size(); ++i) {
    auto line = file.lines[i];
    if (static_cast<int>(i) + 1 == node.line)
      line.replace(static_cast<std::size_t>(node.column) - 1, node.text.size() + (node.quoted ? 2 : 0),
                   json_line(Json(text)));
    all += line + "\n";
  }
  return all;
}

class HostileProfile : public testing::Test {
 protected:
  HostileProfile() {
    for (const auto* name : {"train", "image", "module", "rocm-smi", "o", "p", "u", "v", "w"})
      put(name, "exit 0");
    put("scontrol", "echo n1; echo n2");
    put("srun",
        "[[ $* != *scalegen-clocks* ]] || exit 0\nwhile [[ $1 == --* ]]; do shift; done; exec \"$@\"");
    for (const auto* name : {"runit", "torchrun"})
      put(name, "while [[ $1 == --* ]]; do shift; done; exec true \"$@\"");
  }

  void put(const std::string& name, const std::string& bash) const {
    EXPECT_TRUE(write_file(folder_.path() / name, "#!/bin/bash\n" + bash + "\n"));
    ::chmod((folder_.path() / name).c_str(), 0755);
  }

  /// The profile that says all there is to say, with an image that is there.
  [[nodiscard]] std::string whole_profile() const {
    auto text = read_text(SCALEGEN_TESTS_DIR "/generator/made_up_profile.yaml");
    text.replace(text.find("image: /i\n"), 9, "image: " + (folder_.path() / "image").string());
    return text;
  }

  [[nodiscard]] Result<plan::PlannedSweep> plan_for(const std::string& profile_text,
                                                    const std::string& launcher) const {
    const auto sweep = read_sweep(
        "sweep.yaml", sweep_text("scales: [2x2gpu]\nrepeats: 1\naccount: p\ntime_limit: 2h\n" + launcher));
    const auto profile = read_profile("p.yaml", profile_text);
    if (!profile) return tl::make_unexpected(profile.error());
    return plan::plan_sweep(*sweep, *profile, {}, {});
  }

  /// Writes the script and runs it, unless it is to the letter one that has run; its status.
  int run(const plan::PlannedSweep& planned) {
    const RunDirectory directory{folder_.path() / "run"};
    fs::remove_all(directory.root);
    EXPECT_TRUE(write_run_directory(directory.root, "", plan_at(directory.root, planned.plan), {}));
    const auto script = directory.job_script(planned.plan.jobs.front().id).string();
    if (!have_run_.insert(read_text(script)).second) return 0;
    const auto result =
        run_program({"env", "--chdir=" + folder_.path().string(), "SLURM_JOB_ID=7",
                     "SLURM_JOB_NODELIST=n[1-2]", "HOME=" + folder_.path().string(),
                     "PATH=" + folder_.path().string() + ":" + std::getenv("PATH"), "bash", script});
    EXPECT_TRUE(result);
    return result ? result->exit_status : -1;
  }

  /// They make the file `harm` in the folder that scripts run in.
  static std::vector<std::string> hostile_texts() {
    return {"$(touch harm)`touch harm`", "'; touch harm; '", "\"; touch harm; \"", "x\ntouch harm\n"};
  }

  TemporaryFolder folder_;
  std::set<std::string> have_run_;
};

TEST_F(HostileProfile, ThatSaysAllIsRunToItsEnd) {
  for (const auto* launcher : {"", "launcher: srun\n"}) {
    const auto planned = plan_for(whole_profile(), launcher);
    ASSERT_TRUE(planned) << render(planned.error());
    EXPECT_EQ(run(*planned), 0) << launcher;
  }
}

TEST_F(HostileProfile, DoesNoHarmInAnyField) {
  const auto file = parse_yaml("p.yaml", whole_profile());
  ASSERT_TRUE(file);
  std::vector<Field> fields;
  collect(file->root, "", fields);
  ASSERT_GT(fields.size(), 150);
  int refused = 0;
  for (const auto& [under, node] : fields) {
    if (under == "setup" || under == "gpu_rank_setup") continue;
    for (const auto& text : hostile_texts()) {
      const auto profile = replaced(*file, node, text);
      for (const auto* launcher : {"", "launcher: srun\n"}) {
        const auto planned = plan_for(profile, launcher);
        if (planned)
          run(*planned);
        else
          ++refused;
        ASSERT_FALSE(fs::exists(folder_.path() / "harm"))
            << "line " << node.line << ", " << node.text << ": " << text;
      }
    }
  }
  EXPECT_GT(refused, 500);
  EXPECT_GT(have_run_.size(), 50);
}

}  // namespace
}  // namespace scalegen
