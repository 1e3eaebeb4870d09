// scalegen-train: the built-in workload. Trains a model on this rank among others, and tells scalegen how
// long steps take.
#include <c10/util/Logging.h>
#include <fmt/format.h>
#include <malloc.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <mutex>

#include "workloads/train/device.hpp"
#include "workloads/train/error.hpp"
#include "workloads/train/options.hpp"
#include "workloads/train/ranks/failure.hpp"
#include "workloads/train/report/report.hpp"
#include "workloads/train/training.hpp"

namespace scalegen::train {
namespace {

/// The process's only ones: threads of LibTorch that fail have nowhere else to say so.
Report report;
World world;

/// By default glibc gives the activations of each step back to the kernel, which clears the pages again for
/// the next.
void keep_freed_memory() {
  mallopt(M_MMAP_THRESHOLD, 1 << 30);
  mallopt(M_TRIM_THRESHOLD, -1);
  mallopt(M_TOP_PAD, 64 << 20);
}

/// LibTorch warns of what this program reports itself, a page at a time. Its own variable brings the warnings
/// back.
void silence_warnings() {
  if (std::getenv("TORCH_CPP_LOG_LEVEL")) return;
  constexpr int kErrors = 2;
  FLAGS_caffe2_log_level = kErrors;
  c10::UpdateLoggingLevelsFromFlags();
}

/// Gloo writes to a peer that is gone without MSG_NOSIGNAL: SIGPIPE would end this rank before it says why.
void survive_lost_peers() { std::signal(SIGPIPE, SIG_IGN); }

int report_failure(const std::exception_ptr& failure) noexcept try {
  try {
    if (!failure) throw std::runtime_error("stopped by std::terminate");
    std::rethrow_exception(failure);
  } catch (const BadInput& error) {
    report.error(error.what());
    return 2;
  } catch (const RankFailure& error) {
    report.error(error.failure.message, error.failure.rank);
  } catch (const std::exception& error) {
    report.error(cause_of(error));
  } catch (...) {
    report.error("stopped by an exception of unknown type");
  }
  return 1;
} catch (...) {  // no memory to say anything
  return 1;
}

/// Without the destructors of what is global: those of LibTorch and CUDA may wait for a peer or a device that
/// is gone.
[[noreturn]] void leave_process(int code) {
  std::fflush(nullptr);
  std::_Exit(code);
}

/// The first of several threads that end the process does so; the others wait for that.
std::mutex leaving;

[[noreturn]] void leave_with(const std::exception_ptr& failure) {
  leaving.lock();
  leave_process(report_failure(failure));
}

void tell_of(const std::exception_ptr& failure) try {
  if (failure) std::rethrow_exception(failure);
} catch (const std::exception& error) {
  const std::chrono::seconds patience(world.rank == 0 ? 10 : 2);  // others may still read their data
  tell_failure(world, {world.rank, cause_of(error)}, patience);
} catch (...) {  // leave_with() says so
}

/// Also tells the other ranks, which train() does for what happens in it.
[[noreturn]] void leave_and_tell(const std::exception_ptr& failure) {
  leaving.lock();
  const int code = report_failure(failure);
  tell_of(failure);
  leave_process(code);
}

/// NCCL's watchdog ends the process by an exception in its own thread when a peer is lost or its GPU fails.
[[noreturn]] void on_terminate() { leave_and_tell(std::current_exception()); }

Options options_of(int argc, char** argv) try {
  return parse_options(argc, argv);
} catch (const std::exception&) {
  leave_and_tell(std::current_exception());
}

int run(int argc, char** argv) {
  report.write_to(metrics_file(argc, argv));
  world = world_from_environment();
  report.speak_for(world);
  const Options options = options_of(argc, argv);
  switch (options.command) {
    case Command::help:
      return fmt::print("{}", help_text()), 0;
    case Command::version:
      return fmt::print("scalegen-train {}\n", version()), 0;
    case Command::capabilities:
      return fmt::print("{}\n", to_json(capabilities())), 0;
    case Command::train:
      break;
  }
  report.open();
  survive_lost_peers();
  train(options, world, report,
        [](const Failure& failure) { leave_with(std::make_exception_ptr(RankFailure(failure))); });
  return 0;
}

}  // namespace
}  // namespace scalegen::train

int main(int argc, char** argv) {
  using namespace scalegen::train;
  keep_freed_memory();
  silence_warnings();
  std::set_terminate(on_terminate);
  int code = 0;
  try {
    code = run(argc, argv);
  } catch (...) {
    leave_with(std::current_exception());
  }
  leave_process(code);
}
