// Any bytes as what a chat server answers, whole and as a stream in pieces of any size, and as
// a reply kept on disk: a reply of valid UTF-8, or one sentence. A stream's reply does not
// depend on how it was split.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "chat/openai_wire.h"
#include "chat/reply_cache.h"
#include "text/utf8.h"

namespace {

using plumb::ChatReply;
using plumb::Result;

std::string checked(const Result<ChatReply>& reply) {
  const std::string& text = reply ? reply->text : reply.error().message;
  if (plumb::replace_invalid_utf8(text) != text) std::abort();
  if (!reply && (text.empty() || text.find('\n') != std::string::npos)) std::abort();
  return text;
}

Result<ChatReply> streamed(std::string_view bytes, std::size_t piece) {
  plumb::StreamedReply stream;
  for (; !bytes.empty(); bytes.remove_prefix(std::min(piece, bytes.size()))) {
    if (auto fed = stream.feed(bytes.substr(0, piece)); !fed) return std::unexpected(fed.error());
  }
  return stream.finish(96);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  checked(plumb::parse_chat_reply(bytes, 96));
  const std::string words = plumb::parse_complaint(bytes).words;
  if (plumb::replace_invalid_utf8(words) != words) std::abort();
  const std::string whole = checked(streamed(bytes, size + 1));
  for (const std::size_t piece : {1U, 7U}) {
    if (checked(streamed(bytes, piece)) != whole) std::abort();
  }
  const auto kept = plumb::parse_reply_cache_entry(bytes, "{}");
  if (kept && plumb::reply_cache_entry("{}", *kept).empty()) std::abort();
  return 0;
}
