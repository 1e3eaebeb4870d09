#pragma once
#include "core/run_record.hpp"

namespace scalegen {

/// Whether a sweep has to start this run: it has not begun, or its end was not the program's doing. What the
/// program did it would do again: such runs only with `retry_failed`.
bool is_due(const RunRecord& record, bool retry_failed);

/// Whether the call that sees it end so tries again. Not after a cancellation: a person wanted it.
bool is_worth_another_attempt(const Outcome& outcome);

}  // namespace scalegen
