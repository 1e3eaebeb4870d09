#include "app/bundle.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <sstream>
#include <vector>

#include "app/open_run_directory.hpp"
#include "core/attempt_files.hpp"
#include "core/files.hpp"
#include "core/process.hpp"
#include "core/secrets.hpp"
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
constexpr std::array<std::string_view, 22> kOfAttempt{"started.json",  "exit.json",     "environment.json",
                                                      "metrics.jsonl", "meeting.txt",   "queue.txt",
                                                      "folder.txt",    "edited.sbatch", ".failed",
                                                      "out",           "err",           "out.",
                                                      "err.",          "gpu.",          "rocm.",
                                                      "place.",        "node.",         "nccl.",
                                                      "goes_on.",      "clocks.txt",    kSlowFirst,
                                                      kReplaced};

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

constexpr auto kPacked = "packed.gz";
constexpr auto kSums = "bundle.sha256";
constexpr std::ptrdiff_t kMostParts = 5;  // of a name: DIR/runs/RUN/ATTEMPT/FILE; a slash at its end is one

using Members = std::vector<std::string>;

Result<void> check_bounds(const fs::path& what, std::uintmax_t bytes, std::size_t files) {
  if (bytes <= kMostBundleBytes && files <= kMostBundleFiles) return {};
  return failure(fmt::format("'{}' has more than {}", what.string(),
                             files > kMostBundleFiles ? fmt::format("{} files", kMostBundleFiles)
                                                      : fmt::format("{} MB", kMostBundleBytes / 1'000'000)),
                 "a bundle may not; report the run directory itself");
}

// Sorted, relative to the run directory's parent.
Result<Members> members_of(const RunDirectory& directory, const std::function<bool(const fs::path&)>& keeps) {
  Members members;
  std::uintmax_t bytes = 0;
  std::error_code error;
  const auto options = fs::directory_options::none;  // links to folders are not followed
  for (fs::recursive_directory_iterator it(directory.root, options, error), end; !error && it != end;
       it.increment(error)) {
    const auto path = it->path().lexically_relative(directory.root);
    if (it.depth() >= 3) it.disable_recursion_pending();
    if (it->is_symlink() || !it->is_regular_file() || !keeps(path)) continue;
    members.push_back((directory.root.filename() / path).string());
    bytes += it->file_size(error);
  }
  if (error) return file_failure("read", directory.root, error.value());
  TRY(check_bounds(directory.root, bytes, members.size()));
  std::ranges::sort(members);
  return members;
}

constexpr auto kWritesOne = "'scalegen report DIR --bundle FILE' writes one";
constexpr auto kNoTar = "'tar', which packs and unpacks bundles, cannot be started here";
constexpr auto kInstallTar = "install GNU tar";

Result<ProgramResult> run_tar(const std::vector<std::string>& words) {
  std::vector<std::string> command{"tar"};
  command.insert(command.end(), words.begin(), words.end());
  auto result = run_program(command);
  if (!result) return failure(kNoTar, kInstallTar);
  return result;
}

/// Lines as sha256sum prints them. `scratch` holds the list of names meanwhile.
Result<std::string> sums_of(const fs::path& parent, const Members& members, const fs::path& scratch) {
  std::string list;
  for (const auto& member : members) list += member + '\0';
  TRY(write_file(scratch / "members", list));
  const auto summed = run_program({"bash", "-c", "cd \"$1\" && exec xargs --null sha256sum -- <\"$2\"",
                                   "bash", parent.string(), (scratch / "members").string()});
  if (summed && summed->exit_status == 0) return summed->out;
  return failure(fmt::format("cannot sum the files in '{}': {}", parent.string(),
                             summed ? last_line(summed->err) : "there is no bash"),
                 "bundles need bash, xargs and sha256sum");
}

Result<std::string> digest_of(const std::string& sums, const fs::path& scratch) {
  TRY(write_file(scratch / kSums, sums));
  TRY_ASSIGN(const auto line, sums_of(scratch, {kSums}, scratch));
  return line.substr(0, line.find(' '));
}

// One line of `tar --list --verbose`: "-rw-r--r-- 0/0 95 2026-11-23 21:12:07 demo/plan.jsonl".
struct Member {
  std::string mode{};
  std::uintmax_t bytes = 0;
  std::string name{};
};

