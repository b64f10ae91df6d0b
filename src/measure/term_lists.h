// The term lists that travel inside the binary, and those of a user.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "text/term_list.h"

namespace plumb {

// The words that make a sentence an action in counselling, as published.
inline constexpr std::string_view kDefaultTermList = "clinical";

// clinical, coding, support, wide.
std::vector<std::string> term_list_names();

// A list of that name, else the file at that path. Fails with not_found, listing the
// names, and as TermList::parse does.
Result<TermList> load_term_list(const std::string& name_or_path);

// The file behind a name, as it was when Plumb was built; empty where there is none.
std::string_view embedded_term_list(std::string_view name);

}  // namespace plumb
