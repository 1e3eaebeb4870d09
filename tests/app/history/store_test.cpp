#include "app/history/store.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>

#include "core/files.hpp"
#include "tests/temporary_folder.hpp"

namespace scalegen::history {
namespace {

IndexedSweep sweep_at(const std::string& folder, int rungs = 2) {
  IndexedSweep sweep{.folder = folder,
                     .fingerprint = "0.1.0 7 1234 99",
                     .measured = 1763719200.5,
                     .name = "mnist '; DROP TABLE sweep; --",
                     .cluster = "olivia",
                     .program = "0123456789ab-dirty",
                     .unit = "images/s",
                     .quantity = Quantity::rate};
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

class Stores : public ::testing::Test {
 protected:
  [[nodiscard]] std::filesystem::path file() const {
    return folder_.path() / "cache/scalegen/history.sqlite";
  }
  [[nodiscard]] OpenedStore open() const { return open_store(file()).value(); }
  void fill(int sweeps) const {
    auto opened = open();
    for (int i = 0; i < sweeps; ++i) ASSERT_TRUE(opened.store.put(sweep_at(fmt::format("/runs/{}", i), 20)));
  }
  void overwrite(std::streamoff at, const std::string& bytes) const {
    std::fstream stream(file(), std::ios::in | std::ios::out | std::ios::binary);
    stream.seekp(at);
    stream << bytes;
  }

  TemporaryFolder folder_{};
};

TEST_F(Stores, GiveBackWhatWasPut) {
  {
    auto opened = open();
    EXPECT_EQ(opened.note, "");
    ASSERT_TRUE(opened.store.put(sweep_at("/runs/a")));
    ASSERT_TRUE(opened.store.put(sweep_at("/runs/a", 3)));
    ASSERT_TRUE(opened.store.put(IndexedSweep{.folder = "/runs/b", .problem = "nothing is measured"}));
  }
  const auto opened = open();
  EXPECT_EQ(opened.note, "");
  EXPECT_EQ(opened.store.load("/runs/a").value(), sweep_at("/runs/a", 3)) << "the later one takes its place";
  EXPECT_EQ(opened.store.load("/runs/b").value().problem, "nothing is measured");
  EXPECT_EQ(opened.store.fingerprint("/runs/a").value(), "0.1.0 7 1234 99");
  EXPECT_EQ(opened.store.fingerprint("/runs/c").value(), std::nullopt);
  EXPECT_EQ(opened.store.load("/runs/c").error().front().message, "the history does not hold '/runs/c'");
}

TEST_F(Stores, ForgetFoldersThatAreGone) {
  auto opened = open();
  const auto kept = folder_.path().string();
  for (const auto& folder : {kept, kept + "/gone", std::string("/elsewhere/gone")})
    ASSERT_TRUE(opened.store.put(sweep_at(folder)));
  ASSERT_TRUE(opened.store.forget_missing(kept));
  EXPECT_TRUE(opened.store.fingerprint(kept).value());
  EXPECT_FALSE(opened.store.fingerprint(kept + "/gone").value());
  EXPECT_TRUE(opened.store.fingerprint("/elsewhere/gone").value()) << "nobody looked there";
}

TEST_F(Stores, OfAnotherVersionAreMadeAgain) {
  fill(1);
  overwrite(60, std::string("\0\0\0\x63", 4));  // the user version in SQLite's header
  const auto opened = open();
  EXPECT_EQ(opened.note,
            fmt::format("the history in '{}' was of another version of scalegen, and is made again",
                        file().string()));
  EXPECT_EQ(opened.store.fingerprint("/runs/0").value(), std::nullopt);
  EXPECT_EQ(open().note, "");
}

TEST_F(Stores, ThatAreDamagedAreMadeAgain) {
  const auto note = fmt::format("the history in '{}' was damaged, and is made again", file().string());
  for (const auto* bytes : {"no database", "SQLite format 3"}) {
    ASSERT_TRUE(make_folders(file().parent_path()));
    ASSERT_TRUE(write_file(file(), bytes + std::string(5000, 'x')));
    EXPECT_EQ(open().note, note) << bytes;
    EXPECT_EQ(open().note, "") << bytes;
  }
  fill(40);
  ASSERT_GT(std::filesystem::file_size(file()), 30000U);
  overwrite(8192, std::string(16384, '\xff'));
  EXPECT_EQ(open().note, note) << "in the middle";
  fill(1);
  std::filesystem::resize_file(file(), std::filesystem::file_size(file()) / 2);
  EXPECT_EQ(open().note, note) << "cut off";
  EXPECT_EQ(open().note, "");
}

TEST_F(Stores, AreInMemoryWhereNoFileCanBe) {
  ASSERT_TRUE(write_file(folder_.path() / "cache", "a file, so no folder can be below it"));
  auto opened = open();
  EXPECT_TRUE(opened.note.starts_with("the history has no file: cannot make")) << opened.note;
  EXPECT_TRUE(opened.note.ends_with("; all is read anew each time")) << opened.note;
  ASSERT_TRUE(opened.store.put(sweep_at("/runs/a")));
  EXPECT_EQ(opened.store.load("/runs/a").value(), sweep_at("/runs/a"));
  EXPECT_EQ(
      open_store("").value().note,
      "the history has no file, since there is no cache folder (HOME is not set); all is read anew each "
      "time");
}

TEST_F(Stores, AreInMemoryWhereTheFileIsAFolder) {
  ASSERT_TRUE(make_folders(file()));
  EXPECT_EQ(
      open().note,
      fmt::format("'{}': the history cannot be used: unable to open database file; all is read anew each "
                  "time",
                  file().string()));
}

// In a process of its own, which ends without the destructors of this one.
pid_t in_a_process(const std::function<bool()>& work) {
  const auto child = ::fork();
  if (child == 0) ::_exit(work() ? 0 : 1);
  return child;
}

int exit_status(pid_t child) {
  int status = 0;
  EXPECT_EQ(::waitpid(child, &status, 0), child);
  return status;
}

TEST_F(Stores, AreWholeAfterAKill) {
  fill(1);
  for (int attempt = 1; attempt <= 5; ++attempt) {
    const auto writer = in_a_process([&] {
      auto opened = open_store(file());
      for (int i = 0; i < 100'000; ++i)
        if (!opened || !opened->store.put(sweep_at(fmt::format("/runs/{}", i % 10), 50 + i % 5)))
          return false;
      return true;
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(40 * attempt));
    ::kill(writer, SIGKILL);
    EXPECT_TRUE(WIFSIGNALED(exit_status(writer)));
    const auto opened = open();
    EXPECT_EQ(opened.note, "");
    for (int i = 0; i < 10; ++i) {
      const auto folder = fmt::format("/runs/{}", i);
      if (!opened.store.fingerprint(folder).value()) continue;
      const auto sweep = opened.store.load(folder).value();
      EXPECT_EQ(sweep, sweep_at(folder, static_cast<int>(sweep.rungs.size())));
    }
  }
}

TEST_F(Stores, WaitForEachOther) {
  const auto writer = [&](const char* name) {
    return in_a_process([&, name] {
      auto opened = open_store(file());
      for (int i = 0; i < 30; ++i)
        if (!opened || !opened->note.empty() || !opened->store.put(sweep_at(fmt::format("/{}/{}", name, i))))
          return false;
      return true;
    });
  };
  const auto one = writer("one");
  const auto other = writer("other");
  EXPECT_EQ(exit_status(one), 0);
  EXPECT_EQ(exit_status(other), 0);
  const auto opened = open();
  for (int i = 0; i < 30; ++i)
    for (const auto* name : {"one", "other"})
      EXPECT_TRUE(opened.store.load(fmt::format("/{}/{}", name, i))) << name << i;
}

}  // namespace
}  // namespace scalegen::history
