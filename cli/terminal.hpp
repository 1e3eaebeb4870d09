#pragma once
#include <cstddef>
#include <string_view>

#include "analysis/document/document.hpp"
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

/// What standard output shows. A terminal's width is $COLUMNS if that is set; there are no styles with
/// NO_COLOR or TERM=dumb, and no more than ASCII in the C locale.
document::Screen output_screen();

/// The columns of the terminal that standard output is; 80 if it is none.
std::size_t output_width();

/// True if a text of so many lines does not fit on the terminal that standard output is.
bool scrolls_off(std::ptrdiff_t lines);

/// True if a person can answer a question.
bool input_is_a_terminal();

}  // namespace scalegen
