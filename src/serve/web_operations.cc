#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>

#include "ingest/gzip.h"
#include "serve/web_operations_json.h"

namespace plumb {
namespace {

// The page runs its own scripts and asks its own server; nothing else, and inside of no frame.
constexpr std::string_view kPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

constexpr std::string_view kNoDashboard =
    "<!DOCTYPE html>\n"
    "<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Plumb</title></head>\n"
    "<body><h1>Plumb</h1>\n"
    "<p>This server was built without the dashboard. Its API is described at\n"
    "<a href=\"docs\">docs</a>; build with script/bootstrap to have the dashboard here.</p>\n"
    "</body></html>\n";

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

// Calls `each` with every part between commas, until it returns true; whether one did.
template <class Each>
bool any_part(std::string_view list, const Each& each) {
  while (!list.empty()) {
    const std::size_t comma = std::min(list.find(','), list.size());
    if (each(trimmed(list.substr(0, comma)))) return true;
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
  return false;
}

// "gzip", "br, gzip;q=0.5" or "*"; not "gzip;q=0".
bool takes_gzip(std::string_view accepted) {
  return any_part(accepted, [](std::string_view part) {
    const std::size_t end = std::min(part.find(';'), part.size());
    const std::string_view coding = trimmed(part.substr(0, end));
    if (coding != "gzip" && coding != "x-gzip" && coding != "*") return false;
    const std::string_view quality = part.substr(end);
    const std::size_t equals = quality.find("q=");
    if (equals == std::string_view::npos) return true;
    return quality.find_first_of("123456789", equals) != std::string_view::npos;
  });
}

bool is_known_already(const ServedRequest& request, std::string_view tag) {
  return any_part(request.header("if-none-match"), [&](std::string_view part) {
    if (part.starts_with("W/")) part.remove_prefix(2);
    return part == "*" || part == tag;
  });
}

Answer text_answer(std::string_view type, std::string bytes) {
  Answer answer;
  const std::string_view charset = type.starts_with("text/") ? "; charset=utf-8" : "";
  answer.text = Answer::Text{fmt::format("{}{}", type, charset), std::move(bytes)};
  return answer;
}

const WebFile* file_at(std::span<const WebFile> files, std::string_view path) {
  const auto found = std::ranges::find(files, path, &WebFile::path);
  return found == files.end() ? nullptr : &*found;
}

}  // namespace

ServedResult<Answer> web_file_answer(const WebFile& file, const ServedRequest& request,
                                     std::string_view caching) {
  const bool sends_packed = file.is_gzipped && takes_gzip(request.header("accept-encoding"));
  // Two forms of one file are two things to a cache.
  const std::string tag =
      fmt::format("\"{}{}\"", file.sha256.substr(0, 32), sends_packed ? "-gzip" : "");
  const bool is_known = is_known_already(request, tag);
  Answer answer;
  if (is_known) {
    answer = Answer{nullptr, 304};
    answer.text = Answer::Text{};
  } else if (!file.is_gzipped || sends_packed) {
    answer = text_answer(file.content_type, std::string(file.bytes));
  } else {
    PLUMB_TRY(std::string plain, gunzip(file.bytes));
    answer = text_answer(file.content_type, std::move(plain));
  }
  if (sends_packed && !is_known) answer.headers.emplace_back("content-encoding", "gzip");
  answer.headers.emplace_back("cache-control", std::string(caching));
  answer.headers.emplace_back("etag", tag);
  answer.headers.emplace_back("vary", "accept-encoding");
  return answer;
}

std::vector<Operation> web_operations(std::span<const WebFile> files) {
  const auto page = [files](Call& call) -> ServedResult<Answer> {
    const WebFile* const file = file_at(files, "index.html");
    if (file == nullptr) return text_answer("text/html", std::string(kNoDashboard));
    auto answer = web_file_answer(*file, call.request, "no-cache");
    if (answer) answer->headers.emplace_back("content-security-policy", std::string(kPolicy));
    return answer;
  };
  const auto asset = [files](Call& call) -> ServedResult<Answer> {
    const auto name = call.parameters.at("asset").get<std::string>();
    const WebFile* const file = file_at(files, "assets/" + name);
    if (file == nullptr) {
      return refused(
          404, fmt::format("the dashboard has no file {}; load its page again", shown_value(name)));
    }
    return web_file_answer(*file, call.request, "public, max-age=31536000, immutable");
  };
  return {{.id = "web.page", .answer = page}, {.id = "web.asset", .answer = asset}};
}

}  // namespace plumb