std::optional<Member> member_in(const std::string& line) {
  std::istringstream words(line);
  std::string owner, date, time;
  Member member;
  if (!(words >> member.mode >> owner >> member.bytes >> date >> time)) return std::nullopt;
  words.get();
  std::getline(words, member.name);
  return member;
}

bool stays_inside(const std::string& name) {
  const fs::path path(name);
  return path.is_relative() && std::ranges::none_of(path, [](const auto& p) { return p == ".."; }) &&
         std::distance(path.begin(), path.end()) <= kMostParts;
}

Result<void> check_members(const fs::path& file, const std::string& listing) {
  std::uintmax_t bytes = 0;
  std::size_t files = 0;
  std::istringstream lines(listing);
  for (std::string line; std::getline(lines, line);) {
    const auto member = member_in(line);
    const bool is_plain = member && (member->mode.starts_with("-r") || member->mode.starts_with("drwx"));
    if (!is_plain || !stays_inside(member->name))  // another folder could not be removed again
      return failure(fmt::format("'{}' is no bundle: it holds what no bundle does", file.string()),
                     kWritesOne, {without_control_characters(at_most(line, 200))});
    bytes = member->bytes > kMostBundleBytes ? member->bytes : bytes + member->bytes;
    TRY(check_bounds(file, bytes, ++files));
  }
  return {};
}

std::string first_line(const std::string& text) {  // the reason: the last says that tar ends
  const auto begin = std::min(text.find_first_not_of('\n'), text.size());
  return text.substr(begin, text.find('\n', begin) - begin);
}

tl::unexpected<Diagnostics> not_unpacked(const fs::path& file, const ProgramResult& tar) {
  return failure(fmt::format("'{}' cannot be unpacked: {}", file.string(), first_line(tar.err)),
                 "it may be damaged, or be no bundle; or set TMPDIR to a folder with more room");
}

// Of an archive that unpacks to more, gzip cannot write the rest. Into a file of limited size: a small
// archive may hold any number of empty files.
constexpr auto kList = R"(ulimit -f 131072
gzip --decompress --stdout <"$1" | head --bytes="$2" | tar "${@:3}"
exit $((PIPESTATUS[2] == 153 || !PIPESTATUS[0] ? PIPESTATUS[2] : PIPESTATUS[0])))";

Result<std::string> listing_of(const fs::path& file, const fs::path& listing) {
  constexpr auto kMostRaw = kMostBundleBytes + 2048 * kMostBundleFiles;  // with headers
  const auto listed = run_program({"bash", "-c", kList, "bash", file.string(), fmt::format("{}", kMostRaw),
                                   "--list", "--verbose", "--numeric-owner", "--full-time",
                                   "--quoting-style=escape", "--index-file=" + listing.string(), "--file=-"});
  if (!listed) return failure(kNoTar, kInstallTar);
  if (listed->exit_status == 153)
    return failure(fmt::format("the names in '{}' take more than 134 MB", file.string()), kWritesOne);
  if (listed->exit_status == 141) return check_bounds(file, kMostRaw, 0).map([] { return std::string(); });
  if (listed->exit_status != 0) return not_unpacked(file, *listed);
  return read_file(listing);
}

Result<RunDirectory> only_directory_in(const fs::path& folder, const fs::path& bundle) {
  TRY_ASSIGN(const auto names, names_in(folder));
  if (names.size() == 1 && fs::exists(RunDirectory{folder / names.front()}.plan_file()))
    return RunDirectory{folder / names.front()};
  return failure(fmt::format("'{}' is no bundle: no plan.jsonl is in it", bundle.string()), kWritesOne);
}

constexpr auto kWait = "wait until no run of the sweep is under way";

// The members that `scratch` lists, and `sums` from there.
Result<void> pack(const fs::path& file, const fs::path& parent, const fs::path& scratch,
                  const fs::path& sums) {
  TRY_ASSIGN(const auto packed,
             run_tar({"--create", "--gzip", "--file=" + (scratch / kPacked).string(), "--force-local",
                      "--format=posix", "--pax-option=exthdr.name=%d/PaxHeaders/%f,delete=atime,delete=ctime",
                      "--owner=0", "--group=0", "--numeric-owner", "--mode=go=rX,u=rwX", "--no-recursion",
                      "--directory=" + parent.string(), "--null", "--verbatim-files-from",
                      "--files-from=" + (scratch / "members").string(), "--directory=" + scratch.string(),
                      "--add-file=" + sums.string()}));
  if (packed.exit_status == 0) return {};
  return failure(fmt::format("cannot write '{}': {}", file.string(), first_line(packed.err)),
                 packed.exit_status == 1 ? kWait : "");
}

