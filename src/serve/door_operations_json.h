// What the server tells about itself: its document, health and numbers.
#pragma once

#include <string>
#include <vector>

#include "serve/api_document_json.h"
#include "serve/operation_json.h"

namespace plumb {

// Made once, when the server starts.
struct DoorPages {
  std::string openapi;      // JSON
  std::string docs;         // HTML
  std::string docs_policy;  // the page's content security policy
};
DoorPages door_pages(const ApiDocument& document);

// `pages` must outlive them.
std::vector<Operation> door_operations(const DoorPages& pages);

}  // namespace plumb
