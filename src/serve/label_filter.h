// Labels by which a list or a view is cut down, as the parameter "label" writes them: NAME:VALUE.
//
// The first colon ends the name. In a name `\:` is a colon and `\\` a backslash, so that every name
// can be asked for; a backslash before anything else is itself. The value is taken as it is, and
// may be empty. A text without such a colon asks for nothing, and the API document refuses it.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "record/execution.h"
#include "serve/operation_json.h"

namespace plumb {

std::pair<std::string, std::string> label_in(std::string_view text);

// All of the call's, in the order in which they came.
Labels asked_labels(const Call& call);

}  // namespace plumb
