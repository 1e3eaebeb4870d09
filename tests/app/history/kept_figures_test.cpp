#include "app/history/kept_figures.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <functional>
#include <thread>

#include "core/files.hpp"
#include "tests/temporary_folder.hpp"

namespace scalegen::history {
namespace {

constexpr auto kFingerprint = "0.1.0 7 1234 99";

class KeptFigures : public ::testing::Test {
 protected:
  [[nodiscard]] RunDirectory directory() const { return {folder_.path()}; }
  [[nodiscard]] std::filesystem::path file() const { return folder_.path() / "history.json"; }
  [[nodiscard]] std::optional<IndexedSweep> kept() const { return kept_figures(directory(), kFingerprint); }

  [[nodiscard]] IndexedSweep sweep(int rungs = 2) const {
    IndexedSweep sweep{.folder = folder_.path().string(),
                       .fingerprint = kFingerprint,
                       .measured = 1763719200.5,
                       .name = "mnist '; $(reboot) \"\x1b[2J",
                       .cluster = "olivia",
                       .program = "0123456789ab-dirty",
                       .unit = "images/s",
                       .quantity = Quantity::rate,
                       .runs = {"5eedf00d 1gpu-r1 1 1763719200", "5eedf00d 1gpu-r2 1 1763719300"}};
    for (int i = 0; i < rungs; ++i)
      sweep.rungs.push_back({.name = fmt::format("{}gpu (precision \"bf16\")", i),
                             .rung = fmt::format("{}gpu", i),
                             .settings = "strong; images/s from event lines; global_batch=512",
                             .logs = {-6.9, -6.91, 0.1},
                             .typical = {1000, stats::Interval{990, 1010, 0.95}},
                             .speedup = stats::Estimate{1.8},
                             .efficiency = stats::Estimate{0.9, stats::Interval{0.8, 1.0, 0.9}},
                             .is_marked = i == 1});
    return sweep;
  }
  void write(const std::string& text) const { ASSERT_TRUE(write_file(file(), text)); }
  [[nodiscard]] std::string written() const {
    keep_figures(directory(), sweep());
    return read_file(file()).value();
  }
  /// The file as it is written, with one of its words replaced.
  [[nodiscard]] std::string changed(const std::string& from, const std::string& to) const {
    auto text = written();
    return text.replace(text.find(from), from.size(), to);
  }

