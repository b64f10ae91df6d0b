// One request's bytes into its head and its body: Beast's parser, and what it lets pass but a
// server behind a proxy must not (RFC 9112 section 11.2): a coding other than chunked, a length
// twice, two hosts. Knows no socket; bytes may come in any pieces.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "serve/http_message.h"

namespace plumb {

// Why a request is answered by the server itself.
struct RequestFault {
  int status = 400;
  std::string sentence;
};

struct HeadLimits {
  std::size_t most_bytes = 16 * 1024;
  std::size_t most_target_bytes = 8 * 1024;
  std::size_t most_headers = 100;
};

class RequestParser {
 public:
  RequestParser();
  ~RequestParser();
  RequestParser(RequestParser&&) noexcept;
  RequestParser& operator=(RequestParser&&) noexcept;

  // `head` is one that HeadScanner has found to be whole. Fills in all but remote, secure and body.
  std::optional<RequestFault> parse_head(std::string_view head, const HeadLimits& limits,
                                         ServedRequest& request);

  // Of the head:
  bool keeps_alive() const;
  bool is_http_1_0() const;
  bool expects_continue() const;
  std::optional<std::uint64_t> content_length() const;  // none: no body, or one in chunks

  // Whether the whole body was fed; true at once where there is none.
  bool is_complete() const;

  // Takes some or all of `bytes` and appends their content. What was not taken is to be given
  // again, with what follows it. None: the bytes are no body.
  std::optional<std::size_t> feed(std::string_view bytes, std::string& content);

  // Of a body with a length: how much of it is still to come. Then its bytes are its content, and
  // who has put some of them in their place says so here instead of feeding them.
  std::optional<std::uint64_t> bytes_to_come() const;
  void skip(std::size_t bytes);

  // A line between chunks, or the trailers together, are refused beyond this.
  static constexpr std::size_t kMostChunkLine = 8 * 1024;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace plumb
