// plumb key: the keys that open a server.
#include <fmt/format.h>

#include <CLI/App.hpp>
#include <charconv>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "command.h"
#include "database_options.h"
#include "record/document_json.h"
#include "serve/date_time.h"
#include "serve/stored_json.h"

namespace plumb {
namespace {

struct KeyArguments {
  DatabaseArguments database;
  std::string project;
  std::string scope = "read";
  std::string expires;
  std::string name;
  KeyLimits limits;
  std::string prefix;
};

// "30d", "12h" or "2w" from now; else a date, whose first moment is meant, or a time.
Result<UtcTime> parse_expiry(const std::string& text) {
  long count = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), count);
  const std::string_view unit(read.ptr, text.data() + text.size());
  constexpr long kMost = 100'000;
  if (read.ec == std::errc() && count > 0 && count <= kMost) {
    const UtcTime now = utc_time_now();
    if (unit == "h") return now + std::chrono::hours(count);
    if (unit == "d") return now + std::chrono::days(count);
    if (unit == "w") return now + std::chrono::weeks(count);
  }
  if (const auto time = parse_date_time(text)) return *time;
  if (const auto date = parse_date_time(text + "T00:00:00Z")) return *date;
  return fail(ErrorCode::invalid_input,
              fmt::format("--expires {} is neither 30d (h, d, w) nor a date such as 2027-01-31 nor "
                          "a time such as 2027-01-31T12:00:00Z",
                          text));
}

Scope scope_called(const std::string& name) {
  for (const Scope scope : kScopes) {
    if (name_of(scope) == name) return scope;
  }
  return Scope::read;  // CLI11 let none other pass
}

Result<void> add_audit_line(Store& store, ProjectId project, std::string action,
                            const ApiKey& key) {
  AuditLine line;
  line.actor = "plumb key";
  line.action = std::move(action);
  line.subject = fmt::format("keys/{}", number_of(key.id));
  PLUMB_CHECK_RESULT(store.audit_log().add(project, line));
  return {};
}

Result<void> create(const KeyArguments& arguments, CommandContext& context) {
  NewApiKey wanted;
  wanted.name = arguments.name;
  wanted.scope = scope_called(arguments.scope);
  wanted.limits = arguments.limits;
  if (!arguments.expires.empty()) {
    PLUMB_TRY(wanted.expires, parse_expiry(arguments.expires));
  }
  PLUMB_TRY(Store store, open_store(arguments.database, {}));
  const std::string project_name = arguments.project.empty() ? "default" : arguments.project;
  PLUMB_TRY(const Project project, store.projects().ensure(project_name));
  PLUMB_TRY(const auto made, store.atomically([&]() -> Result<CreatedApiKey> {
    PLUMB_TRY(auto key, store.api_keys().create(project.id, wanted));
    PLUMB_CHECK_RESULT(add_audit_line(store, project.id, "key.create", key.key));
    return key;
  }));
  if (context.json) {
    nlohmann::ordered_json document = {{"plumb", "key/1"}, {"project", project.name}};
    document.update(to_json(made.key, utc_time_now()));
    document["token"] = made.token.reveal();
    context.print(json_line(document) + "\n");
    return {};
  }
  // The token alone, so that it can be piped.
  context.print(fmt::format("{}\n", made.token.reveal()));
  context.note(
      fmt::format("key {} of the project {} may {}{}; it is shown this once, so keep it "
                  "where secrets are kept",
                  made.key.prefix, project.name, name_of(made.key.scope),
                  made.key.expires ? " until " + utc_text(*made.key.expires) : ""));
  return {};
}

struct ListedKey {
  Project project;
  ApiKey key;
};

// Of one project, or of all.
Result<std::vector<ListedKey>> list_keys(Store& store, const std::string& project_name) {
  constexpr std::size_t kMost = kMostInPage;
  std::vector<Project> projects;
  if (project_name.empty()) {
    PageRequest request{.limit = kMost, .ascending = true};
    do {
      PLUMB_TRY(const auto page, store.projects().list(request));
      projects.insert(projects.end(), page.items.begin(), page.items.end());
      request.cursor = page.next.value_or("");
    } while (!request.cursor.empty());
  } else {
    PLUMB_TRY(projects.emplace_back(), store.projects().find(project_name));
  }
  std::vector<ListedKey> keys;
  for (const Project& project : projects) {
    PageRequest request{.limit = kMost, .ascending = true};
    do {
      PLUMB_TRY(const auto page, store.api_keys().list(project.id, request));
      for (const ApiKey& key : page.items) keys.push_back({project, key});
      request.cursor = page.next.value_or("");
    } while (!request.cursor.empty());
  }
  return keys;
}

std::string state_of(const ApiKey& key) {
  if (key.revoked) return "revoked " + utc_text(*key.revoked);
  if (!key.expires) return "valid";
  return (key.is_valid_at(utc_time_now()) ? "valid until " : "expired ") + utc_text(*key.expires);
}

// "50/s, 1048576 bytes"; a dash where they are the server's.
std::string limits_of(const ApiKey& key) {
  const auto& [rate, body_limit] = key.limits;
  std::string text = rate ? fmt::format("{}/s", *rate) : "";
  if (body_limit) text += fmt::format("{}{} bytes", rate ? ", " : "", *body_limit);
  return text.empty() ? "-" : text;
}

