#pragma once
#include <filesystem>
#include <string>

namespace scalegen {

/// The folder of one attempt. Its script writes the files.
struct AttemptFolder {
  std::filesystem::path root{};

  [[nodiscard]] std::filesystem::path started() const {
    return root / "started.json";
  }  // the process that runs it; written first
  [[nodiscard]] std::filesystem::path exited() const {
    return root / "exit.json";
  }  // how it ended; written last
  [[nodiscard]] std::filesystem::path script_output() const {
    return root / "script.out";
  }  // a link to what the script itself prints, outside its command
  [[nodiscard]] std::filesystem::path out() const { return root / "out"; }
  [[nodiscard]] std::filesystem::path err() const { return root / "err"; }
  [[nodiscard]] std::filesystem::path out(int rank) const { return of_rank(out(), rank); }
  [[nodiscard]] std::filesystem::path err(int rank) const {
    return of_rank(err(), rank);
  }  // of a run on this machine, ranks have files of their own; rank 0 has `out` and `err`
  [[nodiscard]] std::filesystem::path metrics() const { return root / "metrics.jsonl"; }
  [[nodiscard]] std::filesystem::path environment() const { return root / "environment.json"; }
  [[nodiscard]] std::filesystem::path setup_line() const {
    return root / "setup_line.txt";
  }  // the line of the set-up that runs; removed behind the last
  [[nodiscard]] std::filesystem::path folder_record() const { return root / "folder.txt"; }
  [[nodiscard]] std::filesystem::path edited_script() const {
    return root / "edited.sbatch";
  }  // the script as it ran, if a person had edited it

  [[nodiscard]] static std::filesystem::path of_rank(std::filesystem::path file, int rank) {
    return rank == 0 ? file : file += "." + std::to_string(rank);
  }
};

/// The job, and the folder below jobs/, of what runs once before all runs.
inline constexpr auto kPreparation = "prepare";

/// The files of one sweep. The tool may be killed at any moment: all of its state is here.
struct RunDirectory {
  std::filesystem::path root{};

  [[nodiscard]] std::filesystem::path sweep_file() const { return root / "sweep.yaml"; }
  [[nodiscard]] std::filesystem::path plan_file() const { return root / "plan.jsonl"; }
  [[nodiscard]] std::filesystem::path script_sums() const { return root / "scripts.cksum"; }
  [[nodiscard]] std::filesystem::path replacement() const {
    return root / "replacement";
  }  // while another plan takes the place of this one: that plan and its scripts
  [[nodiscard]] std::filesystem::path prepared() const {
    return root / "prepared";
  }  // the sum of the script that has prepared the runs
  [[nodiscard]] std::filesystem::path page() const { return root / "report.html"; }
  [[nodiscard]] std::filesystem::path journal() const { return root / "journal.jsonl"; }
  [[nodiscard]] std::filesystem::path lock() const { return root / "lock"; }
  [[nodiscard]] std::filesystem::path max_in_flight() const { return root / "max-in-flight"; }
  [[nodiscard]] std::filesystem::path job_folder(const std::string& job) const { return root / "jobs" / job; }
  [[nodiscard]] std::filesystem::path job_script(const std::string& job) const {
    return job_folder(job) / "job.sbatch";
  }
  [[nodiscard]] std::filesystem::path run_script(const std::string& job, const std::string& run) const {
    return job_folder(job) / (run + ".bash");
  }  // for each of several runs that share the job
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
