#include "generator/script/template_files.hpp"

#include "generator/script/script.hpp"
#include "tests/generator/sweeps.hpp"

namespace scalegen {
namespace {

Result<std::string> first_script(const std::vector<OwnTemplate>& own) {
  const auto plan = plan_at("/r", plan_text(sweep_text("scales: [1cpu]\n"))->plan);
  const auto writer = ScriptWriter::make(plan.head, own);
  if (!writer) return tl::make_unexpected(writer.error());
  const auto& run = plan.runs.front();
  return writer->render({run.id, {run.id}}, run);
}

TEST(OwnTemplates, StandInForTheBundledOnesOfTheSameName) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder.path() / "local.sbatch", "#!/bin/bash\n# {{{title}}}\n{{> setup.part}}\n"));
  ASSERT_TRUE(write_file(folder.path() / "setup.part", "echo {{run}}\n"));
  const auto own = own_templates(folder.path());
  ASSERT_TRUE(own) << render(own.error());
  EXPECT_EQ(
      first_script(*own).value(),
      "#!/bin/bash\n# t, run 1cpu-r1, rung 1cpu: this machine, 1 rank; a rank has 1 core\necho 1cpu-r1\n");
}

TEST(OwnTemplates, AreNoneWhereThereIsNoFolder) {
  const auto own = own_templates("/nowhere/templates");
  ASSERT_TRUE(own);
  EXPECT_TRUE(own->empty());
}

TEST(OwnTemplates, OfANameThatNobodyWouldReadAreRefused) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder.path() / "slrum.sbatch", ""));
  const auto own = own_templates(folder.path());
  ASSERT_FALSE(own);
  EXPECT_EQ(render(own.error()),
            "error: '" + (folder.path() / "slrum.sbatch").string() +
                "' has the name of no template\n      = hint: did you mean 'slurm.sbatch'?\n");
}

TEST(OwnTemplates, DoNotTellSbatchWhatToDo) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "slurm.sbatch";
  ASSERT_TRUE(
      write_file(path, "#!/bin/bash\n{{#directives}}\n{{{line}}}\n{{/directives}}\n#SBATCH --hold -vW\n"));
  const auto own = own_templates(folder.path());
  ASSERT_FALSE(own);
  EXPECT_EQ(render(own.error()),
            path.string() +
                cited(":5:16: error: the option '--wait' tells sbatch what to do, not what the job needs",
                      "#SBATCH --hold -vW",
                      "sbatch would not return before the job has ended; 'scalegen status --wait' waits for "
                      "all jobs"));
}

TEST(OwnTemplates, AreNamedByTheirPathInMessages) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "local.sbatch";
  ASSERT_TRUE(write_file(path, "#!/bin/bash\n{{#data}}\necho {{thread}}\n{{/data}}\n"));
  const auto script = first_script(*own_templates(folder.path()));
  ASSERT_FALSE(script);
  EXPECT_EQ(render(script.error()), path.string() + cited(":3:6: error: unknown name 'thread'",
                                                          "echo {{thread}}", "did you mean 'threads'?"));
}

}  // namespace
}  // namespace scalegen
