// Hostile bytes as requests of one connection, in pieces of any size: whatever comes out is whole
// and within its bounds, and the pieces do not matter.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include "serve/head_scanner.h"
#include "serve/request_parser.h"

namespace {

void must(bool held) {
  if (!held) std::abort();
}

// One request off the front of `bytes`, fed `piece` bytes at a time; false where the connection
// would be at its end.
bool take_request(std::string_view& bytes, std::size_t piece, std::string& log) {
  plumb::HeadScanner scanner;
  std::optional<std::size_t> head;
  for (std::size_t shown = 0; !head && shown < bytes.size() && scanner.fault().empty();) {
    shown = std::min(bytes.size(), shown + piece);
    head = scanner.scan(bytes.substr(0, shown));
  }
  if (!head) {
    log += scanner.fault();
    return false;
  }
  plumb::RequestParser parser;
  plumb::ServedRequest request;
  const plumb::HeadLimits limits;
  if (const auto fault = parser.parse_head(bytes.substr(0, *head), limits, request)) {
    must(fault->status >= 400 && !fault->sentence.empty());
    log += fault->sentence;
    return false;
  }
  bytes.remove_prefix(*head);
  log += request.method + request.path;
  must(!request.path.empty() && request.path.find('\0') == std::string::npos);
  must(request.headers.size() <= limits.most_headers);
  std::string content;
  std::string waiting;
  while (!parser.is_complete() && !bytes.empty()) {
    const std::size_t next = std::min(piece, bytes.size());
    waiting += bytes.substr(0, next);
    bytes.remove_prefix(next);
    const auto taken = parser.feed(waiting, content);
    if (!taken) return false;
    must(*taken <= waiting.size());
    waiting.erase(0, *taken);
    // What it leaves is a line that has not come to its end.
    must(parser.is_complete() || waiting.size() <= plumb::RequestParser::kMostChunkLine + 5);
  }
  must(!parser.content_length() || content.size() <= *parser.content_length());
  if (parser.is_complete()) log += content;
  // What follows the request was handed in with its last piece.
  bytes = std::string_view(bytes.data() - waiting.size(), bytes.size() + waiting.size());
  return parser.is_complete() && parser.keeps_alive();
}

std::string log_of(std::string_view bytes, std::size_t piece) {
  std::string log;
  while (!bytes.empty() && take_request(bytes, piece, log)) log += '\n';
  return log;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  const std::string whole = log_of(bytes, bytes.size() + 1);
  must(log_of(bytes, 1U + data[0]) == whole);
  must(log_of(bytes, 1) == whole);
  return 0;
}
