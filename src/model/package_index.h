// Python package indexes (PEP 503 and PEP 691): which one this machine uses, and
// where on it a wheel is.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "model/download.h"

namespace plumb {

// The index's address: PLUMB_PACKAGE_INDEX, PIP_INDEX_URL, UV_DEFAULT_INDEX,
// UV_INDEX_URL, else what pip on this machine is configured to use or has built
// in. Plumb itself names no index. Fails with not_found and what to do.
Result<std::string> find_package_index();

struct WheelLink {
  std::string url;
  std::string sha256;  // as the index states it; empty where it does not
};

// The link to the file `wheel` on a project's page, JSON (PEP 691) or HTML (PEP 503).
// Fails with not_found, or corrupt where the page is no such page.
Result<WheelLink> parse_index_page(std::string_view page, std::string_view content_type,
                                   std::string_view page_url, std::string_view wheel);

// Asks the index for the project's page and finds the wheel on it.
Result<WheelLink> find_wheel(std::string_view index, std::string_view package,
                             std::string_view wheel, const RetryPolicy& retry);

}  // namespace plumb
