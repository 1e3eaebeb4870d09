// Files that a run leaves beside its output, read by their readers where there are some.
#include "core/evidence.hpp"
#include "core/shell_quote.hpp"
#include "core/text.hpp"
#include "tests/generator/script/job/job_library.hpp"

namespace scalegen {
namespace {

class JobEvidence : public JobLibrary {};

TEST_F(JobEvidence, WritesTextAsJson) {
  EXPECT_EQ(run("sg_say_json 'is: ' $'a\"b\\\\c\\nd'\n").out, "is: \"a\\\"b\\\\c d\"");
}

// A byte each, then all in one, in whatever locale; of one that the node lacks, bash is not to warn each
// time.
TEST_F(JobEvidence, WritesAnyByteAsJson) {
  std::string all;
  std::string expected;
  for (int byte = 1; byte < 0x100; ++byte) {
    const auto text = static_cast<char>(byte);
    all += text;
    expected += byte >= 0x80 ? "\uFFFD" : byte < 0x20 || byte == 0x7f ? " " : std::string(1, text);
  }
  const std::string lines =
      "for ((i = 1; i < 256; ++i)); do\n"
      "  printf -v byte '\\\\x%02x' $i && printf -v byte \"$byte\" && all+=$byte\n"
      "  sg_say_json '' \"$byte\"\n  echo\n"
      "done\n"
      "sg_say_json '' \"$all\"\n";
  for (const std::string locale : {"C", "C.UTF-8", "xx_XX.UTF-8"}) {
    const auto result = run(lines, "export LC_ALL=" + locale + " 2>/dev/null");
    std::istringstream values(result.out);
    std::string joined;
    std::string value;
    for (int byte = 1; byte < 0x100 && std::getline(values, value); ++byte)
      joined += parse_json(value).value_or("none").get<std::string>();
    EXPECT_EQ(joined, expected) << locale;
    std::getline(values, value);
    EXPECT_EQ(parse_json(value), Json(expected)) << locale;
    EXPECT_LE(std::ranges::count(result.err, '\n'), 1) << result.err;
  }
}

// From RFC 3629: the first and the last of each length, and neither surrogates nor what is longer than need
// be.
TEST_F(JobEvidence, LeavesUtf8AsItIs) {
  const std::string valid = "\u0080\u07FF\u0800\uD7FF\uE000\uFFFF\U00010000\U0010FFFF caf\u00e9";
  const auto said = [&](const std::string& text) {
    return run("sg_say_json '' " + shell_quote(text) + "\n", "export LC_ALL=C").out;
  };
  EXPECT_EQ(said(valid), "\"" + valid + "\"");
  EXPECT_EQ(said("caf\xe9 caf\u00e9"), "\"caf\uFFFD caf\u00e9\"");
  EXPECT_EQ(said("\xc0\x80 \xe0\x9f\xbf \xed\xa0\x80 \xf0\x8f\xbf\xbf \xf4\x90\x80\x80 \xc3"),
            "\"\uFFFD\uFFFD \uFFFD\uFFFD\uFFFD \uFFFD\uFFFD\uFFFD \uFFFD\uFFFD\uFFFD\uFFFD "
            "\uFFFD\uFFFD\uFFFD\uFFFD \uFFFD\"");
  std::string many;
  for (int i = 0; i < 300; ++i) many += "\uFFFD";
  EXPECT_EQ(said(std::string(300, '\xe9')), "\"" + many + "\"");
}

TEST_F(JobEvidence, WritesLinesOfEvidence) {
  EXPECT_EQ(run("sg_say_evidence word\nsg_say_evidence task rank=0 gpus= cores='0,4 1,5'\n").out,
            "word\ntask rank=0 gpus= cores=\"0,4 1,5\"\n");
  for (const std::string value :
       {"", "a", "a b", " ", "a=b", "\"", "\\", "a\\\" b=\\", "'$x'", "*", "caf\u00e9", "caf\xe9"}) {
    const auto written = run("sg_say_evidence made file=" + shell_quote(value) + " size=3\n").out;
    EXPECT_EQ(parse_evidence_line(written.substr(0, written.size() - 1)),
              (EvidenceLine{"made", {{"file", value}, {"size", "3"}}, ""}))
        << written;
  }
  EXPECT_EQ(run("sg_say_evidence made file=$'a\\nb\\e'\n").out, "made file=a?b?\n");
}

TEST_F(JobEvidence, SaysWhereARankIs) {
  const auto place = [&](const std::string& before) {
    std::filesystem::remove(directory_.root / ("place." + host_name() + ".txt"));
    EXPECT_EQ(run("SCALEGEN_RUN_DIR=$_root\nsg_record_placement\n", before).err, "");
    return parse_evidence(read("place." + host_name() + ".txt"));
  };
  const std::string nothing =
      "unset RANK CUDA_VISIBLE_DEVICES ROCR_VISIBLE_DEVICES SLURM_LOCALID LOCAL_RANK\n";
  const auto alone = place(nothing);
  ASSERT_GE(alone.size(), 2U);
  const auto cores = alone[0].value("cores");
  EXPECT_EQ(alone[0], (EvidenceLine{"task", {{"rank", ""}, {"cores", cores}, {"gpus", ""}}, ""}));
  EXPECT_EQ(alone[1].word, "cpus");
  EXPECT_TRUE(alone[1].value("online").starts_with("0"));
  const auto second = place(nothing +
                            "export RANK=3 SLURM_LOCALID=1 ROCR_VISIBLE_DEVICES='0, 1' "
                            "SLURM_TOPOLOGY_ADDR=s0.n1 SLURM_TOPOLOGY_ADDR_PATTERN=switch.node");
  ASSERT_EQ(second.size(), 1U);
  EXPECT_EQ(second[0], (EvidenceLine{"task",
                                     {{"rank", "3"},
                                      {"cores", cores},
                                      {"topology", "s0.n1"},
                                      {"pattern", "switch.node"},
                                      {"gpus", "0, 1"}},
                                     ""}));
}

// As srun's plug-ins and mpirun set them; what modules set is no sign of a launcher.
TEST_F(JobEvidence, SaysThatALauncherOfMpiStartedARank) {
  const auto mpi = [&](const std::string& variable) {
    std::filesystem::remove(directory_.root / ("place." + host_name() + ".txt"));
    const auto clean = "for name in ${!PMI*} ${!OMPI*}; do unset \"$name\"; done\n";
    EXPECT_EQ(run("SCALEGEN_RUN_DIR=$_root\nsg_record_placement\n", clean + ("export " + variable)).err, "");
    return parse_evidence(read("place." + host_name() + ".txt")).at(0).value("mpi");
  };
  EXPECT_EQ(mpi("PMI_RANK=0"), "PMI_RANK");
  EXPECT_EQ(mpi("PMIX_RANK=0 PMIX_NAMESPACE=slurm.pmix.7.0"), "PMIX_RANK");
  EXPECT_EQ(mpi("OMPI_COMM_WORLD_RANK=0"), "OMPI_COMM_WORLD_RANK");
  EXPECT_EQ(mpi("PMIX_MCA_psec=native OMPI_MCA_btl=tcp SLURM_MPI_TYPE=none"), "");
}

TEST_F(JobEvidence, SaysWhatASharedFolderHeldAndWhatTheRunMade) {
  const auto folder = directory_.root.parent_path() / "a b";
  ASSERT_TRUE(make_folders(folder / "deep"));
  ASSERT_TRUE(write_file(folder / "old.txt", ""));
  ASSERT_EQ(run("touch --date=2001-01-01 \"$_root/lib/job.bash\"\n").err, "");
  const auto result = run(kBegin + "sg_enter_workdir '" + folder.string() + "'\nsg_record_folder\n" +
                          "echo x >new.pt; echo x >>old.txt; touch 'deep/my \"file\"' .hidden "
                          "$'two\\nlines'\nsg_record_made_files\n");
  EXPECT_EQ(result.out + result.err, "");
  auto lines = lines_of(read("runs/r/hand/folder.txt"));
  ASSERT_EQ(lines.size(), 6U);
  EXPECT_TRUE(lines[0].starts_with("begun time=1")) << lines[0];
  std::sort(lines.begin() + 3, lines.end());  // the disk lists them in any order
  EXPECT_THAT(
      std::vector<std::string>(lines.begin() + 1, lines.end()),
      testing::ElementsAre("folder path=\"" + folder.string() + "\"", "there file=old.txt",
                           "made file=\"deep/my \\\"file\\\"\"", "made file=new.pt", "made file=old.txt"));
  const auto record = read_folder_record({directory_.root / "runs/r/hand"});
  EXPECT_EQ(record.folder, folder.string());
  EXPECT_GT(record.begun, 1e9);
  EXPECT_EQ(record.there, std::vector<std::string>{"old.txt"});
  EXPECT_EQ(record.made, (std::vector<std::string>{"deep/my \"file\"", "new.pt", "old.txt"}));
}

TEST_F(JobEvidence, IsNoneOfAFolderOfTheRunsOwn) {
  EXPECT_EQ(run(kBegin + "sg_record_folder\nsg_make_workdir \"$_attempt/work\"\nsg_enter_workdir "
                         "\"$_attempt/work\"\nsg_record_folder\nsg_record_made_files\n")
                .err,
            "");
  EXPECT_FALSE(std::filesystem::exists(directory_.root / "runs/r/hand/folder.txt"));
}

// A process of rank 1 in a session of its own, as one that a program leaves behind.
TEST_F(JobEvidence, SaysWhichProcessesGoOnAndEndsThem) {
  const auto result =
      run("set +e\nexport SCALEGEN_RUN_DIR=$_root SCALEGEN_RUN_ID=r-$$\n_launched=1\n"
          "sg_record_survivors ''\n"
          "SCALEGEN_PROGRAM=$SCALEGEN_RUN_ID-1- setsid bash -c 'echo $$ >\"$SCALEGEN_RUN_DIR/pid\"; exec "
          "sleep 60 \"$@\"' x 0 </dev/null &\n"
          "disown\nuntil [[ -s $_root/pid && $(</proc/$(<$_root/pid)/comm) == sleep ]]; do sleep 0.01; done\n"
          "sg_list_survivors 0-\nsg_list_survivors 1-\nsg_record_survivors "
          "''\nsg_end_survivors\nsg_list_survivors ''\n");
  const auto pid = read("pid").substr(0, read("pid").size() - 1);
  const auto line = "process pid=" + pid + " command=\"sleep 60 0\"\n";
  EXPECT_EQ(result.out, line);
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(read("goes_on." + host_name() + ".txt"), line);
}

TEST_F(JobEvidence, LeavesASecretWithBlanksOutAsAWhole) {
  EXPECT_EQ(
      run("set +e\nexport SCALEGEN_RUN_DIR=$_root SCALEGEN_RUN_ID=r-$$\n_launched=1\n"
          "SCALEGEN_PROGRAM=$SCALEGEN_RUN_ID-1- bash -c 'sleep 60; :' x --password 'correct horse' a b &\n"
          "disown\nuntil [[ $(sg_list_survivors 1-) == *bash* ]]; do sleep 0.01; done\n"
          "sg_list_survivors 1- | grep x | sed 's/pid=[0-9]*/pid=/'\nsg_end_survivors\n")
          .out,
      "process pid= command=\"bash -c sleep 60; : x --password (left out) a b\"\n");
}

TEST_F(JobEvidence, LeavesSecretsOutOfTheCommandsThatGoOn) {
  EXPECT_EQ(run("for command in 'train.py --hub-token=abc --lr 1' 'env WANDB_API_KEY=abc python3 t.py "
                "--tokenizer x' 't.py --password abc --max_tokens 5' 'PGPASSWORD=abc sort --keys 1'; do "
                "sg_without_secrets <<<\"$command\"; done\n")
                .out,
            "train.py --hub-token=(left out) --lr 1\n"
            "env WANDB_API_KEY=(left out) python3 t.py --tokenizer x\n"
            "t.py --password (left out) --max_tokens 5\n"
            "PGPASSWORD=(left out) sort --keys 1\n");
}

}  // namespace
}  // namespace scalegen
