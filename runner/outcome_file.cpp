#include "runner/outcome_file.hpp"

#include "core/files.hpp"
#include "core/json.hpp"

namespace scalegen {
namespace {

using Seconds = std::chrono::duration<double>;

}  // namespace

Result<std::optional<Verdict>> read_outcome_file(const RunDirectory& directory, const std::string& run) {
  const auto text = read_file_if_there(directory.outcome_file(run));
  if (!text) return tl::make_unexpected(text.error());
  const auto json = parse_json(text->value_or("")).value_or(Json::object());
  Verdict verdict{.attempt = text_field(json, "attempt").value_or(""), .outcome = outcome_from_json(json)};
  if (verdict.attempt.empty() || !verdict.outcome) return std::nullopt;
  if (const auto seconds = number_field(json, "seconds"))
    verdict.elapsed = std::chrono::duration_cast<std::chrono::milliseconds>(Seconds(*seconds));
  return verdict;
}

Result<void> write_outcome_file(const RunDirectory& directory, const RunRecord& record) {
  Json json{{"attempt", record.attempt}};
  json.update(to_json(*record.outcome));
  if (record.elapsed) json["seconds"] = Seconds(*record.elapsed).count();
  return replace_file(directory.outcome_file(record.run.id), json_line(json) + "\n");
}

}  // namespace scalegen
