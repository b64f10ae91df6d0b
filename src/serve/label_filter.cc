#include "serve/label_filter.h"

#include <vector>

namespace plumb {

std::pair<std::string, std::string> label_in(std::string_view text) {
  std::string name;
  std::size_t at = 0;
  for (; at < text.size() && text[at] != ':'; ++at) {
    const bool is_escape =
        text[at] == '\\' && at + 1 < text.size() && (text[at + 1] == ':' || text[at + 1] == '\\');
    if (is_escape) ++at;
    name += text[at];
  }
  return {std::move(name), std::string(at < text.size() ? text.substr(at + 1) : "")};
}

Labels asked_labels(const Call& call) {
  Labels labels;
  for (const std::string& text :
       call.parameter<std::vector<std::string>>("label").value_or(std::vector<std::string>())) {
    labels.push_back(label_in(text));
  }
  return labels;
}

}  // namespace plumb