Result<void> list(const KeyArguments& arguments, CommandContext& context) {
  PLUMB_TRY(Store store, open_store(arguments.database, {.create = false}));
  PLUMB_TRY(const auto keys, list_keys(store, arguments.project));
  if (context.json) {
    nlohmann::ordered_json document = {{"plumb", "keys/1"},
                                       {"keys", nlohmann::ordered_json::array()}};
    for (const ListedKey& each : keys) {
      nlohmann::ordered_json key = {{"project", each.project.name}};
      key.update(to_json(each.key, utc_time_now()));
      document["keys"].push_back(std::move(key));
    }
    context.print(json_line(document) + "\n");
    return {};
  }
  constexpr std::string_view kLine = "{:<14}{:<16}{:<7}{:<24}{:<28}{}\n";
  std::string text = fmt::format(kLine, "KEY", "PROJECT", "SCOPE", "NAME", "LIMITS", "STATE");
  for (const ListedKey& each : keys) {
    text += fmt::format(kLine, each.key.prefix, each.project.name, name_of(each.key.scope),
                        each.key.name, limits_of(each.key), state_of(each.key));
  }
  context.print(text);
  return {};
}

Result<void> revoke(const KeyArguments& arguments, CommandContext& context) {
  constexpr std::string_view kBrand = "plumb_";
  std::string_view prefix = arguments.prefix;
  if (prefix.starts_with(kBrand)) prefix.remove_prefix(kBrand.size());
  prefix = prefix.substr(0, prefix.find('_'));
  PLUMB_TRY(Store store, open_store(arguments.database, {.create = false}));
  PLUMB_TRY(const auto keys, list_keys(store, arguments.project));
  for (const ListedKey& each : keys) {
    if (each.key.prefix != prefix) continue;
    const auto revoked = store.atomically([&]() -> Result<void> {
      PLUMB_CHECK_RESULT(store.api_keys().revoke(each.project.id, each.key.id));
      return add_audit_line(store, each.project.id, "key.revoke", each.key);
    });
    PLUMB_CHECK_RESULT(revoked);
    if (context.json) {
      context.print(json_line({{"plumb", "key-revoked/1"}, {"prefix", each.key.prefix}}) + "\n");
    } else {
      context.note(
          fmt::format("key {} of the project {} is revoked; servers take no notice of it "
                      "from now on, within two seconds",
                      each.key.prefix, each.project.name));
    }
    return {};
  }
  return fail(ErrorCode::not_found,
              fmt::format("there is no key {}; plumb key list shows them", prefix));
}

template <class Run>
void add_subcommand(CLI::App& key, const char* name, const char* description,
                    const std::shared_ptr<KeyArguments>& arguments, CommandContext& context,
                    Run run) {
  auto* command = key.add_subcommand(name, description);
  add_database_options(*command, arguments->database);
  const bool makes_one = std::string_view(name) == "create";
  command
      ->add_option("--project", arguments->project,
                   makes_one ? "whose key it is; else default" : "only the keys of this project")
      ->type_name("NAME");
  command->callback([arguments, run, &context] {
    if (!context.accept_no_outputs("key")) return;
    if (const auto done = run(*arguments, context); !done) context.fail(done.error());
  });
}

}  // namespace

void add_key_command(CLI::App& app, CommandContext& context) {
  auto* key = app.add_subcommand("key", "Make, list and revoke the API keys of a server.");
  key->require_subcommand(1);
  key->footer(
      "plumb key create --scope write --name ci --expires 90d > key   prints the key, once\n"
      "plumb key list\n"
      "plumb key revoke 3f9c0a1b2c3d\n");
  auto arguments = std::make_shared<KeyArguments>();
  add_subcommand(*key, "create", "Make a key and print it; it is kept nowhere.", arguments, context,
                 create);
  auto* make = key->get_subcommand("create");
  make->add_option("--scope", arguments->scope, "what it may do; each includes those before it")
      ->type_name("SCOPE")
      ->check(CLI::IsMember({"read", "write", "admin"}))
      ->capture_default_str();
  make->add_option("--expires", arguments->expires, "30d (h, d, w), or a date; else never")
      ->type_name("WHEN");
  make->add_option("--name", arguments->name, "how people call it")->type_name("NAME");
  make->add_option("--rate", arguments->limits.rate,
                   "requests a second, and twice as many at once; else the server's 1,000")
      ->type_name("N")
      ->check(CLI::Range(kLeastKeyRate, kMostKeyRate));
  make->add_option("--body-limit", arguments->limits.body_limit,
                   "bytes of a request's body, a stream's too; else what the server takes")
      ->type_name("BYTES")
      ->transform(whole_number_from(kLeastKeyBody, kMostKeyBody));
  add_subcommand(*key, "list", "List keys by their prefixes.", arguments, context, list);
  add_subcommand(*key, "revoke", "Revoke a key: it opens nothing any more.", arguments, context,
                 revoke);
  key->get_subcommand("revoke")
      ->add_option("PREFIX", arguments->prefix, "the key's first part, as plumb key list shows it")
      ->required();
}

}  // namespace plumb
