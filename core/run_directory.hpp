#pragma once
#include <filesystem>
#include <string>

namespace scalegen {

/// What the script of one attempt leaves.
struct AttemptFolder {
  std::filesystem::path root{};

  [[nodiscard]] std::filesystem::path started() const {
    return root / "started.json";
  }  // who runs it, written first
  [[nodiscard]] std::filesystem::path exited() const {
    return root / "exit.json";
  }  // how it ended, written last
  [[nodiscard]] std::filesystem::path out() const { return root / "out"; }
  [[nodiscard]] std::filesystem::path err() const { return root / "err"; }
  [[nodiscard]] std::filesystem::path metrics() const { return root / "metrics.jsonl"; }
  [[nodiscard]] std::filesystem::path environment() const { return root / "environment.json"; }
  [[nodiscard]] std::filesystem::path edited_script() const {
    return root / "edited.sbatch";
  }  // what ran, where that is not what was written
};

/// Where everything of one sweep lies. The directory is the truth: the tool may be killed at any moment.
struct RunDirectory {
  std::filesystem::path root{};

  [[nodiscard]] std::filesystem::path sweep_file() const { return root / "sweep.yaml"; }
  [[nodiscard]] std::filesystem::path plan_file() const { return root / "plan.jsonl"; }
  [[nodiscard]] std::filesystem::path script_sums() const { return root / "scripts.cksum"; }
  [[nodiscard]] std::filesystem::path journal() const { return root / "journal.jsonl"; }
  [[nodiscard]] std::filesystem::path lock() const { return root / "lock"; }
  [[nodiscard]] std::filesystem::path jobs_at_a_time() const { return root / "max-in-flight"; }
  [[nodiscard]] std::filesystem::path job_folder(const std::string& job) const { return root / "jobs" / job; }
  [[nodiscard]] std::filesystem::path job_script(const std::string& job) const {
    return job_folder(job) / "job.sbatch";
  }
  [[nodiscard]] std::filesystem::path run_script(const std::string& job, const std::string& run) const {
    return job_folder(job) / (run + ".bash");
  }  // of one of several runs that share the job
  [[nodiscard]] std::filesystem::path arrays() const { return root / "arrays"; }
  [[nodiscard]] std::filesystem::path array_script(const std::string& array) const {
    return arrays() / array / "array.sbatch";
  }
  [[nodiscard]] std::filesystem::path run_folder(const std::string& run) const { return root / "runs" / run; }
  [[nodiscard]] std::filesystem::path outcome_file(const std::string& run) const {
    return run_folder(run) / "outcome.json";
  }
  [[nodiscard]] AttemptFolder attempt(const std::string& run, const std::string& name) const {
    return {run_folder(run) / name};
  }
};

}  // namespace scalegen
