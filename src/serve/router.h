// Which operation a method and a path mean, by the paths of the API document.
//
// A literal part of a path beats a parameter: /executions/newest before /executions/{id}, also
// where the literal leads nowhere further on.
#pragma once

#include <cstddef>
#include <expected>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace plumb {

struct Route {
  std::string method;  // in upper case
  std::string path;    // "/api/v1/executions/{execution_id}"
  // The last parameter takes whatever is left of the path, slashes too.
  bool takes_rest = false;
};

struct RouteMatch {
  std::size_t route = 0;                                        // by the order of add()
  std::vector<std::pair<std::string, std::string>> parameters;  // as they came
};

// The path is known, the method is not; or neither.
struct NoRoute {
  std::vector<std::string> methods;  // that the path has; empty: there is no such path
};

class Router {
 public:
  Router();
  Router(Router&&) noexcept;
  Router& operator=(Router&&) noexcept;
  ~Router();

  // Fails with invalid_input: a path that does not begin with "/", the same method and path twice,
  // two names for one parameter of a path.
  Result<void> add(const Route& route);

  // HEAD is answered by GET where the path has no other.
  std::expected<RouteMatch, NoRoute> find(std::string_view method, std::string_view path) const;

 private:
  struct Node;
  std::unique_ptr<Node> root_;
  std::vector<std::vector<std::string>> names_;  // of each route's parameters
};

}  // namespace plumb
