#pragma once
#include "core/embedded_file.hpp"

namespace scalegen {

const std::vector<EmbeddedFile>& embedded_page();  // page.css, sort.js

}  // namespace scalegen
