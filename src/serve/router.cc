#include "serve/router.h"

#include <algorithm>
#include <map>

namespace plumb {
namespace {

// Takes the part up to the next slash; of "/a/b" first "a".
std::string_view take_part(std::string_view& path) {
  path.remove_prefix(1);
  const std::size_t end = std::min(path.find('/'), path.size());
  const std::string_view part = path.substr(0, end);
  path.remove_prefix(end);
  return part;
}

bool is_parameter(std::string_view part) {
  return part.size() > 2 && part.starts_with('{') && part.ends_with('}');
}

}  // namespace

struct Router::Node {
  std::map<std::string, std::unique_ptr<Node>, std::less<>> literals;
  std::unique_ptr<Node> parameter;
  std::string name;         // of the parameter that leads here
  bool takes_rest = false;  // that parameter
  std::map<std::string, std::size_t, std::less<>> methods;

  // The values of the parameters on the way; none where the path leads nowhere.
  const Node* find(std::string_view path, std::vector<std::string_view>& values) const {
    if (path.empty()) return methods.empty() ? nullptr : this;
    std::string_view rest = path;
    const std::string_view part = take_part(rest);
    if (const auto literal = literals.find(part); literal != literals.end()) {
      if (const Node* found = literal->second->find(rest, values)) return found;
    }
    if (!parameter || part.empty()) return nullptr;
    if (parameter->takes_rest) {
      values.push_back(path.substr(1));
      return parameter.get();
    }
    values.push_back(part);
    if (const Node* found = parameter->find(rest, values)) return found;
    values.pop_back();
    return nullptr;
  }
};

Router::Router() : root_(std::make_unique<Node>()) {}
Router::Router(Router&&) noexcept = default;
Router& Router::operator=(Router&&) noexcept = default;
Router::~Router() = default;

Result<void> Router::add(const Route& route) {
  const auto refuse = [&](std::string_view why) {
    return fail(ErrorCode::invalid_input,
                "the path " + route.path + " of the API document " + std::string(why));
  };
  if (!route.path.starts_with('/')) return refuse("does not begin with a slash");
  Node* node = root_.get();
  std::vector<std::string> names;
  for (std::string_view rest = route.path; !rest.empty();) {
    const std::string_view part = take_part(rest);
    if (!is_parameter(part)) {
      auto& next = node->literals[std::string(part)];
      if (!next) next = std::make_unique<Node>();
      node = next.get();
      continue;
    }
    const std::string_view name = part.substr(1, part.size() - 2);
    if (!node->parameter) {
      node->parameter = std::make_unique<Node>();
      node->parameter->name = name;
    }
    node = node->parameter.get();
    if (node->name != name) return refuse("calls a parameter otherwise than another path does");
    names.emplace_back(name);
    node->takes_rest = node->takes_rest || (rest.empty() && route.takes_rest);
  }
  if (!node->methods.emplace(route.method, names_.size()).second) return refuse("comes twice");
  names_.push_back(std::move(names));
  return {};
}

std::expected<RouteMatch, NoRoute> Router::find(std::string_view method,
                                                std::string_view path) const {
  std::vector<std::string_view> values;
  const Node* node = path.starts_with('/') ? root_->find(path, values) : nullptr;
  if (node == nullptr) return std::unexpected(NoRoute{});
  auto found = node->methods.find(method);
  if (found == node->methods.end() && method == "HEAD") found = node->methods.find("GET");
  if (found == node->methods.end()) {
    NoRoute none;
    for (const auto& [known, unused] : node->methods) none.methods.push_back(known);
    if (node->methods.contains("GET") && !node->methods.contains("HEAD")) {
      none.methods.push_back("HEAD");
    }
    none.methods.push_back("OPTIONS");
    return std::unexpected(std::move(none));
  }
  RouteMatch match;
  match.route = found->second;
  const std::vector<std::string>& names = names_[match.route];
  for (std::size_t i = 0; i < names.size(); ++i) match.parameters.emplace_back(names[i], values[i]);
  return match;
}

}  // namespace plumb
