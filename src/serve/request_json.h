// JSON out of a request's body: foreign bytes.
//
// Stricter than a parser has to be, because whatever passes is kept: no key twice, no NUL in a
// text, no number that a double cannot hold. A whole number past 64 bits is the nearest double
// here, and refused wherever the document asks for an integer.
#pragma once

#include <string_view>

#include "serve/problem_json.h"

namespace plumb {

// Fails with 400 and a sentence with line and column, both from 1, the column in characters.
ServedResult<nlohmann::json> read_json_body(std::string_view text);

}  // namespace plumb