// That of a file that was packed with others than were summed, or was changed since.
Result<std::string> checked_digest(const RunDirectory& directory, const fs::path& scratch,
                                   const fs::path& bundle) {
  TRY_ASSIGN(const auto members,
             members_of(directory, [](const fs::path& path) { return path != fs::path(kSums); }));
  TRY_ASSIGN(const auto sums, sums_of(directory.root.parent_path(), members, scratch));
  TRY_ASSIGN(const auto said, read_file_if_there(directory.root / kSums));
  if (!said || *said == sums) return digest_of(sums, scratch);
  return failure(fmt::format("'{}' was changed after it was packed: its files have other sums than its {}",
                             bundle.string(), kSums),
                 fmt::format("unpack it, and 'sha256sum --check {}' says which",
                             (directory.root.filename() / kSums).string()));
}

}  // namespace

bool is_bundle_name(const std::string& path) { return path.ends_with(".tar.gz") || path.ends_with(".tgz"); }

Result<WrittenBundle> write_bundle(const RunDirectory& directory, const fs::path& file) {
  if (!is_bundle_name(file.string()))
    return failure(fmt::format("'{}' is no name of a bundle", file.string()), "end it with .tar.gz or .tgz");
  TRY_ASSIGN(const auto exists, is_there(file));
  if (exists) return failure(fmt::format("'{}' exists already", file.string()), "name a new file");
  TRY_ASSIGN(const auto members, members_of(directory, is_kept));
  TRY_ASSIGN(const auto target, absolute_path(file));
  TRY_ASSIGN(const auto scratch, ScratchFolder::create(target.parent_path()));
  const auto parent = directory.root.parent_path();
  TRY_ASSIGN(const auto sums, sums_of(parent, members, scratch.path()));
  const auto name = directory.root.filename();
  TRY(make_folders(scratch.path() / name));
  TRY(write_file(scratch.path() / name / kSums, sums));
  std::error_code error;
  fs::last_write_time(scratch.path() / name / kSums, fs::last_write_time(directory.plan_file(), error),
                      error);
  TRY(pack(file, parent, scratch.path(), name / kSums));
  TRY_ASSIGN(const auto sums_after, sums_of(parent, members, scratch.path()));
  if (sums_after != sums)
    return failure(fmt::format("cannot write '{}': a file changed while it was packed", file.string()),
                   kWait);
  TRY_ASSIGN(const auto plan, read_plan_of(directory));
  auto secret = given_secret(read_file(directory.sweep_file()).value_or(""));
  if (secret.empty()) secret = secrets_of(plan).name;
  if (!secret.empty())
    fs::permissions(scratch.path() / kPacked, fs::perms::owner_read | fs::perms::owner_write, error);
  fs::rename(scratch.path() / kPacked, file, error);
  if (error) return file_failure("write", file, error.value());
  TRY_ASSIGN(const auto digest, digest_of(sums, scratch.path()));
  return WrittenBundle{members.size(), fs::file_size(file, error), digest, secret};
}

Result<OpenedBundle> open_bundle(const fs::path& file) {
  TRY_ASSIGN(const auto exists, is_there(file));
  if (!exists) return failure(fmt::format("there is no '{}'", file.string()));
  TRY_ASSIGN(auto created, ScratchFolder::create());
  const auto folder = std::make_shared<const ScratchFolder>(std::move(created));
  TRY_ASSIGN(const auto listing, listing_of(file, folder->path() / "listing"));
  TRY(check_members(file, listing));
  const auto files = folder->path() / "files";
  TRY(make_folders(files));
  TRY_ASSIGN(const auto unpacked,
             run_tar({"--extract", "--gzip", "--no-same-owner", "--no-same-permissions", "--force-local",
                      "--directory=" + files.string(), "--file=" + file.string()}));
  if (unpacked.exit_status != 0) return not_unpacked(file, unpacked);
  TRY_ASSIGN(const auto directory, only_directory_in(files, file));
  TRY_ASSIGN(const auto digest, checked_digest(directory, folder->path(), file));
  return OpenedBundle{folder, directory, digest};
}

}  // namespace scalegen
