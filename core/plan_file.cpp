#include "core/plan_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

#include "core/cksum.hpp"
#include "core/files.hpp"
#include "core/json.hpp"
#include "core/parallel_chunks.hpp"
#include "core/plan_json.hpp"
#include "core/try.hpp"

namespace scalegen {
namespace {

constexpr const char* kNotWhole = "it is not a whole JSON object";
constexpr std::string_view kSum = R"({"cksum":")";

/// `index` counts from 0.
tl::unexpected<Diagnostics> not_a_plan(const std::string& file, std::size_t index, const std::string& why) {
  return tl::make_unexpected(
      Diagnostics{{.cited = CitedLine{file, static_cast<int>(index) + 1, 1, ""},
                   .message = "this line is not one of a plan: " + why,
                   .hint = "the plan is written once by scalegen and not meant to be edited"}});
}

// The JSON library puts the kind of its exception before what it says.
std::string said_by(const std::exception& error) {
  const std::string text = error.what();
  const auto bracket = text.starts_with('[') ? text.find("] ") : std::string::npos;
  return bracket == std::string::npos ? text : text.substr(bracket + 2);
}

// Ids are names of folders.
bool is_a_name(const std::string& id) {
  return !id.empty() && id[0] != '.' && id.find('/') == std::string::npos;
}

// A fault that would lose a run or measure it twice. Empty if there is none.
std::string fault_in(const Plan& plan) {
  std::map<std::string, int> jobs_of_run;
  std::set<std::string> jobs;
  for (const auto& run : plan.runs) {
    if (!is_a_name(run.id)) return fmt::format("'{}' cannot be the name of a run's folder", run.id);
    if (!jobs_of_run.emplace(run.id, 0).second) return fmt::format("it holds the run '{}' twice", run.id);
  }
  for (const auto& job : plan.jobs) {
    if (!is_a_name(job.id)) return fmt::format("'{}' cannot be the name of a job's folder", job.id);
    if (!jobs.insert(job.id).second) return fmt::format("it holds the job '{}' twice", job.id);
    if (job.runs.empty() || (job.runs.size() > 1 && !job.shared))
      return fmt::format("its job '{}' does not say what its {} runs share", job.id, job.runs.size());
    for (const auto& run : job.runs) {
      const auto found = jobs_of_run.find(run);
      if (found == jobs_of_run.end())
        return fmt::format("its job '{}' has the run '{}', which it does not hold", job.id, run);
      ++found->second;
    }
  }
  for (const auto& [run, count] : jobs_of_run)
    if (count != 1) return fmt::format("{} of its jobs have the run '{}': it takes one", count, run);
  return "";
}

tl::unexpected<Diagnostics> other_format(const std::string& file, std::int64_t format) {
  return failure(fmt::format("'{}' is a plan of format {}, and this scalegen reads format {}", file, format,
                             kPlanFormat),
                 "use the scalegen that made it, or begin a new run directory with -o NEW_FOLDER");
}

/// Without what stands behind the last end of a line.
std::vector<std::string_view> whole_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  for (auto end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  return lines;
}

Result<PlanHead> read_head(const std::string& file, std::string_view line) {
  const auto json = parse_json(line);
  if (!json || !json->is_object()) return not_a_plan(file, 0, kNotWhole);
  try {
    const auto format = integer_field(*json, "scalegen_plan");
    if (format && *format != kPlanFormat) return other_format(file, *format);
    return head_of(*json);
  } catch (const std::exception& e) {
    return not_a_plan(file, 0, said_by(e));
  }
}

struct RunsAndJobs {
  std::vector<Run> runs{};
  std::vector<Job> jobs{};
};

Result<RunsAndJobs> read_lines(const std::string& file, const std::vector<std::string_view>& lines,
                               std::size_t begin, std::size_t end) {
  RunsAndJobs read;
  for (auto i = begin; i < end; ++i) {
    const auto json = parse_json(lines[i]);
    if (!json || !json->is_object()) return not_a_plan(file, i, kNotWhole);
    try {
      if (json->contains("run"))
        read.runs.push_back(run_of(*json));
      else
        read.jobs.push_back(job_of(*json));
    } catch (const std::exception& e) {
      return not_a_plan(file, i, said_by(e));
    }
  }
  return read;
}

/// The last line of a plan, by the sum of all lines before it.
std::string sum_line(const Cksum& sum) { return fmt::format("{}{}\"}}\n", kSum, sum.text()); }

bool is_as_written(std::string_view text) {
  const auto end = text.rfind(kSum);
  if (end == std::string_view::npos) return false;
  Cksum sum;
  sum.add(text.substr(0, end));
  return text.substr(end) == sum_line(sum);
}

constexpr std::size_t kPieceBytes = 1 << 16;

/// The text of a plan piece by piece, each until the next is asked for; empty at the end.
class PlanText {
 public:
  explicit PlanText(const Plan& plan) : plan_(&plan) {}

