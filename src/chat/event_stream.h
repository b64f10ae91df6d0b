// Server-sent events (WHATWG HTML, section 9.2), as streaming servers send them: bytes in
// pieces of any size, events out.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace plumb {

class EventStream {
 public:
  // Told the data of each event: its "data:" lines, joined by line feeds. An Error ends it.
  using Take = std::function<Result<void>(std::string_view data)>;

  // An event longer than `max_event_bytes` is refused, with corrupt.
  EventStream(std::size_t max_event_bytes, Take take);

  // Lines end with LF, CR or both; events with an empty line. Comments and other fields are
  // passed over, but "error:", which llama.cpp writes in place of data.
  Result<void> feed(std::string_view bytes);

  // The stream ended: an event that no empty line closed is told now.
  Result<void> finish();

 private:
  Result<void> end_line();
  Result<void> end_event();

  std::size_t max_event_bytes_;
  Take take_;
  std::string line_;
  std::string data_;
  bool has_data_ = false;
  bool first_line_ = true;
  bool after_return_ = false;  // a line feed now belongs to the line that a CR ended
};

}  // namespace plumb
