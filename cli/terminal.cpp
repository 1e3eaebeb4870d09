#include "cli/terminal.hpp"

#include <malloc.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstdlib>

#include "core/files.hpp"

namespace scalegen {
namespace {

// A write beyond `ulimit -f` then fails with an error instead of killing the process, so that there is a
// message and no half-written file. The signal is caught and not ignored: programs that we start get it as
// usual.
void survive_file_size_limit() {
  struct sigaction action {};
  action.sa_handler = [](int) {};
  action.sa_flags = SA_RESTART;
  sigaction(SIGXFSZ, &action, nullptr);
}

// One heap for each thread needs more address space than some login nodes give.
void share_one_heap_if_space_is_limited() {
  rlimit space{};
  if (getrlimit(RLIMIT_AS, &space) == 0 && space.rlim_cur != RLIM_INFINITY) mallopt(M_ARENA_MAX, 1);
}

std::string_view variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

// As setlocale would choose: the first that is set.
bool is_in_c_locale() {
  for (const auto* const name : {"LC_ALL", "LC_CTYPE", "LANG"})
    if (const auto value = variable(name); !value.empty()) return value == "C" || value == "POSIX";
  return true;
}

winsize output_size() {
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0) return {};
  return size;
}

}  // namespace

void set_up_process() {
  survive_file_size_limit();
  share_one_heap_if_space_is_limited();
}

void put(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); }

void tell(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stderr); }

Result<void> flush_output() {
  const bool flushed = std::fflush(stdout) == 0;
  const int error = flushed ? EIO : errno;
  if (flushed && std::ferror(stdout) == 0) return {};
  return file_failure("write", "standard output", error);
}

document::Screen output_screen() {
  if (::isatty(STDOUT_FILENO) == 0) return {};
  return {
      .width = output_width(),
      .has_styles = variable("NO_COLOR").empty() && !variable("TERM").empty() && variable("TERM") != "dumb",
      .is_ascii = is_in_c_locale()};
}

std::size_t output_width() {
  constexpr std::size_t kOfNoTerminal = 80;
  if (::isatty(STDOUT_FILENO) == 0) return kOfNoTerminal;
  const auto columns = variable("COLUMNS");
  std::size_t width = 0;
  std::from_chars(columns.data(), columns.data() + columns.size(), width);
  if (width > 0) return width;
  const auto size = output_size();
  return size.ws_col == 0 ? kOfNoTerminal : size.ws_col;
}

bool scrolls_off(std::ptrdiff_t lines) {
  const auto size = output_size();
  return size.ws_row > 0 && lines >= size.ws_row;
}

bool input_is_a_terminal() { return ::isatty(STDIN_FILENO) != 0; }

}  // namespace scalegen
