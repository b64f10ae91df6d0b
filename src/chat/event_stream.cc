#include "chat/event_stream.h"

#include <fmt/format.h>

#include <utility>

namespace plumb {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

}  // namespace

EventStream::EventStream(std::size_t max_event_bytes, Take take)
    : max_event_bytes_(max_event_bytes), take_(std::move(take)) {}

Result<void> EventStream::feed(std::string_view bytes) {
  while (!bytes.empty()) {
    if (std::exchange(after_return_, false) && bytes.front() == '\n') {
      bytes.remove_prefix(1);
      continue;
    }
    const std::size_t end = bytes.find_first_of("\r\n");
    const std::string_view part = bytes.substr(0, end);
    if (part.size() > max_event_bytes_ - line_.size()) {
      return fail(ErrorCode::corrupt,
                  fmt::format("an event of the stream has more than {} bytes", max_event_bytes_));
    }
    line_ += part;
    bytes.remove_prefix(part.size());
    if (bytes.empty()) break;
    after_return_ = bytes.front() == '\r';
    bytes.remove_prefix(1);
    PLUMB_CHECK_RESULT(end_line());
  }
  return {};
}

Result<void> EventStream::finish() {
  if (!line_.empty()) PLUMB_CHECK_RESULT(end_line());
  return end_event();
}

Result<void> EventStream::end_line() {
  const std::string owned = std::exchange(line_, {});
  std::string_view line = owned;
  if (std::exchange(first_line_, false) && line.starts_with(kByteOrderMark)) {
    line.remove_prefix(kByteOrderMark.size());
  }
  if (line.empty()) return end_event();
  const std::size_t colon = line.find(':');
  const std::string_view field = line.substr(0, colon);
  if (field != "data" && field != "error") return {};
  std::string_view value;
  if (colon != std::string_view::npos) value = line.substr(colon + 1);
  if (value.starts_with(' ')) value.remove_prefix(1);
  if (has_data_) data_ += '\n';
  has_data_ = true;
  if (value.size() > max_event_bytes_ - std::min(max_event_bytes_, data_.size())) {
    return fail(ErrorCode::corrupt,
                fmt::format("an event of the stream has more than {} bytes", max_event_bytes_));
  }
  data_ += value;
  return {};
}

Result<void> EventStream::end_event() {
  if (!std::exchange(has_data_, false)) return {};
  const std::string data = std::exchange(data_, {});
  return take_(data);
}

}  // namespace plumb
