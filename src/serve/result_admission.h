// What a result has to keep to beside those that came before it, in the same request or in others,
// and the id of one that has none.
//
// A result without an id is known by its content and by how often that came before in the request:
// equal results of one request are all kept, and the request sent again doubles none of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>

#include "base/result.h"
#include "record/stored_execution.h"

namespace plumb {

class ResultAdmission {
 public:
  static constexpr std::size_t kMostIdBytes = 500;
  static constexpr std::size_t kMostWithoutId = 200'000;
  static constexpr std::size_t kBytesToRemember = 50;  // each, about

  // `dimension`: how many numbers the execution's vectors have; none until the first has come.
  explicit ResultAdmission(std::optional<std::size_t> dimension = {}) : dimension_(dimension) {}

  // Fails with a clause: invalid_input, or conflict where it is at odds with those before it.
  Result<StoredResult> admit(const Response& response);
  std::size_t held_bytes() const { return without_id_.size() * kBytesToRemember; }

 private:
  Result<void> check(const Response& response);

  std::optional<std::size_t> dimension_;
  std::unordered_map<std::uint64_t, std::uint32_t> without_id_;  // content -> how often it came
};

}  // namespace plumb
