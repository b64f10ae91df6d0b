// The API document as one page to read: HTML with a style sheet inside, no script, nothing from
// another host.
#pragma once

#include <string>

#include "record/document_json.h"

namespace plumb {

struct DocsPage {
  std::string html;
  std::string style_hash;  // "sha256-...": what a content security policy allows
};

DocsPage docs_page(const nlohmann::ordered_json& openapi);

}  // namespace plumb
