#include "app/bundle.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <sstream>
#include <vector>

#include "core/attempt_files.hpp"
#include "core/files.hpp"
#include "core/process.hpp"
#include "core/text.hpp"
#include "core/try.hpp"

namespace scalegen {
namespace {

namespace fs = std::filesystem;

// Files that scalegen and its scripts write: in a run directory, a run's folder and an attempt's. An attempt
// also holds what the user's program leaves there, which may be of any size.
constexpr std::array<std::string_view, 5> kOfDirectory{"plan.jsonl", "sweep.yaml", "journal.jsonl",
                                                       "scripts.cksum", "report.html"};
constexpr std::array<std::string_view, 3> kFolders{"lib", "jobs", "arrays"};
constexpr std::array<std::string_view, 21> kOfAttempt{"started.json",  "exit.json",     "environment.json",
                                                      "metrics.jsonl", "meeting.txt",   "queue.txt",
                                                      "folder.txt",    "edited.sbatch", ".failed",
                                                      "out",           "err",           "out.",
                                                      "err.",          "gpu.",          "rocm.",
                                                      "place.",        "node.",         "nccl.",
                                                      "goes_on.",      kSlowFirst,      kReplaced};

// A name that ends with a dot stands for all that begin so.
template <class Names>
bool is_among(const Names& names, const std::string& name) {
  return std::ranges::any_of(names, [&](std::string_view known) {
    return known.ends_with('.') ? name.starts_with(known) : name == known;
  });
}

bool is_kept(const fs::path& path) {
  std::vector<std::string> parts;
  for (const auto& part : path) parts.push_back(part.string());
  if (parts.size() == 1) return is_among(kOfDirectory, parts[0]);
  if (is_among(kFolders, parts[0])) return true;
  if (parts[0] != "runs") return false;
  if (parts.size() == 3) return parts[2] == "outcome.json";
  return parts.size() == 4 && is_among(kOfAttempt, parts[3]);
}

// Sorted, relative to the run directory's parent.
Result<std::vector<std::string>> members_of(const RunDirectory& directory) {
  std::vector<std::string> members;
  std::error_code error;
  const auto options = fs::directory_options::none;  // links to folders are not followed
  for (fs::recursive_directory_iterator it(directory.root, options, error), end; !error && it != end;
       it.increment(error)) {
    const auto path = it->path().lexically_relative(directory.root);
    if (it.depth() >= 3) it.disable_recursion_pending();
    if (it->is_symlink() || !it->is_regular_file() || !is_kept(path)) continue;
    members.push_back((directory.root.filename() / path).string());
  }
  if (error) return file_failure("read", directory.root, error.value());
  std::ranges::sort(members);
  return members;
}

constexpr auto kNoTar = "'tar', which packs and unpacks bundles, cannot be started here";
constexpr auto kInstallTar = "install GNU tar";

Result<ProgramResult> run_tar(const std::vector<std::string>& words) {
  std::vector<std::string> command{"tar"};
  command.insert(command.end(), words.begin(), words.end());
  auto result = run_program(command);
  if (!result)
    return failure("'tar', which packs and unpacks bundles, cannot be started here", "install GNU tar");
  return result;
}

// One line of `tar --list --verbose`: "-rw-r--r-- 0/0 95 2026-11-23 21:12:07 demo/plan.jsonl".
struct Member {
  char kind = '?';
  std::uintmax_t bytes = 0;
  std::string name{};
};

std::optional<Member> member_in(const std::string& line) {
  std::istringstream words(line);
  std::string mode, owner, date, time;
  Member member;
  if (!(words >> mode >> owner >> member.bytes >> date >> time)) return std::nullopt;
  words.get();
  std::getline(words, member.name);
  member.kind = mode.front();
  return member;
}

bool stays_inside(const std::string& name) {
  const fs::path path(name);
  return path.is_relative() && std::ranges::none_of(path, [](const auto& p) { return p == ".."; });
}

Result<std::uintmax_t> checked_size(const fs::path& file, const std::string& listing) {
  std::uintmax_t bytes = 0;
  std::istringstream lines(listing);
  for (std::string line; std::getline(lines, line);) {
    const auto member = member_in(line);
    if (!member || (member->kind != '-' && member->kind != 'd') || !stays_inside(member->name))
      return failure(fmt::format("'{}' is no bundle: it holds what no bundle does", file.string()),
                     "'scalegen report DIR --bundle FILE' writes one",
                     {without_control_characters(at_most(line, 200))});
    bytes += member->bytes;
  }
  return bytes;
}

tl::unexpected<Diagnostics> not_unpacked(const fs::path& file, const ProgramResult& tar) {
  return failure(
      fmt::format("'{}' cannot be unpacked: {}", file.string(), tar.err.substr(0, tar.err.find('\n'))),
      "it may be damaged, or be no bundle: 'scalegen report DIR --bundle FILE' writes one");
}

// Into a file of limited size: a small archive may hold any number of empty files.
Result<std::string> listing_of(const fs::path& file, const fs::path& listing) {
  const auto listed =
      run_program({"bash", "-c", "ulimit -f 262144 && exec tar \"$@\"", "tar", "--list", "--verbose",
                   "--gzip", "--numeric-owner", "--full-time", "--quoting-style=escape", "--force-local",
                   "--index-file=" + listing.string(), "--file=" + file.string()});
  if (!listed) return failure(kNoTar, kInstallTar);
  if (listed->exit_status != 0) return not_unpacked(file, *listed);
  return read_file(listing);
}

Result<void> check_fits(const fs::path& file, std::uintmax_t bytes, const fs::path& folder) {
  std::error_code error;
  const auto space = fs::space(folder, error);
  if (error || bytes < space.available) return {};
  return failure(fmt::format("'{}' unpacks to {} MB, and '{}' has room for {}", file.string(),
                             bytes / 1'000'000, folder.parent_path().string(), space.available / 1'000'000),
                 "set TMPDIR to a folder with more room");
}

Result<RunDirectory> only_directory_in(const fs::path& folder, const fs::path& bundle) {
  TRY_ASSIGN(const auto names, names_in(folder));
  if (names.size() == 1 && fs::exists(RunDirectory{folder / names.front()}.plan_file()))
    return RunDirectory{folder / names.front()};
  return failure(fmt::format("'{}' is no bundle: no plan.jsonl is in it", bundle.string()),
                 "'scalegen report DIR --bundle FILE' writes one");
}

}  // namespace

bool is_bundle_name(const std::string& path) { return path.ends_with(".tar.gz") || path.ends_with(".tgz"); }

Result<WrittenBundle> write_bundle(const RunDirectory& directory, const fs::path& file) {
  TRY_ASSIGN(const auto exists, is_there(file));
  if (exists) return failure(fmt::format("'{}' exists already", file.string()), "name a new file");
  TRY_ASSIGN(const auto members, members_of(directory));
  TRY_ASSIGN(const auto folder, ScratchFolder::create());
  std::string list;
  for (const auto& member : members) list += member + '\0';
  TRY(write_file(folder.path() / "members", list));
  const auto part = fs::path(file.string() + ".part");
  TRY_ASSIGN(const auto packed,
             run_tar({"--create", "--gzip", "--file=" + part.string(), "--force-local",
                      "--directory=" + directory.root.parent_path().string(), "--format=posix",
                      "--pax-option=exthdr.name=%d/PaxHeaders/%f,delete=atime,delete=ctime", "--owner=0",
                      "--group=0", "--numeric-owner", "--mode=go=rX,u=rwX", "--no-recursion", "--null",
                      "--verbatim-files-from", "--files-from=" + (folder.path() / "members").string()}));
  std::error_code error;
  if (packed.exit_status != 0) {
    fs::remove(part, error);
    return failure(fmt::format("cannot write '{}': {}", file.string(), last_line(packed.err)),
                   packed.exit_status == 1 ? "wait until no run of the sweep is under way" : "");
  }
  fs::rename(part, file, error);
  if (error) return file_failure("write", file, error.value());
  return WrittenBundle{members.size(), fs::file_size(file, error)};
}

Result<OpenedBundle> open_bundle(const fs::path& file) {
  TRY_ASSIGN(const auto exists, is_there(file));
  if (!exists) return failure(fmt::format("there is no '{}'", file.string()));
  TRY_ASSIGN(auto created, ScratchFolder::create());
  const auto folder = std::make_shared<const ScratchFolder>(std::move(created));
  TRY_ASSIGN(const auto listing, listing_of(file, folder->path() / "listing"));
  TRY_ASSIGN(const auto bytes, checked_size(file, listing));
  TRY(check_fits(file, bytes, folder->path()));
  const auto files = folder->path() / "files";
  TRY(make_folders(files));
  TRY_ASSIGN(const auto unpacked,
             run_tar({"--extract", "--gzip", "--no-same-owner", "--no-same-permissions", "--force-local",
                      "--directory=" + files.string(), "--file=" + file.string()}));
  if (unpacked.exit_status != 0) return not_unpacked(file, unpacked);
  TRY_ASSIGN(const auto directory, only_directory_in(files, file));
  return OpenedBundle{folder, directory};
}

}  // namespace scalegen
