// What a test cannot go on without: its value, or a failure that says why there is none.
#pragma once

#include <gtest/gtest.h>

#include <utility>

#include "base/result.h"

namespace plumb {

template <class T>
T must(Result<T> result, const char* what = "") {
  if (result) return *std::move(result);
  ADD_FAILURE() << what << result.error().message;
  return T{};
}
inline void must(Result<void> result) {
  if (!result) ADD_FAILURE() << result.error().message;
}

}  // namespace plumb
