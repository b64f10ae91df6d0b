#include "serve/head_scanner.h"

namespace plumb {

std::optional<std::size_t> HeadScanner::scan(std::string_view bytes) {
  for (; seen_ < bytes.size() && fault_.empty(); ++seen_) {
    const char c = bytes[seen_];
    const bool after_return = seen_ > line_start_ && bytes[seen_ - 1] == '\r';
    if (c == '\0') {
      fault_ = "the request's head holds a NUL byte; is this TLS on a port for plain HTTP?";
    } else if ((c == '\n') != after_return) {
      fault_ = "a line of the request's head does not end in CR LF";
    } else if ((c == ' ' || c == '\t') && seen_ == line_start_) {
      fault_ =
          "a line of the request's head begins with white space; write each header in one line";
    } else if (c == '\n') {
      const bool is_empty_line = seen_ == line_start_ + 1;
      line_start_ = seen_ + 1;
      if (is_empty_line) return line_start_;
    }
  }
  return std::nullopt;
}

}  // namespace plumb
