#pragma once
#include "core/embedded_file.hpp"

namespace scalegen {

const std::vector<EmbeddedFile>& embedded_panels();  // NAME.yaml

}  // namespace scalegen
