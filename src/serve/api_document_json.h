// The API document: fragments of OpenAPI 3.1 put together, and what a request is held against.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "record/access.h"
#include "record/document_json.h"
#include "serve/schema_check_json.h"

namespace plumb {

struct ApiFragment {
  std::string_view name;  // "executions.json"
  std::string_view text;
};
// Those of src/serve/api, and the schemas of formats (docs/formats) that are uploaded, inside of
// the binary. A format NAME-1.schema.json is the component NameDocument, its definitions are
// Name_PART.
std::span<const ApiFragment> api_fragments();

struct ParameterRule {
  std::string name;
  bool is_in_path = false;
  bool is_required = false;
  nlohmann::json schema;
};

struct MediaRule {
  std::string type;  // "application/json"
  nlohmann::json schema;
  bool is_raw = false;
  std::optional<std::size_t> most_bytes{};
};

// One operation of the document.
struct OperationRule {
  std::string id;
  std::string method;  // in upper case
  std::string path;
  std::optional<Scope> scope;  // none: open to anyone
  bool takes_any_host = false;
  bool takes_rest = false;
  std::vector<ParameterRule> parameters;
  std::vector<MediaRule> media;  // of the request's body; none: it has no body
  bool needs_body = false;
};

class ApiDocument {
 public:
  // Fails with invalid_input or unsupported, naming fragment and place: not JSON, one thing twice,
  // an operation without an id, a schema that SchemaCheck does not know.
  static Result<std::unique_ptr<const ApiDocument>> merge(std::span<const ApiFragment> fragments);

  // What GET /openapi.json gives.
  const nlohmann::ordered_json& openapi() const { return openapi_; }
  const std::vector<OperationRule>& operations() const { return operations_; }
  const SchemaCheck& schemas() const { return schemas_; }

 private:
  ApiDocument() : schemas_(plain_) {}

  Result<void> add(const ApiFragment& fragment);
  void add_what_all_share();
  Result<void> read_operations();
  Result<OperationRule> read_operation(const std::string& path, const std::string& method,
                                       const nlohmann::json& operation) const;
  Result<void> read_parameters(const nlohmann::json& list, OperationRule& rule) const;
  Result<void> read_body(const nlohmann::json& body, OperationRule& rule) const;
  Result<void> know_schemas() const;

  nlohmann::ordered_json openapi_ = nlohmann::ordered_json::object();
  nlohmann::json plain_;  // the same, for looking up
  std::vector<OperationRule> operations_;
  SchemaCheck schemas_;
};

}  // namespace plumb
