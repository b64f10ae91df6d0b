#include "model/package_index.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "base/json_depth.h"
#include "model/program.h"
#include "model/url.h"

namespace plumb {
namespace {

constexpr std::size_t kMaxPageBytes = 32 * 1024 * 1024;
constexpr std::chrono::seconds kPipTimeout{20};
constexpr std::string_view kJsonType = "application/vnd.pypi.simple.v1+json";

std::string stripped(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) return "";
  return std::string(text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1));
}

// uv lets an index carry a name: "internal=https://...".
std::string without_name(const std::string& value) {
  const std::size_t equals = value.find('=');
  const bool named = equals != std::string::npos && equals < value.find("://");
  return named ? value.substr(equals + 1) : value;
}

// -I: neither the current folder nor PYTHON* variables may slip in another pip.
std::optional<std::string> ask_pip() {
  const auto configured = output_of_program(
      {"python3", "-I", "-m", "pip", "config", "get", "global.index-url"}, kPipTimeout);
  if (configured && !stripped(*configured).empty()) return stripped(*configured);
  const auto built_in =
      output_of_program({"python3", "-I", "-c",
                         "from pip._internal.models.index import PyPI; print(PyPI.simple_url)"},
                        kPipTimeout);
  if (built_in && !stripped(*built_in).empty()) return stripped(*built_in);
  return std::nullopt;
}

// The file name a link leads to: the last part of its path.
std::string_view file_name(std::string_view url) {
  url = url.substr(0, url.find_first_of("?#"));
  const std::size_t slash = url.rfind('/');
  return slash == std::string_view::npos ? url : url.substr(slash + 1);
}

std::string unescaped(std::string_view attribute) {
  constexpr std::string_view kAmpersand = "&amp;";
  std::string text;
  for (std::size_t at = 0; at < attribute.size();) {
    const bool escaped = attribute.substr(at).starts_with(kAmpersand);
    text += attribute[at];  // '&' either way
    at += escaped ? kAmpersand.size() : 1;
  }
  return text;
}

// Calls `visit` with each href of the page until it returns true.
template <class Visit>
void for_each_link(std::string_view page, const Visit& visit) {
  constexpr std::string_view kHref = "href=";
  for (std::size_t at = page.find(kHref); at != std::string_view::npos; at = page.find(kHref, at)) {
    at += kHref.size();
    if (at >= page.size() || (page[at] != '"' && page[at] != '\'')) continue;
    const std::size_t end = page.find(page[at], at + 1);
    if (end == std::string_view::npos) return;
    if (visit(unescaped(page.substr(at + 1, end - at - 1)))) return;
    at = end;
  }
}

std::unexpected<Error> not_listed(std::string_view page_url, std::string_view wheel) {
  return fail(ErrorCode::not_found, fmt::format("the package index page {} does not list {}",
                                                shown_url(page_url), wheel));
}

Result<WheelLink> parse_json_page(std::string_view page, std::string_view page_url,
                                  std::string_view wheel) {
  const auto no_index_page = [&] {
    return fail(ErrorCode::corrupt,
                fmt::format("{} is not a page of a package index", shown_url(page_url)));
  };
  if (json_nests_too_deep(page)) return no_index_page();
  try {
    const auto document = nlohmann::json::parse(page);
    for (const auto& file : document.at("files")) {
      if (file.at("filename") != wheel) continue;
      PLUMB_TRY(auto url, resolve_url(page_url, file.at("url").get<std::string>()));
      const auto hashes = file.value("hashes", nlohmann::json::object());
      return WheelLink{std::move(url), hashes.value("sha256", "")};
    }
  } catch (const nlohmann::json::exception&) {
    return no_index_page();
  }
  return not_listed(page_url, wheel);
}

Result<WheelLink> parse_html_page(std::string_view page, std::string_view page_url,
                                  std::string_view wheel) {
  std::optional<std::string> found;
  for_each_link(page, [&](std::string link) {
    if (file_name(link) != wheel) return false;
    found = std::move(link);
    return true;
  });
  if (!found) return not_listed(page_url, wheel);
  PLUMB_TRY(auto url, resolve_url(page_url, *found));
  constexpr std::string_view kHash = "#sha256=";
  const std::size_t hash = found->find(kHash);
  return WheelLink{std::move(url),
                   hash == std::string::npos ? "" : found->substr(hash + kHash.size(), 64)};
}

}  // namespace

Result<std::string> find_package_index() {
  for (const char* name :
       {"PLUMB_PACKAGE_INDEX", "PIP_INDEX_URL", "UV_DEFAULT_INDEX", "UV_INDEX_URL"}) {
    const char* value = std::getenv(name);
    if (value == nullptr || *value == '\0') continue;
    std::string index = without_name(value);
    if (reach_of(index) != Reach::refused) return index;
    // Its value is not shown: it may hold a password.
    return fail(ErrorCode::invalid_input,
                fmt::format("{} is not an http or https address of a package index; set it to one "
                            "or unset it",
                            name));
  }
  if (auto index = ask_pip()) return *std::move(index);
  return fail(
      ErrorCode::not_found,
      "no package index is known on this machine; install python3-pip or set PIP_INDEX_URL");
}

Result<WheelLink> parse_index_page(std::string_view page, std::string_view content_type,
                                   std::string_view page_url, std::string_view wheel) {
  const bool json =
      content_type.starts_with(kJsonType) || content_type.starts_with("application/json");
  return json ? parse_json_page(page, page_url, wheel) : parse_html_page(page, page_url, wheel);
}

Result<WheelLink> find_wheel(std::string_view index, std::string_view package,
                             std::string_view wheel, const RetryPolicy& retry) {
  std::string url(index);
  if (!url.ends_with('/')) url += '/';
  url += fmt::format("{}/", package);
  const HttpRequest request{url, {fmt::format("Accept: {}, text/html;q=0.1", kJsonType)}, ""};
  PLUMB_TRY(const SmallDocument page, download_small(request, kMaxPageBytes, retry));
  return parse_index_page(page.content, page.response.content_type, page.response.url, wheel);
}

}  // namespace plumb
