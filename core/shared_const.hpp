#pragma once
#include <initializer_list>
#include <memory>
#include <utility>

namespace scalegen {

/// A list whose copies share it, and that is replaced rather than changed: the runs of all rounds have the
/// same settings and the same command, and a plan may hold 100,000 of them.
template <class T>
class Shared {
 public:
  Shared() = default;
  Shared(T value) : value_(std::make_shared<const T>(std::move(value))) {}  // NOLINT: it is that value
  Shared(std::initializer_list<typename T::value_type> items) : Shared(T(items)) {}

  const T& operator*() const { return value_ ? *value_ : none(); }
  const T* operator->() const { return &**this; }
  operator const T&() const { return **this; }  // NOLINT: it is that value

  bool operator==(const Shared& other) const { return value_ == other.value_ || **this == *other; }

 private:
  static const T& none() {
    static const T empty{};
    return empty;
  }

  std::shared_ptr<const T> value_{};
};

}  // namespace scalegen
