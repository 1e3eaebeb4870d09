#include "workloads/train/sigterm.hpp"

#include <semaphore.h>

#include <atomic>
#include <csignal>
#include <thread>

namespace scalegen::train {
namespace {

std::atomic<bool> has_come = false;
std::atomic<bool> is_held = false;
sem_t arrivals;

void on_sigterm(int /*signal*/) {
  has_come = true;
  sem_post(&arrivals);
}

}  // namespace

void watch_sigterm(std::function<void()> leave) {
  sem_init(&arrivals, /*pshared=*/0, 0);
  std::thread([leave = std::move(leave)] {
    while (sem_wait(&arrivals) != 0 || is_held) continue;
    leave();
  }).detach();
  struct sigaction action {};
  action.sa_handler = on_sigterm;
  action.sa_flags = SA_RESTART | static_cast<int>(SA_RESETHAND);
  sigaction(SIGTERM, &action, nullptr);
}

void hold_sigterm(bool holds) { is_held = holds; }

bool sigterm_came() { return has_come; }

}  // namespace scalegen::train
