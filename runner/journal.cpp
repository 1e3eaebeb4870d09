#include "runner/journal.hpp"

#include <fmt/format.h>

#include <random>

#include "core/files.hpp"
#include "core/json.hpp"
#include "core/try.hpp"

namespace scalegen {

namespace {

namespace fs = std::filesystem;

constexpr int kFormat = 1;

std::string new_campaign() {
  std::random_device random;
  return fmt::format("{:08x}", random());
}

Result<std::string> begin(const fs::path& path, double time) {
  auto campaign = new_campaign();
  const Json head{{"scalegen_journal", kFormat}, {"campaign", campaign}, {"time", time}};
  TRY(replace_file_durably(path, json_line(head) + "\n"));
  return campaign;
}

// An event that is not whole has not happened: nothing follows an event before it is on the disk.
Result<void> take_off_torn_line(const fs::path& path, std::string& text) {
  const auto whole = text.rfind('\n') + 1;
  if (whole == text.size()) return {};
  std::error_code error;
  fs::resize_file(path, whole, error);
  if (error) return file_failure("write", path, error.value());
  text.resize(whole);
  return {};
}

}  // namespace

Result<std::string> campaign_of(const fs::path& path, std::string_view journal) {
  const auto head = parse_json(journal.substr(0, journal.find('\n'))).value_or(Json());
  const auto format = integer_field(head, "scalegen_journal");
  const auto campaign = text_field(head, "campaign");
  if (format && *format != kFormat)
    return failure(fmt::format("'{}' is a journal of format {}, and this scalegen reads format {}",
                               path.string(), *format, kFormat),
                   "use the scalegen that made it, or start anew with -o NEW_FOLDER");
  if (!format || !campaign)
    return failure(
        fmt::format("'{}' is not a journal of scalegen: its first line names no campaign", path.string()),
        "put back the file that stood there, or start anew with -o NEW_FOLDER");
  return *campaign;
}

Result<Journal> Journal::open(const fs::path& path, Clock& clock) {
  TRY_ASSIGN(auto text, read_file_if_there(path));
  TRY_ASSIGN(const auto campaign, text ? campaign_of(path, *text) : begin(path, unix_seconds(clock.now())));
  if (text) {
    TRY(take_off_torn_line(path, *text));
  }
  return Journal(path, campaign, text.value_or(""), clock);
}

Result<void> Journal::write(const Json& event) { return write_all(std::vector<Json>(1, event)); }

Result<void> Journal::write_all(std::vector<Json> events) {
  std::string lines;
  for (auto& event : events) {
    event["time"] = unix_seconds(clock_->now());
    lines += json_line(event) + "\n";
  }
  return append_durably(path_, lines);
}

}  // namespace scalegen
