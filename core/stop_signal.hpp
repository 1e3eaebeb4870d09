#pragma once

namespace scalegen {

/// From now on SIGINT, SIGTERM and SIGHUP do not end this process: it is to ask for them and leave in good
/// order. A sleep, or a wait for another program, ends when one comes.
void catch_stop_signals();

/// The first of them that came; 0 if none did.
int stop_signal();

}  // namespace scalegen
