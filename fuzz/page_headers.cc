// Hostile headers of a page's requests: whatever a cookie says, a token is 64 hex digits or none,
// and whatever a browser accepts or knows already, it gets the file whole, packed, or told that it
// has it.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "serve/sign_in_cookie.h"
#include "serve/web_operations_json.h"

namespace {

void must(bool held) {
  if (!held) std::abort();
}

constexpr std::string_view kBytes = "body{}";

void look_at_cookie(const plumb::ServedRequest& request) {
  const std::string token = plumb::sign_in_token(request);
  must(token.empty() || token.size() == 64);
  must(token.find_first_not_of("0123456789abcdef") == std::string::npos);
  must(token.empty() || request.header("cookie").find(token) != std::string_view::npos);
  must(!plumb::carries_csrf_token(request, token));  // nobody guesses it
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  plumb::ServedRequest request;
  request.method = "GET";
  request.path = "/assets/a.css";
  request.headers = {{"cookie", bytes},
                     {"x-csrf-token", bytes},
                     {"accept-encoding", bytes},
                     {"if-none-match", bytes}};
  look_at_cookie(request);

  const plumb::WebFile file{"assets/a.css", "text/css", "0123456789abcdef0123456789abcdef01234567",
                            kBytes, false};
  const auto answer = plumb::web_file_answer(file, request, "no-cache");
  must(answer && answer->text);
  must(answer->status == 304 ? answer->text->bytes.empty() : answer->text->bytes == kBytes);
  return 0;
}