  std::string_view next() {
    const auto lines = 1 + plan_->runs.size() + plan_->jobs.size();
    piece_.clear();
    while (lines_given_ < lines && piece_.size() < kPieceBytes) {
      add_line(lines_given_++);
      piece_ += '\n';
    }
    sum_.add(piece_);
    if (!piece_.empty() && lines_given_ == lines) piece_ += sum_line(sum_);
    return piece_;
  }

 private:
  void add_line(std::size_t number) {
    JsonWriter writer(piece_, JsonWriter::Layout::one_line);
    if (number == 0)
      write_head(writer, plan_->head);
    else if (number <= plan_->runs.size())
      write_run(writer, plan_->runs[number - 1]);
    else
      write_job(writer, plan_->jobs[number - 1 - plan_->runs.size()]);
  }

  const Plan* plan_;
  std::size_t lines_given_ = 0;
  Cksum sum_{};
  std::string piece_{};
};

/// The plan without the combinations that 0.2 kept and no longer ran.
Plan without_left_out(Plan plan) {
  const std::set<std::string> left_out(plan.head.left_out.begin(), plan.head.left_out.end());
  plan.head.left_out.clear();
  if (left_out.empty()) return plan;
  std::set<std::string> runs;
  for (const auto& run : plan.runs)
    if (left_out.contains(combination_of(run))) runs.insert(run.id);
  std::erase_if(plan.runs, [&](const Run& run) { return runs.contains(run.id); });
  for (auto& job : plan.jobs)
    std::erase_if(job.runs, [&](const std::string& run) { return runs.contains(run); });
  std::erase_if(plan.jobs, [](const Job& job) { return job.runs.empty(); });
  return plan;
}

}  // namespace

std::string write_plan(const Plan& plan) {
  std::string text;
  PlanText pieces(plan);
  for (auto piece = pieces.next(); !piece.empty(); piece = pieces.next()) text += piece;
  return text;
}

Result<void> write_plan_file(const std::filesystem::path& path, const Plan& plan) {
  PlanText pieces(plan);
  return replace_file_durably(path, [&] { return pieces.next(); });
}

void write_plan_object(const Plan& plan, const Json& appended,
                       const std::function<void(std::string_view)>& sink) {
  std::string piece;
  JsonWriter writer(piece, JsonWriter::Layout::indented);
  const auto give = [&](std::size_t least_bytes) {
    if (piece.size() < least_bytes) return;
    sink(piece);
    piece.clear();
  };
  const auto write_list = [&](std::string_view name, const auto& items, const auto& write) {
    writer.key(name);
    writer.begin_array();
    for (const auto& item : items) {
      write(writer, item);
      give(kPieceBytes);
    }
    writer.end_array();
  };
  writer.begin_object();
  writer.key("head");
  write_head(writer, plan.head);
  write_list("runs", plan.runs, write_run);
  write_list("jobs", plan.jobs, write_job);
  for (const auto& [name, json] : appended.items()) {
    writer.key(name);
    writer.tree(json);
  }
  writer.end_object();
  give(0);
}

Result<std::optional<PlanHead>> read_plan_head(const std::filesystem::path& path) {
  std::string text;
  auto bytes = kPieceBytes;
  do {
    TRY_ASSIGN(text, read_beginning(path, bytes *= 16));
    if (const auto end = text.find('\n'); end != std::string::npos)
      return read_head(path.string(), std::string_view(text).substr(0, end));
  } while (text.size() == bytes);
  if (text.empty()) return std::nullopt;
  return not_a_plan(path.string(), 0, kNotWhole);
}

Result<Plan> read_plan(const std::string& file, std::string_view text) {
  auto lines = whole_lines(text);
  const auto line_count = lines.size();
  Plan plan{.is_edited = !is_as_written(text)};
  if (!lines.empty() && lines.back().starts_with(kSum)) lines.pop_back();
  if (!lines.empty()) {
    TRY_ASSIGN(auto head, read_head(file, lines.front()));
    plan.head = std::move(head);
  }
  auto parts = parallel_chunks(lines.size(), [&](std::size_t begin, std::size_t end) {
    return read_lines(file, lines, std::max<std::size_t>(begin, 1), end);
  });
  for (auto& part : parts) {
    if (!part) return tl::make_unexpected(std::move(part.error()));
    std::move(part->runs.begin(), part->runs.end(), std::back_inserter(plan.runs));
    std::move(part->jobs.begin(), part->jobs.end(), std::back_inserter(plan.jobs));
  }
  if (!text.empty() && text.back() != '\n') return not_a_plan(file, line_count, kNotWhole);
  if (plan.head.format != kPlanFormat || plan.runs.empty())
    return failure(fmt::format("'{}' holds no runs", file), "begin a new run directory with -o NEW_FOLDER");
  if (const auto fault = fault_in(plan); !fault.empty())
    return failure(fmt::format("'{}' is not a whole plan: {}", file, fault),
                   "begin a new run directory with -o NEW_FOLDER");
  return without_left_out(std::move(plan));
}

}  // namespace scalegen
