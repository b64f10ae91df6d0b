// Any bytes for what a chat worker or its parent says, and for the head of a model file: they
// are understood or refused, and what is understood can be said again.
#include <cstdlib>
#include <span>
#include <string_view>

#include "chat/chat_weights.h"
#include "chat/worker_protocol.h"

namespace {

template <class Message, class Parse>
void say_again(const plumb::Result<Message>& message, const Parse& parse) {
  if (!message) {
    if (message.error().message.empty()) std::abort();
    return;
  }
  const auto frame = plumb::encode_frame(*message);
  if (!frame) std::abort();
  const auto length = plumb::frame_length(*frame);
  if (!length || *length != frame->size() - plumb::kFrameHeadBytes) std::abort();
  const auto again = parse(std::string_view(*frame).substr(plumb::kFrameHeadBytes));
  if (!again || again->index() != message->index()) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  say_again(plumb::parse_event(text), plumb::parse_event);
  say_again(plumb::parse_command(text), plumb::parse_command);
  (void)plumb::check_gguf_head(std::as_bytes(std::span(data, size)), size, "fuzz");
  return 0;
}
