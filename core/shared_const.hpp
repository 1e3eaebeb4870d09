#pragma once
#include <initializer_list>
#include <memory>
#include <utility>

namespace scalegen {

/// An immutable list that its copies share. The runs of all rounds have the same settings and the same
/// command, and a plan may hold 100,000 runs.
template <class T>
class SharedConst {
 public:
  SharedConst() = default;
  SharedConst(T value)
      : value_(std::make_shared<const T>(std::move(value))) {}  // NOLINT: implicit on purpose
  SharedConst(std::initializer_list<typename T::value_type> items) : SharedConst(T(items)) {}

  const T& operator*() const { return value_ ? *value_ : none(); }
  const T* operator->() const { return &**this; }
  operator const T&() const { return **this; }  // NOLINT: implicit on purpose

  bool operator==(const SharedConst& other) const { return value_ == other.value_ || **this == *other; }

 private:
  static const T& none() {
    static const T empty{};
    return empty;
  }

  std::shared_ptr<const T> value_{};
};

}  // namespace scalegen
