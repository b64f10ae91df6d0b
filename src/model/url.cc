#include "model/url.h"

#include <curl/curl.h>
#include <fmt/format.h>

#include <memory>

namespace plumb {
namespace {

using UrlHandle = std::unique_ptr<CURLU, decltype(&curl_url_cleanup)>;

struct CurlText {
  char* text = nullptr;
  CurlText() = default;
  CurlText(const CurlText&) = delete;
  CurlText& operator=(const CurlText&) = delete;
  ~CurlText() { curl_free(text); }
  std::string str() const { return text == nullptr ? "" : text; }
};

UrlHandle parse_url(std::string_view url) {
  UrlHandle handle(curl_url(), curl_url_cleanup);
  if (curl_url_set(handle.get(), CURLUPART_URL, std::string(url).c_str(), 0) != CURLUE_OK) {
    return {nullptr, curl_url_cleanup};
  }
  return handle;
}

std::string part_of(const UrlHandle& url, CURLUPart part, unsigned flags = 0) {
  CurlText text;
  if (curl_url_get(url.get(), part, &text.text, flags) != CURLUE_OK) return "";
  return text.str();
}

bool is_loopback(const std::string& host) {
  const bool dotted = host.find_first_not_of("0123456789.") == std::string::npos;
  return host == "localhost" || host == "[::1]" || (host.starts_with("127.") && dotted);
}

}  // namespace

Reach reach_of(std::string_view url) {
  const UrlHandle parsed = parse_url(url);
  if (!parsed) return Reach::refused;
  const std::string scheme = part_of(parsed, CURLUPART_SCHEME);
  if (scheme != "http" && scheme != "https") return Reach::refused;
  if (is_loopback(part_of(parsed, CURLUPART_HOST))) return Reach::loopback;
  return scheme == "https" ? Reach::secure : Reach::plain;
}

std::string authority_of(std::string_view url) {
  const UrlHandle parsed = parse_url(url);
  if (!parsed) return "";
  return part_of(parsed, CURLUPART_SCHEME) + "://" + part_of(parsed, CURLUPART_HOST) + ":" +
         part_of(parsed, CURLUPART_PORT, CURLU_DEFAULT_PORT);
}

std::string shown_url(std::string_view url) {
  const UrlHandle parsed = parse_url(url);
  if (!parsed) return "the address";
  for (const CURLUPart part :
       {CURLUPART_USER, CURLUPART_PASSWORD, CURLUPART_QUERY, CURLUPART_FRAGMENT}) {
    curl_url_set(parsed.get(), part, nullptr, 0);
  }
  return part_of(parsed, CURLUPART_URL);
}

Result<std::string> resolve_url(std::string_view base, std::string_view reference) {
  const UrlHandle url = parse_url(base);
  if (!url ||
      curl_url_set(url.get(), CURLUPART_URL, std::string(reference).c_str(), 0) != CURLUE_OK) {
    return fail(ErrorCode::invalid_input,
                fmt::format("{} has a link that is no address", shown_url(base)));
  }
  curl_url_set(url.get(), CURLUPART_FRAGMENT, nullptr, 0);
  return part_of(url, CURLUPART_URL);
}

}  // namespace plumb
