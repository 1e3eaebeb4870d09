#pragma once
#include <functional>
#include <string>

#include "analysis/document/document.hpp"
#include "cli/arguments.hpp"

namespace scalegen {

/// A document in one of the forms that every verb has. `json` is the same for machines.
std::string text_in(Format format, const document::Document& document,
                    const std::function<std::string()>& json);

}  // namespace scalegen
