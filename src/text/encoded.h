// What an encode() of a tokenizer tells about the ids it appended.
#pragma once

#include <cstddef>

namespace plumb {

struct Encoded {
  std::size_t tokens = 0;  // appended to the output, the special ones included
  bool truncated = false;  // the text had more
};

}  // namespace plumb
