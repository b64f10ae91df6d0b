// A profile as a person reads it, and as a document.
#pragma once

#include <string>

#include "measure/profile_file.h"

namespace plumb {

// A few lines: results, severities, lengths, tools, vectors, sample, and of a
// baseline where it came from.
std::string profile_text(const ProfileDocument& document, const std::string& source);

// One JSON object; `kind` is its "plumb" member: "profile/1", "baseline/1".
std::string profile_json(const ProfileDocument& document, const std::string& source,
                         const std::string& kind);

}  // namespace plumb
