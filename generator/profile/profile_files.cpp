#include "generator/profile/profile_files.hpp"

#include "generator/embedded.hpp"

namespace scalegen {

NamedFiles profile_files(const std::filesystem::path& home) {
  return {.kind = "cluster",
          .content = "profile",
          .folder = "clusters",
          .home = home,
          .built_in = &embedded_clusters()};
}

}  // namespace scalegen
