// Finds the end of a request's head as its bytes come in, and what must not stand in one.
//
// Stricter than the parser behind it, where leniency lets two servers read the same bytes as
// different requests (RFC 9112 sections 2.2, 5.2 and 11.2): bare line ends, lines that go on in the
// next, NUL. A TLS hello that was sent to a plain port is told by its NULs.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace plumb {

class HeadScanner {
 public:
  // `bytes` is all that has come of this head so far; a byte is looked at once.
  // The head's length with its empty line, or none where more has to come or fault() is not empty.
  std::optional<std::size_t> scan(std::string_view bytes);

  // A sentence, empty where nothing is wrong so far.
  std::string_view fault() const { return fault_; }

 private:
  std::size_t seen_ = 0;
  std::size_t line_start_ = 0;
  std::string_view fault_;
};

}  // namespace plumb