 private:
  TemporaryFolder folder_{};
};

TEST_F(KeptFigures, AreThoseThatWereRead) {
  EXPECT_EQ(kept(), std::nullopt);
  keep_figures(directory(), sweep());
  EXPECT_EQ(kept(), sweep());
  keep_figures(directory(), sweep(3));
  EXPECT_EQ(kept(), sweep(3)) << "the later ones take their place";
  const IndexedSweep unmeasured{.folder = directory().root.string(),
                                .fingerprint = kFingerprint,
                                .unit = "s",
                                .problem = "nothing is measured",
                                .unmeasured = {{.name = "1gpu (bf16)", .rung = "1gpu"}}};
  keep_figures(directory(), unmeasured);
  EXPECT_EQ(kept(), unmeasured);
}

TEST_F(KeptFigures, AreOfTheseFilesAlone) {
  keep_figures(directory(), sweep());
  EXPECT_EQ(kept_figures(directory(), "0.1.0 7 1234 100"), std::nullopt);
  EXPECT_EQ(kept_figures(directory(), ""), std::nullopt);
}

TEST_F(KeptFigures, MoveWithTheirDirectory) {
  keep_figures(directory(), sweep());
  std::filesystem::create_directory(directory().root / "elsewhere");
  const RunDirectory moved{directory().root / "elsewhere"};
  std::filesystem::rename(file(), moved.root / "history.json");
  EXPECT_EQ(kept_figures(moved, kFingerprint).value().folder, moved.root.string());
}

TEST_F(KeptFigures, ThatAreDamagedAreNone) {
  const auto whole = written();
  for (std::size_t bytes = 0; bytes + 2 < whole.size(); bytes += 7) {
    write(whole.substr(0, bytes));
    EXPECT_EQ(kept(), std::nullopt) << "cut off after " << bytes;
  }
  for (const auto* text : {"", "no JSON", "[]", "7", "{}", "null", "{\"scalegen_history\":1}"}) {
    write(text);
    EXPECT_EQ(kept(), std::nullopt) << text;
  }
  write(std::string(1'000'000, '['));
  EXPECT_EQ(kept(), std::nullopt) << "deep";
  write(std::string(5 << 20, ' ') + whole);
  EXPECT_EQ(kept(), std::nullopt) << "too large";
}

TEST_F(KeptFigures, OfSomebodyElsesMakingAreNone) {
  for (const auto& [from, to] : std::initializer_list<std::pair<const char*, const char*>>{
           {"\"scalegen_history\":1", "\"scalegen_history\":2"},
           {"\"measured\":1763719200.5", "\"measured\":1e300"},
           {"\"measured\":1763719200.5", "\"measured\":-1"},
           {"\"measured\":1763719200.5", "\"measured\":\"today\""},
           {"\"logs\":[-6.9,-6.91,0.1]", "\"logs\":[]"},
           {"\"logs\":[-6.9,-6.91,0.1]", "\"logs\":[1e308,-1e308]"},
           {"\"logs\":[-6.9,-6.91,0.1]", "\"logs\":[null]"},
           {"\"logs\":[-6.9,-6.91,0.1]", "\"logs\":7"},
           {"\"typical\":[1000.0,990.0,1010.0,0.95]", "\"typical\":null"},
           {"\"typical\":[1000.0,990.0,1010.0,0.95]", "\"typical\":[1000.0,990.0]"},
           {"\"problem\":\"\"", "\"problem\":\"none\""},
           {"\"unmeasured\":[]", "\"unmeasured\":[7]"},
           {"\"unmeasured\":[]", "\"more\":[]"},
           {"\"runs\":[", "\"runs\":[7,"}}) {
    write(changed(from, to));
    EXPECT_EQ(kept(), std::nullopt) << to;
  }
  write(changed("\"unit\"", "\"more\":[{}],\"unit\""));
  EXPECT_EQ(kept(), sweep()) << "what a later version adds does no harm";
}

TEST_F(KeptFigures, AreReadFromPlainFilesAlone) {
  ASSERT_EQ(::mkfifo(file().c_str(), 0600), 0);
  EXPECT_EQ(kept(), std::nullopt) << "a pipe, for which nobody waits";
  keep_figures(directory(), sweep());
  EXPECT_EQ(kept(), sweep());
  std::filesystem::rename(file(), directory().root / "other.json");
  std::filesystem::create_symlink("other.json", file());
  EXPECT_EQ(kept(), std::nullopt) << "a link";
  keep_figures(directory(), sweep(3));
  EXPECT_FALSE(std::filesystem::is_symlink(file())) << "the link is replaced, not what it leads to";
  EXPECT_EQ(kept(), sweep(3));
}

TEST_F(KeptFigures, NeedNoPlaceToBeWritten) {
  std::filesystem::create_directory(file());
  keep_figures(directory(), sweep());
  EXPECT_EQ(kept(), std::nullopt);
  EXPECT_EQ(names_in(directory().root).value(), std::vector<std::string>{"history.json"});
  keep_figures({directory().root / "gone"}, sweep());
  EXPECT_FALSE(std::filesystem::exists(directory().root / "gone"));
}

// In a process of its own, which ends without the destructors of this one.
pid_t in_a_process(const std::function<void()>& work) {
  const auto child = ::fork();
  if (child == 0) {
    work();
    ::_exit(0);
  }
  return child;
}

TEST_F(KeptFigures, AreWholeAfterAKill) {
  const auto is_whole = [&] {
    const auto now = kept();
    return now && *now == sweep(static_cast<int>(now->rungs.size()));
  };
  keep_figures(directory(), sweep());
  for (int attempt = 1; attempt <= 5; ++attempt) {
    const auto writer = in_a_process([&] {
      for (int i = 0;; ++i) keep_figures(directory(), sweep(50 + i % 5));
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(10 * attempt));
    EXPECT_TRUE(is_whole()) << "while it is written";
    ::kill(writer, SIGKILL);
    EXPECT_EQ(::waitpid(writer, nullptr, 0), writer);
    EXPECT_TRUE(is_whole());
  }
}

TEST_F(KeptFigures, MayBeWrittenByTwoAtOnce) {
  const auto writer = [&](int rungs) {
    return in_a_process([&, rungs] {
      for (int i = 0; i < 100; ++i) keep_figures(directory(), sweep(rungs));
    });
  };
  for (const auto child : {writer(3), writer(30)}) EXPECT_EQ(::waitpid(child, nullptr, 0), child);
  EXPECT_TRUE(kept() == sweep(3) || kept() == sweep(30));
  EXPECT_EQ(names_in(directory().root).value().size(), 1U) << "nothing is left beside it";
}

}  // namespace
}  // namespace scalegen::history
