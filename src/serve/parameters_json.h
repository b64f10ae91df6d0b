// The parameters and the body of a request, as the document describes them.
#pragma once

#include "serve/api_document_json.h"
#include "serve/http_message.h"
#include "serve/problem_json.h"
#include "serve/router.h"

namespace plumb {

// By name, of their types, defaults filled in. Fails with 422 and every one that is wrong; one that
// the operation does not know is wrong too.
ServedResult<nlohmann::json> read_parameters(const OperationRule& rule, const RouteMatch& match,
                                             const ServedRequest& request,
                                             const SchemaCheck& schemas);

// Which of the operation's media types the request's body has; none where it has no body and needs
// none. Fails with 415. Looks at headers alone, so it may be asked before the body is there.
ServedResult<const MediaRule*> media_of(const OperationRule& rule, const ServedRequest& request);

// The body of a request of this type; null where there is none, or where it is not JSON. Fails with
// 400 or 422.
ServedResult<nlohmann::json> read_body(const OperationRule& rule, const MediaRule* media,
                                       const ServedRequest& request, const SchemaCheck& schemas);

}  // namespace plumb
