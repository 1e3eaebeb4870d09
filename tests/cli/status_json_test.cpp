#include "cli/status_table.hpp"

#include <gtest/gtest.h>

#include "tests/cli/status_of.hpp"

namespace scalegen {
namespace {

TEST(StatusJson, HasAllRunsWithWhatIsKnown) {
  EXPECT_EQ(status_json({"/home/you/mine"}, {.time = kLook,
                                             .runs = {completed("a"), failed("b"), running("c", "7"),
                                                      waiting("d", "8", "Priority", "2026-11-23T08:00:00")}}),
            R"({
  "scalegen_status": 1,
  "directory": "/home/you/mine",
  "scheduler_answers": true,
  "counts": {
    "completed": 1,
    "failed": 1,
    "running": 1,
    "waiting": 1
  },
  "runs": [
    {
      "run": "a",
      "rung": "1gpu",
      "state": "completed",
      "attempt": "1",
      "seconds": 20.5,
      "outcome": {
        "outcome": "completed"
      }
    },
    {
      "run": "b",
      "rung": "1gpu",
      "state": "failed",
      "about": "failed: exit status 3: no data",
      "attempt": "2",
      "outcome": {
        "outcome": "failed",
        "exit_status": 3,
        "reason": "no data"
      }
    },
    {
      "run": "c",
      "rung": "1gpu",
      "state": "running",
      "about": "for 1 min 30 s on n[1-2]",
      "attempt": "1",
      "job": "7",
      "nodes": "n[1-2]",
      "seconds": 90.0
    },
    {
      "run": "d",
      "rung": "1gpu",
      "state": "waiting",
      "about": "Priority; expected to start 2026-11-23T08:00:00",
      "attempt": "1",
      "job": "8",
      "expected_start": "2026-11-23T08:00:00",
      "reason": "Priority"
    }
  ]
}
)");
}

}  // namespace
}  // namespace scalegen
