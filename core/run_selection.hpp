#pragma once
#include <string>

namespace scalegen {

/// The decision whether a run starts. A sweep that measures no more than is needed finds out as it goes.
struct RunSelection {
  enum class Kind {  // the strongest first
    now,
    later,  // it depends on runs that have not ended
    never
  };
  Kind kind = Kind::now;
  std::string reason{};  // of never: as a report says it
  bool operator==(const RunSelection&) const = default;
};

}  // namespace scalegen
