// The quick look at a body of results, the one body that comes by the megabyte.
#pragma once

#include <string_view>

namespace plumb {

// Whether the body surely is as the document describes the body of result.add. It is read by
// simdjson in one pass, and no document is made of it; false also where it would take more to
// know (calls with arguments, ids that are numbers, escapes of surrogates), and then the check by
// the document decides, with its sentences.
bool surely_fits_new_results(std::string_view body);

}  // namespace plumb
