#include "generator/profile/profile_files.hpp"

#include "generator/embedded.hpp"

namespace scalegen {

NamedFiles profile_files(const Owner& owner) {
  return {.kind = "cluster",
          .content = "profile",
          .folder = "clusters",
          .owner = owner,
          .built_in = &embedded_clusters()};
}

}  // namespace scalegen
