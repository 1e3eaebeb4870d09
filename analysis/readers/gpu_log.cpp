#include "analysis/readers/gpu_log.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <limits>
#include <map>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "analysis/readers/csv.hpp"
#include "analysis/readers/gpu_columns.hpp"
#include "analysis/readers/timestamp.hpp"
#include "core/files.hpp"
#include "core/try.hpp"

namespace scalegen {
namespace {

constexpr std::size_t kMostGpus = 256;        // of a node
constexpr std::size_t kLongestRow = 1 << 18;  // a header of all fields has some 8 KiB
constexpr std::size_t kShown = 101;           // bytes of a text that a reason cites, and one more
constexpr std::string_view kTimestamp = "timestamp";
constexpr std::string_view kBlockTime = "time,";  // before each table of rocm-smi
constexpr std::string_view kOnlyGpu = "only";     // of a file that names none

/// The fields that a job's monitor asks for, in a file without a header.
const std::vector<std::string> kMonitorFields{"timestamp",   "index",      "uuid",     "utilization.gpu",
                                              "memory.used", "power.draw", "clocks.sm"};

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r";
  const auto begin = std::min(text.find_first_not_of(kBlanks), text.size());
  return text.substr(begin, text.find_last_not_of(kBlanks) + 1 - begin);
}

bool is_utf_16(std::string_view text) { return text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF"); }

bool is_unix_time(std::string_view text) {
  return text.size() > 9 && text.find_first_not_of("0123456789.") == std::string_view::npos;
}

void split(std::string_view line, std::vector<std::string_view>& fields) {
  fields.clear();
  for (std::size_t begin = 0; begin <= line.size();) {
    const auto end = std::min(line.find(',', begin), line.size());
    fields.push_back(trimmed(line.substr(begin, end - begin)));
    begin = end + 1;
  }
}

/// Counts how a column identifies GPUs. Lines of one sample have the same time; if each line has its own, any
/// column will do.
class Identity {
 public:
  struct Value {
    std::size_t last_sample = 0;
  };

  /// Nothing if the text names no GPU.
  Value* value(std::string_view text) { return is_stated(text) ? &values_[std::string(text)] : nullptr; }

  void count(Value* value, std::size_t sample) {
    if (value == nullptr) return;
    repeats_ = repeats_ || value->last_sample == sample;
    value->last_sample = sample;
    ++named_;
  }

  /// The number of lines that name their GPU; 0 if two lines of a sample name the same.
  [[nodiscard]] std::size_t named() const { return repeats_ ? 0 : named_; }

 private:
  std::map<std::string, Value> values_;
  std::size_t named_ = 0;
  bool repeats_ = false;
};

/// Sees the times of a file that names no GPU. Those of one GPU are about evenly apart; lines of one sample
/// of several are much nearer than samples.
class Spacing {
 public:
  void add(double time) {
    least_ = std::min(least_, count_ == 0 ? least_ : time - last_);
    first_ = count_ == 0 ? time : first_;
    last_ = time;
    ++count_;
  }

  [[nodiscard]] bool is_of_one_gpu() const {
    const auto mean = (last_ - first_) / std::max(count_ - 1, 1.0);
    return count_ == 1 || (least_ >= 0.1 && least_ >= 0.75 * mean);
  }

 private:
  double first_ = 0;
  double last_ = 0;
  double count_ = 0;
  double least_ = std::numeric_limits<double>::infinity();
};

/// Lines that name their GPU alike.
struct NamedGpu {
  std::size_t number = 0;
  std::array<std::string, kGpuIdentities.size()> names{};
  std::array<Identity::Value*, kGpuIdentities.size()> values{};
  std::string last_line{};
  std::size_t last_sample = 0;
  int read_lines = 0;
  int first_read = 0;
};

class LogReader {
 public:
  explicit LogReader(const TakeGpuSample& take) : take_(take) {}

  void read_line(std::string_view line, bool is_whole) {
    ++line_;
    if (line_ == 1) is_utf_16_ = is_utf_16(line);
    if (line_ == 1 && line.starts_with("\xEF\xBB\xBF")) line.remove_prefix(3);
    line = trimmed(line);
    if (is_utf_16_ || line.empty()) return;
    if (first_line_.empty()) first_line_ = line.substr(0, kShown);
    if (rows_ == 0) last_line_ = line.substr(0, kShown);
    if (begins_block(line)) return;
    split(line, fields_);
    if (const auto begin = header_begin(line); begin < fields_.size())
      read_header(begin);
    else if (awaits_header_ || !is_whole)
      return;  // rocm-smi warns before its table; a line that was cut off says nothing
    else if (fields_.size() == columns_.count)
      read_row(line);
    else
      note_unread(line_);
  }

  GpuLog log() && {
    end_sample();
    if (auto reason = reason_against(); !reason.empty()) return {.unusable = std::move(reason)};
    const auto best = identifying_column();
    for (const auto& gpu : gpus_) {
      if (best == identities_.size())
        log_.devices.emplace_back(kOnlyGpu);
      else
        log_.devices.push_back(is_stated(gpu.names[best]) ? gpu.names[best] : "");
      if (log_.devices.back().empty()) note_unread(gpu.first_read, gpu.read_lines);
    }
    return std::move(log_);
  }

 private:
  bool begins_block(std::string_view line) {
    if (!line.starts_with(kBlockTime)) return false;
    const auto time = parse_number(line.substr(kBlockTime.size()));
    if (!time) return false;
    end_sample();
    ++sample_;
    block_time_ = time;
    awaits_header_ = true;
    return true;
  }

  // The field with which a header begins, or their number. A line that was cut off may stand before it.
  std::size_t header_begin(std::string_view line) const {
    if (awaits_header_ && (fields_.front() == "device" || fields_.front() == "gpu")) return 0;
    if (line.find(kTimestamp) == std::string_view::npos) return fields_.size();
    const auto found = std::ranges::find_if(
        fields_, [](auto field) { return field.ends_with(kTimestamp) && !field.ends_with("_timestamp"); });
    const bool is_header = found != fields_.end() && *found == kTimestamp;
    if (is_header && !parse_timestamp(fields_.front())) return 0;
    return static_cast<std::size_t>(found - fields_.begin());
  }

  void read_header(std::size_t begin) {
    std::vector<std::string> titles(fields_.begin() + static_cast<std::ptrdiff_t>(begin), fields_.end());
    if (titles.front().ends_with(kTimestamp)) titles.front() = kTimestamp;
    columns_ = gpu_columns_of(titles);
    for (const auto& identity : columns_.identities) names_gpus_ = names_gpus_ || identity;
    has_header_ = true;
    awaits_header_ = false;
  }

  void read_row(std::string_view line) {
    const auto text = columns_.time ? fields_[*columns_.time] : std::string_view();
    if (++rows_ == 1) first_time_ = text.substr(0, kShown);
    auto* const gpu = named_gpu();
    if (gpu == nullptr) return;
    if (gpu->last_line == line && (!text.empty() || gpu->last_sample == sample_)) return;
    if (begins_sample(text, *gpu)) {
      end_sample();
      ++sample_;
      time_ = text;
    }
    for (std::size_t i = 0; i < identities_.size(); ++i) identities_[i].count(gpu->values[i], sample_);
    gpu->last_sample = sample_;
    gpu->last_line = line;
    auto values = read_gpu_values(columns_, fields_);
    const auto time = time_of(text);
    if (contradiction_.empty()) contradiction_ = std::move(values.contradiction);
    if (!time || !values.all_read)
      note_unread(line_);
    else if (++gpu->read_lines == 1)
      gpu->first_read = line_;
    if (!time) return;
    has_time_ = true;
    if (!names_gpus_) spacing_.add(*time);
    values.sample.time = *time;
    take(gpu->number, std::move(values.sample));
  }

  // Nothing if there are too many.
  NamedGpu* named_gpu() {
    key_.clear();
    for (const auto& at : columns_.identities) {
      if (at) key_ += fields_[*at];
      key_ += ',';
    }
    if (const auto found = numbers_.find(key_); found != numbers_.end()) return &gpus_[found->second];
    has_too_many_ = has_too_many_ || gpus_.size() == kMostGpus;
    if (has_too_many_) return nullptr;
    numbers_.emplace(key_, gpus_.size());
    auto& gpu = gpus_.emplace_back();
    gpu.number = gpus_.size() - 1;
    for (std::size_t i = 0; i < identities_.size(); ++i) {
      if (columns_.identities[i]) gpu.names[i] = fields_[*columns_.identities[i]];
      gpu.values[i] = identities_[i].value(gpu.names[i]);
    }
    return &gpu;
  }

  // amd-smi writes whole Unix seconds: there a GPU may come twice in one of them.
  bool begins_sample(std::string_view time, const NamedGpu& gpu) const {
    if (time.empty()) return false;  // its line says it, before the table
    return time != time_ || (gpu.last_sample == sample_ && is_unix_time(time));
  }

  std::optional<double> time_of(std::string_view text) {
    if (text.empty()) return block_time_;
    if (columns_.is_of_amd && is_unix_time(text)) return parse_number(text);
    return times_.read(text);
  }

  void take(std::size_t gpu, GpuSample&& sample) {
    if (!columns_.is_of_amd) return take_(gpu, std::move(sample));
    if (node_.size() == kMostGpus) end_sample();
    const auto model = columns_.model ? fields_[*columns_.model] : std::string_view();
    node_.push_back({gpu, std::string(is_stated(model) ? model : ""), std::move(sample)});
  }

  void end_sample() {
    settle_power(node_);
    for (auto& reading : node_) take_(reading.gpu, std::move(reading.sample));
    node_.clear();
  }

  void note_unread(int line, int lines = 1) {
    if (lines == 0) return;
    log_.unread_lines += lines;
    log_.first_unread = log_.first_unread == 0 ? line : std::min(log_.first_unread, line);
  }

  // kGpuIdentities.size() if there is none.
  std::size_t identifying_column() const {
    std::size_t best = identities_.size();
    std::size_t most = 0;
    for (std::size_t i = 0; i < identities_.size(); ++i)
      if (const auto named = identities_[i].named(); named > most) best = i, most = named;
    return best;
  }

  // Why a file with lines has no sample.
  std::string reason_without_samples() const {
    if (block_time_ && !has_header_) return "it has times and no table of rocm-smi";
    if (rows_ == 0 && has_header_ && log_.unread_lines == 0) return "it has a header and no sample";
    if (!has_header_)
      return fmt::format("its first line is no header of nvidia-smi: {}", shown_text(first_line_));
    if (rows_ == 0) return fmt::format("no line has the columns of its header: {}", shown_text(last_line_));
    return fmt::format("{} is no time as nvidia-smi writes it, such as '2026/07/14 08:12:53.353'",
                       shown_text(first_time_));
  }

  // Empty if it can be used.
  std::string reason_against() const {
    if (is_utf_16_) return "it is UTF-16, not UTF-8";
    if (first_line_.empty()) return "it is empty";
    if (!has_time_) return reason_without_samples();
    if (!columns_.unusable.empty()) return columns_.unusable;
    if (!contradiction_.empty())
      return fmt::format("its values are not in the order of its columns: {}", contradiction_);
    if (has_too_many_) return fmt::format("it names more than {} GPUs", kMostGpus);
    const bool is_of_one_gpu = has_header_ && !names_gpus_ && spacing_.is_of_one_gpu();
    if (identifying_column() < identities_.size() || is_of_one_gpu) return "";
    return "no column tells its GPUs apart: uuid, pci.bus_id and index are missing or repeated";
  }

  const TakeGpuSample& take_;
  TimestampReader times_;
  std::vector<std::string_view> fields_;  // of the line
  GpuColumns columns_ = gpu_columns_of(kMonitorFields);
  std::array<Identity, kGpuIdentities.size()> identities_;
  std::unordered_map<std::string, std::size_t> numbers_;  // of GPUs, by all their names
  std::deque<NamedGpu> gpus_;
  std::string key_;
  Spacing spacing_;
  std::vector<AmdReading> node_;  // its GPUs in this sample
  std::optional<double> block_time_;
  std::string time_;        // of the last row, as written
  std::size_t sample_ = 0;  // its number, from 1
  int line_ = 0;
  std::int64_t rows_ = 0;
  bool is_utf_16_ = false;
  bool has_header_ = false;
  bool awaits_header_ = false;
  bool has_time_ = false;
  bool names_gpus_ = false;
  bool has_too_many_ = false;
  std::string first_line_;
  std::string last_line_;
  std::string first_time_;
  std::string contradiction_;
  GpuLog log_;
};

}  // namespace

std::vector<NamedFile> monitor_files(const AttemptListing& files) {
  auto all = named_files(files, "gpu.", ".csv");
  for (auto& file : named_files(files, "rocm.", ".csv")) all.push_back(std::move(file));
  return all;
}

Result<GpuLog> read_gpu_log(const std::filesystem::path& file, const TakeGpuSample& take) {
  LogReader reader(take);
  const auto read_ended = [&](std::string_view text) {
    std::size_t begin = 0;
    for (auto end = text.find('\n'); end != std::string_view::npos; end = text.find('\n', begin)) {
      reader.read_line(text.substr(begin, end - begin), true);
      begin = end + 1;
    }
    return begin == 0 && text.size() > kLongestRow ? text.size() : begin;  // no line of a monitor is so long
  };
  TRY_ASSIGN(const auto rest, read_in_pieces(file, read_ended));
  if (rest && !rest->empty()) reader.read_line(*rest, false);
  return std::move(reader).log();
}

}  // namespace scalegen
