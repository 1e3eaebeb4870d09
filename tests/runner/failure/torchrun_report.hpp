#pragma once
#include <string>

namespace scalegen {

/// The traceback of a rank, on its stderr.
inline const std::string kTraceback =
    "Traceback (most recent call last):\n"
    "  File \"/home/you/train.py\", line 8, in <module>\n"
    "    main()\n"
    "RuntimeError: Found no NVIDIA driver on your system.\n";

/// The output of torchrun 2.11 around the words of its ranks: that of local rank 1 on gn02 ended with
/// `exit_code`.
struct TorchrunReport {
  std::string exit_code{};
  std::string rank = "1";
  std::string others = "  <NO_OTHER_FAILURES>\n";
  std::string traceback = "To enable traceback see: https://pytorch.org/docs/stable/elastic/errors.html\n";
};

inline std::string to_text(const TorchrunReport& report) {
  const std::string at = "1122 22:46:28.981000 32492 torch/distributed/elastic/multiprocessing/api.py:";
  return "W" + at + "1012] Sending process 32585 closing signal SIGTERM\nE" + at +
         "986] failed (exitcode: " + report.exit_code +
         ") local_rank: 1 (pid: 32586) of binary: /venv/bin/python\n"
         "Traceback (most recent call last):\n"
         "  File \"/venv/bin/torchrun\", line 8, in <module>\n"
         "    sys.exit(main())\n"
         "             ^^^^^^\n"
         "torch.distributed.elastic.multiprocessing.errors.ChildFailedError: \n"
         "============================================================\n"
         "train.py FAILED\n"
         "------------------------------------------------------------\n"
         "Failures:\n" +
         report.others +
         "------------------------------------------------------------\n"
         "Root Cause (first observed failure):\n"
         "[0]:\n"
         "  time      : 2026-11-22_22:46:28\n"
         "  host      : gn02\n"
         "  rank      : " +
         report.rank +
         " (local_rank: 1)\n"
         "  exitcode  : " +
         report.exit_code + " (pid: 32586)\n  error_file: <N/A>\n  traceback : " + report.traceback +
         "============================================================\n";
}

}  // namespace scalegen
