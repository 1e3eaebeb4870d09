#pragma once

namespace scalegen {

/// From now on INT, TERM and HUP are remembered instead of ending the process.
void catch_stop_signals();

/// The first of them that came, or 0.
int stop_signal();

}  // namespace scalegen
