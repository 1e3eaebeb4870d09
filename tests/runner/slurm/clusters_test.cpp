#include "runner/slurm/sbatch.hpp"

#include <gtest/gtest.h>

namespace scalegen::slurm {
namespace {

using Names = std::vector<std::string>;

TEST(Clusters, AreThoseThatAScriptNames) {
  for (const auto* line :
       {"--clusters=cm2", "--clusters cm2", "-M cm2", "-Mcm2", "--cluster=cm2 ", "  -M  cm2"})
    EXPECT_EQ(
        clusters_of(std::string("#!/bin/bash\n# a sweep\n#SBATCH --time=1\n#SBATCH ") + line + "\ntrue\n"),
        Names{"cm2"})
        << line;
  EXPECT_EQ(clusters_of("#SBATCH --clusters=cm2,inter\n"), (Names{"cm2", "inter"}));
  EXPECT_EQ(clusters_of("#SBATCH -M cm2\n#SBATCH -M inter\n"), Names{"inter"});
}

TEST(Clusters, AreThatOfThisMachineWhereItNamesNone) {
  for (const auto* script : {"", "#!/bin/bash\n#SBATCH --time=1\n", "true\n#SBATCH --clusters=cm2\n",
                             "##SBATCH --clusters=cm2\n", "#SBATCH --clusters=\n", "#SBATCH --clusters=,\n"})
    EXPECT_EQ(clusters_of(script), Names{""}) << script;
}

}  // namespace
}  // namespace scalegen::slurm
