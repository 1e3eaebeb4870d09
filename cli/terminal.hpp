#pragma once
#include <cstddef>
#include <string_view>

#include "core/diagnostics.hpp"

namespace scalegen {

/// Prepares the process for limits that login nodes set. Call it first.
void set_up_process();

/// Writes to standard output: the result that was asked for.
void put(std::string_view text);

/// Writes to standard error: everything else. Errors of the write are ignored: nobody is there to read them.
void tell(std::string_view text);

/// Flushes standard output. Returns an error if some of it could not be written, as on a full disk.
Result<void> flush_output();

/// The columns of the terminal that standard output is; 80 if it is none.
std::size_t output_width();

/// True if a person can answer a question.
bool input_is_a_terminal();

}  // namespace scalegen
