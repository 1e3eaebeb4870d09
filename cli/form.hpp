#pragma once
#include <functional>
#include <string>
#include <vector>

#include "analysis/document/document.hpp"

namespace scalegen {

/// The forms that every verb with a result has, as --format names them. A row of the table in form.cpp is all
/// that a new one needs besides its renderer.
std::vector<std::string> forms();

/// A document in one of these forms. `json` is the same for machines.
std::string text_in(const std::string& form, const document::Document& document,
                    const std::function<std::string()>& json);

}  // namespace scalegen
