#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/sha256.h"
#include "serve/docs_page_json.h"

namespace plumb {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kStyle = R"css(
:root { color-scheme: light dark; --line: #8884; --soft: #8881; --accent: #2563eb; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 60rem; padding: 1rem 1.5rem 4rem; }
h1 { margin-bottom: 0; } h2 { border-bottom: 1px solid var(--line); margin-top: 3rem; }
nav ul { columns: 18rem; padding-left: 1rem; } nav a { text-decoration: none; }
section.operation { border: 1px solid var(--line); border-radius: 8px; margin: 1rem 0; padding: .5rem 1rem 1rem; }
section.operation h3 { font: 600 1rem/1.5 ui-monospace, monospace; margin: .5rem 0; overflow-wrap: anywhere; }
.method { background: var(--accent); border-radius: 4px; color: #fff; padding: .1rem .5rem; }
.scope { color: GrayText; font-size: .85rem; }
table { border-collapse: collapse; width: 100%; } td, th { border-top: 1px solid var(--line); padding: .3rem .5rem; text-align: left; vertical-align: top; }
code, pre { font: .9em ui-monospace, monospace; } pre { background: var(--soft); border-radius: 6px; overflow: auto; padding: .75rem; }
)css";

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

// Of a description: what stands between backquotes is code.
std::string prose(std::string_view text) {
  std::string out;
  bool is_code = false;
  for (const char c : text) {
    if (c == '`') {
      out += is_code ? "</code>" : "<code>";
      is_code = !is_code;
    } else {
      out += escaped(std::string_view(&c, 1));
    }
  }
  return is_code ? out + "</code>" : out;
}

std::string base64(std::span<const unsigned char> bytes) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k) group = (group << 8) | (k < count ? bytes[i + k] : 0U);
    for (std::size_t k = 0; k < 4; ++k) {
      out += k <= count ? kDigits[(group >> (18 - 6 * k)) & 63] : '=';
    }
  }
  return out;
}

std::string hash_of(std::string_view style) {
  const std::string hex = sha256_hex(std::as_bytes(std::span(style)));
  std::vector<unsigned char> bytes;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
    bytes.push_back(static_cast<unsigned char>(std::stoi(hex.substr(i, 2), nullptr, 16)));
  }
  return "sha256-" + base64(bytes);
}

// One page; it looks names up in the document.
class PageWriter {
 public:
  explicit PageWriter(const Json& document) : document_(document) {}

  std::string html() {
    const Json& info = document_.at("info");
    add("<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
        "content=\"width=device-width\"><title>{} API</title><style>",
        escaped(info.value("title", "")));
    html_ += kStyle;
    add("</style></head><body><h1>{} API</h1><p>{}</p><p>{}</p>"
        "<p>The same for programs: <a href=\"/openapi.json\">openapi.json</a> (OpenAPI {}).</p>",
        escaped(info.value("title", "")), prose(info.value("summary", "")),
        prose(info.value("description", "")), escaped(document_.value("openapi", "")));
    for_each_tag([&](const std::string& name, const std::string&) { add_contents(name); });
    for_each_tag([&](const std::string& name, const std::string& about) { add_tag(name, about); });
    add_schemas();
    html_ += "</body></html>\n";
    return std::move(html_);
  }

 private:
  template <class... Values>
  void add(fmt::format_string<Values...> format, Values&&... values) {
    html_ += fmt::format(format, std::forward<Values>(values)...);
  }

  template <class Function>
  void for_each_tag(Function function) const {
    for (const Json& tag : document_.at("tags")) {
      function(tag.value("name", ""), tag.value("description", ""));
    }
  }
  template <class Function>
  void for_each_operation(const std::string& tag, Function function) const {
    for (const auto& [path, methods] : document_.at("paths").items()) {
      for (const auto& [method, operation] : methods.items()) {
        const Json tags = operation.value("tags", Json::array());
        if (!tags.empty() && tags.front() == tag) function(path, method, operation);
      }
    }
  }

  void add_contents(const std::string& tag) {
    add("<nav><strong>{}</strong><ul>", escaped(tag));
    for_each_operation(tag, [&](const std::string&, const std::string&, const Json& operation) {
      const std::string id = escaped(operation.value("operationId", ""));
      add("<li><a href=\"#{}\">{}</a></li>", id, prose(operation.value("summary", "")));
    });
    html_ += "</ul></nav>";
  }

  void add_tag(const std::string& name, const std::string& about) {
    add("<h2>{}</h2><p>{}</p>", escaped(name), prose(about));
    for_each_operation(
        name, [&](const std::string& path, const std::string& method, const Json& operation) {
          add_operation(path, method, operation);
        });
  }

  void add_operation(const std::string& path, const std::string& method, const Json& operation) {
    std::string upper = method;
    for (char& c : upper) c = static_cast<char>(c - 'a' + 'A');
    add("<section class=\"operation\" id=\"{}\"><h3><span class=\"method\">{}</span> {}</h3>",
        escaped(operation.value("operationId", "")), upper, escaped(path));
    add("<p><strong>{}.</strong> {}</p>", prose(operation.value("summary", "")),
        prose(operation.value("description", "")));
    const std::string scope = operation.value("x-plumb-scope", "");
    add("<p class=\"scope\">{} {}</p>", escaped(operation.value("operationId", "")),
        scope.empty() ? std::string("open to anyone") : "needs the scope " + escaped(scope));
    add_parameters(operation);
    if (operation.contains("requestBody")) add_body(operation.at("requestBody"));
    add_responses(operation);
    html_ += "</section>";
  }

