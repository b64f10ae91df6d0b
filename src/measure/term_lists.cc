#include "measure/term_lists.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/file.h"
#include "measure/term_lists_data.h"

namespace plumb {

std::vector<std::string> term_list_names() {
  std::vector<std::string> names;
  for (const EmbeddedTermList& list : embedded_term_lists()) names.emplace_back(list.name);
  return names;
}

std::string_view embedded_term_list(std::string_view name) {
  for (const EmbeddedTermList& list : embedded_term_lists()) {
    if (list.name == name) return list.file;
  }
  return {};
}

Result<TermList> load_term_list(const std::string& name_or_path) {
  if (const std::string_view file = embedded_term_list(name_or_path); !file.empty()) {
    return TermList::parse(file, name_or_path);
  }
  auto file = read_file(name_or_path, TermList::kMaxBytes);
  if (file) return TermList::parse(*file, name_or_path);
  if (file.error().code == ErrorCode::not_found) {
    file.error().message =
        fmt::format("there is no term list \"{}\" and no file of that name; the lists are {}",
                    name_or_path, fmt::join(term_list_names(), ", "));
  }
  return std::unexpected(std::move(file.error()));
}

}  // namespace plumb
