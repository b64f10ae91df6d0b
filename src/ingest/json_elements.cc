#include "ingest/json_elements.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "ingest/json_line.h"

namespace plumb {
namespace {

constexpr std::size_t kMaxDepth = 256;
constexpr std::size_t kLongestKey = 64;  // a longer one is none that anybody looks for

bool is_space(char byte) {
  return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n';
}

}  // namespace

bool JsonScanner::open(bool is_array) {
  if (levels_.size() == kMaxDepth) return false;
  levels_.push_back({is_array, path_.size()});
  return true;
}

bool JsonScanner::close(bool is_array) {
  if (levels_.empty() || levels_.back().is_array != is_array) return false;
  path_.resize(levels_.back().path_bytes);
  levels_.pop_back();
  return true;
}

bool JsonScanner::take(char byte) {
  if (in_string_) {
    if (escaped_) {
      escaped_ = false;
    } else if (byte == '\\') {
      escaped_ = true;
    } else if (byte == '"') {
      in_string_ = false;
      return true;
    }
    if (text_.size() <= kLongestKey) text_ += byte;
    return true;
  }
  switch (byte) {
    case '"':
      in_string_ = true;
      text_.clear();
      return true;
    case '{':
    case '[':
      return open(byte == '[');
    case '}':
    case ']':
      return close(byte == ']');
    case ':':
      // Behind a key: it takes the place of the one before it.
      if (!levels_.empty() && !levels_.back().is_array) {
        path_.resize(levels_.back().path_bytes);
        if (!path_.empty()) path_ += '.';
        path_ += text_;
      }
      return true;
    default:
      return true;
  }
}

JsonElements::JsonElements(LineReader reader, std::vector<std::string> paths,
                           std::size_t max_element_bytes)
    : reader_(std::move(reader)), paths_(std::move(paths)), max_element_bytes_(max_element_bytes) {}

Result<std::optional<JsonElement>> JsonElements::next() {
  while (!is_done_) {
    PLUMB_TRY(auto element, take_rest_of_chunk());
    if (element) return element;
    PLUMB_TRY(chunk_, reader_.next_chunk());
    if (!chunk_.empty()) continue;
    if (scanner_.depth() > 0 || scanner_.in_string()) {
      return broken("the document is cut off: something that it opened is not closed");
    }
    is_done_ = true;
    PLUMB_CHECK_RESULT(check_surroundings());
  }
  return std::optional<JsonElement>();
}

Result<std::optional<JsonElement>> JsonElements::take_rest_of_chunk() {
  while (!chunk_.empty()) {
    const char byte = chunk_.front();
    const bool in_array =
        array_depth_ > 0 && scanner_.depth() == array_depth_ && !scanner_.in_string();
    if (in_element_ && in_array && (byte == ',' || byte == ']')) {
      return finish_element();  // which leaves the byte for what lies around it
    }
    chunk_.remove_prefix(1);
    if (byte == '\n') ++line_;
    if (in_array && !in_element_) PLUMB_CHECK_RESULT(take_between(byte));
    if (!scanner_.take(byte)) return broken("a bracket closes nothing, or JSON nests too deep");
    if (in_element_) {
      const bool fits = element_.size() < max_element_bytes_;
      if (fits) element_ += byte;
      is_too_long_ = is_too_long_ || (!fits && !is_space(byte));
    } else if (!keep_surroundings(byte)) {
      return broken(fmt::format("more than {} bytes are no element of {}", kMaxSurroundings,
                                fmt::join(paths_, " or ")));
    } else {
      follow_arrays(byte);
    }
  }
  return std::optional<JsonElement>();
}

Result<void> JsonElements::take_between(char byte) {
  if (is_space(byte)) return {};
  const bool wrong =
      byte == ',' ? behind_ != Behind::element : byte == ']' && behind_ == Behind::comma;
  if (wrong) return broken(fmt::format("not valid JSON: an element is missing before {}", byte));
  if (byte == ',') behind_ = Behind::comma;
  in_element_ = byte != ',' && byte != ']';
  return {};
}

bool JsonElements::keep_surroundings(char byte) {
  const bool between = array_depth_ > 0 && scanner_.depth() == array_depth_;
  if (between) return true;
  if (is_space(byte) && !scanner_.in_string()) {
    // One blank keeps tokens apart.
    if (surroundings_.empty() || surroundings_.back() == ' ') return true;
    byte = ' ';
  }
  surroundings_ += byte;
  return surroundings_.size() <= kMaxSurroundings;
}

// Whether a wanted array begins or ends here.
void JsonElements::follow_arrays(char byte) {
  if (scanner_.in_string()) return;
  if (scanner_.depth() < array_depth_) {
    array_depth_ = 0;
  } else if (byte == '[' && array_depth_ == 0) {
    const std::string& path = scanner_.path();
    const bool is_root = path.empty() && scanner_.depth() > 1;  // an array in the document's own
    if (is_root || std::ranges::find(paths_, path) == paths_.end()) return;
    array_depth_ = scanner_.depth();
    array_path_ = path;
    behind_ = Behind::bracket;
    index_ = 0;
  }
}

Result<std::optional<JsonElement>> JsonElements::finish_element() {
  in_element_ = false;
  std::string path = fmt::format("{}[{}]", array_path_, index_++);
  behind_ = Behind::element;
  if (std::exchange(is_too_long_, false)) {
    element_.clear();
    return fail(ErrorCode::invalid_input,
                fmt::format("{}: {} is longer than {} bytes; raise --max-line-bytes",
                            reader_.name(), path, max_element_bytes_));
  }
  taken_ = std::exchange(element_, {});
  return std::optional(JsonElement{taken_, std::move(path)});
}

Result<void> JsonElements::check_surroundings() {
  JsonLineParser parser(JsonWanted{.paths = {}, .depth = 0});
  const auto parsed = parser.parse_value(surroundings_);
  if (!parsed) return broken(parsed.error().reason);
  return {};
}

std::unexpected<Error> JsonElements::broken(std::string_view reason) {
  is_done_ = true;
  chunk_ = {};
  return fail(ErrorCode::corrupt, fmt::format("{}:{}: {}", reader_.name(), line_, reason));
}

}  // namespace plumb
