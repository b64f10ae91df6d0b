// The dashboard: its page at "/", and what the page loads below "/assets/".
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "serve/operation_json.h"
#include "serve/web_files.h"

namespace plumb {

// Without files the page says that the dashboard was not built in. The page is asked for anew with
// every visit and answered by 304 where it is the same; what it loads is named after its content,
// and kept for ever. `files` must outlive the operations.
std::vector<Operation> web_operations(std::span<const WebFile> files);

// One file, in the form that the request takes, or 304 where it is known. `caching` is the value of
// Cache-Control.
ServedResult<Answer> web_file_answer(const WebFile& file, const ServedRequest& request,
                                     std::string_view caching);

}  // namespace plumb
