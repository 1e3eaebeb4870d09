#include "runner/submissions.hpp"

#include "core/json.hpp"

namespace scalegen {
namespace {

void follow(const Json& event, std::map<std::string, PastSubmission>& open) {
  const auto kind = text_field(event, "event").value_or("");
  const auto job = text_field(event, "job");
  const auto attempt = text_field(event, "attempt");
  if (!job || !attempt) return;
  if (kind == "submitting") open[*job] = {*attempt, std::nullopt};
  if (kind == "submitted") open[*job] = {*attempt, text_field(event, "id")};
  if (kind == "put_off" || kind == "unclaimed") open.erase(*job);
}

}  // namespace

std::map<std::string, PastSubmission> open_submissions(std::string_view journal) {
  std::map<std::string, PastSubmission> open;
  while (!journal.empty()) {
    const auto end = journal.find('\n');
    if (const auto event = parse_json(journal.substr(0, end))) follow(*event, open);
    journal.remove_prefix(end == std::string_view::npos ? journal.size() : end + 1);
  }
  return open;
}

}  // namespace scalegen
