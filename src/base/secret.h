// A key or token. It goes out by reveal() alone, so that a search finds every place that
// sees it: nothing prints it, and it compares with nothing.
#pragma once

#include <concepts>
#include <string>
#include <string_view>

namespace plumb {

class Secret {
 public:
  Secret() = default;
  // Implicit: going in is no danger.
  template <std::convertible_to<std::string_view> Text>
  Secret(const Text& text) : text_(std::string_view(text)) {}

  bool empty() const { return text_.empty(); }
  std::string_view reveal() const { return text_; }

  // The text with every copy of the secret in it masked: for what others say.
  std::string hidden_in(std::string text) const {
    constexpr std::string_view kMask = "[key]";
    if (empty()) return text;
    for (std::size_t at = 0; (at = text.find(text_, at)) != std::string::npos; at += kMask.size()) {
      text.replace(at, text_.size(), kMask);
    }
    return text;
  }

 private:
  std::string text_;
};

}  // namespace plumb
