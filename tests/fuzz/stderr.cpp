#include "check.hpp"
#include "runner/failure/launcher_verdict.hpp"
#include "runner/failure/stderr_reason.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace scalegen;
  const auto text = fuzz::text_of(data, size);
  const auto reason =
      reason_in({{.text = text, .file = "err"}, {.text = text, .file = "out", .is_stdout = true}},
                hydra_verdict_in(text));
  fuzz::check(reason.text.find('\n') == std::string::npos, "a reason is one line");
  reason_in_stderr(text);
  nccl_timeout_in(text);
  unreachable_node_in(text);
  unanswered_srun_in(text);
  return 0;
}