  const Json& resolved(const Json& value) const {
    if (!value.is_object() || !value.contains("$ref")) return value;
    return document_.at(Json::json_pointer(value.at("$ref").get<std::string>().substr(1)));
  }

  void add_parameters(const Json& operation) {
    const Json parameters = operation.value("parameters", Json::array());
    if (parameters.empty()) return;
    html_ += "<table><tr><th>parameter</th><th>in</th><th>is</th><th></th></tr>";
    for (const Json& unresolved : parameters) {
      const Json& parameter = resolved(unresolved);
      add("<tr><td><code>{}</code>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
          escaped(parameter.value("name", "")),
          parameter.value("required", false) ? " (required)" : "",
          escaped(parameter.value("in", "")), kind_of(parameter.value("schema", Json::object())),
          prose(parameter.value("description", "")));
    }
    html_ += "</table>";
  }

  void add_body(const Json& body) {
    for (const auto& [type, media] : body.at("content").items()) {
      add("<p>Body, <code>{}</code>: {}</p>", escaped(type),
          kind_of(media.value("schema", Json::object())));
      if (media.contains("example")) add_example(media.at("example"));
    }
  }

  void add_example(const Json& example) {
    add("<pre>{}</pre>",
        escaped(example.is_string() ? example.get<std::string>() : example.dump(2)));
  }

  void add_responses(const Json& operation) {
    html_ += "<table><tr><th>answer</th><th></th><th></th></tr>";
    std::string problems;
    for (const auto& [status, unresolved] : operation.at("responses").items()) {
      if (unresolved.contains("$ref")) {
        problems += (problems.empty() ? "" : ", ") + status;
        continue;
      }
      std::string kinds;
      const Json content = unresolved.value("content", Json::object());
      for (const auto& [type, media] : content.items()) {
        kinds += fmt::format("<code>{}</code> {} ", escaped(type),
                             kind_of(media.value("schema", Json::object())));
      }
      add("<tr><td>{}</td><td>{}</td><td>{}</td></tr>", escaped(status),
          prose(unresolved.value("description", "")), kinds);
    }
    add("<tr><td>{}</td><td>A <a href=\"#schema-Problem\">problem document</a>.</td><td></td></tr>"
        "</table>",
        problems);
  }

  void add_schemas() {
    html_ += "<h2>schemas</h2>";
    for (const auto& [name, schema] : document_.at("components").at("schemas").items()) {
      add("<section class=\"operation\" id=\"schema-{}\"><h3>{}</h3><p>{}</p>", escaped(name),
          escaped(name), prose(schema.value("description", "")));
      if (schema.contains("properties")) {
        add_members(schema);
      } else {
        add("<p>{}</p>", kind_of(schema));
      }
      for (const Json& example : schema.value("examples", Json::array())) add_example(example);
      html_ += "</section>";
    }
  }

  void add_members(const Json& schema) {
    const Json required = schema.value("required", Json::array());
    html_ += "<table>";
    for (const auto& [name, member] : schema.at("properties").items()) {
      const bool is_required = std::find(required.begin(), required.end(), name) != required.end();
      add("<tr><td><code>{}</code>{}</td><td>{}</td><td>{}</td></tr>", escaped(name),
          is_required ? " (always)" : "", kind_of(member),
          member.is_object() ? prose(member.value("description", "")) : "");
    }
    html_ += "</table>";
  }

  // A few words about what a schema asks for.
  static std::string kind_of(const Json& schema) {
    if (!schema.is_object()) return "anything";
    if (schema.contains("$ref")) {
      const auto target = schema.at("$ref").get<std::string>();
      const std::string name = escaped(target.substr(target.rfind('/') + 1));
      return fmt::format("<a href=\"#schema-{}\">{}</a>", name, name);
    }
    if (schema.contains("const")) return escaped(schema.at("const").dump());
    if (schema.contains("enum")) return list_of(schema.at("enum"), ", ");
    for (const char* word : {"anyOf", "oneOf", "allOf"}) {
      if (!schema.contains(word)) continue;
      std::string all;
      for (const Json& each : schema.at(word)) {
        all += (all.empty() ? "" : std::string_view(word) == "allOf" ? " and " : " or ");
        all += kind_of(each);
      }
      return all;
    }
    std::string kind = "anything";
    if (schema.contains("type")) {
      const Json& type = schema.at("type");
      kind = type.is_array() ? list_of(type, " or ") : escaped(type.get<std::string>());
    }
    if (schema.contains("items")) kind += " of " + kind_of(schema.at("items"));
    return kind + bounds_of(schema);
  }

  static std::string bounds_of(const Json& schema) {
    std::string bounds;
    for (const char* word : {"minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems",
                             "pattern", "format", "default"}) {
      if (!schema.contains(word)) continue;
      const Json& value = schema.at(word);
      bounds += fmt::format(", {} <code>{}</code>", word,
                            escaped(value.is_string() ? value.get<std::string>() : value.dump()));
    }
    return bounds;
  }

  static std::string list_of(const Json& words, std::string_view between) {
    std::string all;
    for (const Json& word : words) {
      if (!all.empty()) all += between;
      all += escaped(word.is_string() ? word.get<std::string>() : word.dump());
    }
    return all;
  }

  const Json& document_;
  std::string html_;
};

}  // namespace

DocsPage docs_page(const Json& openapi) {
  return {PageWriter(openapi).html(), hash_of(kStyle)};
}

}  // namespace plumb
