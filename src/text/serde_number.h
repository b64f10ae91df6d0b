// JSON numbers as Rust's serde_json reads them: the digits as an integer, rounded to a
// double, then scaled by a power of ten and rounded again. That is not always the
// nearest double. Hugging Face `tokenizers` reads the scores of a unigram model that
// way, and where two segmentations score the same, the last bit decides.
#pragma once

#include <optional>
#include <string_view>

namespace plumb {

// `token` is a number of valid JSON, white space behind it allowed. Empty when it is
// something else, or too large for a double.
std::optional<double> parse_serde_number(std::string_view token);

}  // namespace plumb
