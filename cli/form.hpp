#pragma once
#include <functional>
#include <string>
#include <vector>

#include "analysis/charts/drawings.hpp"
#include "analysis/document/document.hpp"
#include "core/diagnostics.hpp"

namespace scalegen {

inline constexpr auto kJson = "json";  // the form of which no document says all

/// The forms that every verb with a result has, as --format names them. A row of the table in form.cpp is all
/// that a new one needs besides its renderer.
std::vector<std::string> forms();

/// A document in one of these forms. `json` is the same for machines.
std::string text_in(const std::string& form, const document::Document& document,
                    const std::function<std::string()>& json);

/// Writes charts as files into a folder, and prints their names. Without a chart it is an error that says why
/// there is none.
Result<void> put_plots(const std::vector<charts::Chart>& charts, const std::string& folder,
                       const std::string& why_none, charts::Medium medium = charts::Medium::screen);

}  // namespace scalegen
