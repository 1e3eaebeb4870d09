#pragma once
#include "core/embedded_file.hpp"

namespace scalegen {

const std::vector<EmbeddedFile>& embedded_clusters();   // NAME.yaml
const std::vector<EmbeddedFile>& embedded_templates();  // what scripts are made of
const std::vector<EmbeddedFile>& embedded_examples();   // sweep files that are found by name

// The sources of scalegen-train, each named by its path.
const std::vector<EmbeddedFile>& embedded_train_sources();
const std::vector<EmbeddedFile>& embedded_fmt_headers();
const std::vector<EmbeddedFile>& embedded_json_headers();

}  // namespace scalegen
