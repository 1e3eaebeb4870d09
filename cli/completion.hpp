#pragma once
#include <string>

#include "core/diagnostics.hpp"

namespace CLI {
class App;
}

namespace scalegen {

/// A script with which bash, zsh or fish completes the verbs and options of `app`, the names of clusters and
/// forms, and files. An error for any other shell.
Result<std::string> completion(const CLI::App& app, const std::string& shell);

}  // namespace scalegen
