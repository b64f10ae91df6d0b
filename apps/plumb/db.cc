// plumb db: copies of a server's database, and whether it is sound.
#include <fmt/format.h>

#include <CLI/App.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "command.h"
#include "database_options.h"
#include "record/document_json.h"
#include "store/store.h"

namespace plumb {
namespace {

// As it is: neither made where it is missing nor brought to a newer schema.
Result<Store> open_as_it_is(const DatabaseArguments& arguments) {
  StoreOptions options;
  options.create = false;
  options.migrate = false;
  return open_store(arguments, options);
}

std::string check_text(const StoreCheck& check) {
  std::string text = fmt::format(
      "{}: schema {}, {} projects, {} executions, {} results, {} "
      "vectors\n",
      check.database, check.schema, check.projects, check.executions, check.results,
      check.embeddings);
  for (const std::string& problem : check.problems) text += fmt::format("  {}\n", problem);
  return text + (check.is_sound() ? "sound\n" : "NOT SOUND: restore a backup\n");
}

std::string check_json(const StoreCheck& check) {
  nlohmann::ordered_json document = {
      {"plumb", "db-check/1"},      {"database", check.database},
      {"sound", check.is_sound()},  {"problems", check.problems},
      {"schema", check.schema},     {"newest_schema", check.newest_schema},
      {"projects", check.projects}, {"executions", check.executions},
      {"results", check.results},   {"embeddings", check.embeddings},
  };
  return json_line(document) + "\n";
}

Result<void> check(const DatabaseArguments& arguments, CommandContext& context) {
  PLUMB_TRY(Store store, open_as_it_is(arguments));
  PLUMB_TRY(const StoreCheck found, store.check());
  context.print(context.json ? check_json(found) : check_text(found));
  if (found.schema != found.newest_schema && found.is_sound()) {
    context.warn(
        fmt::format("the schema is {}, not {}, so only the database itself was looked "
                    "at; plumb serve brings it forward",
                    found.schema, found.newest_schema));
  }
  if (!found.is_sound()) context.exit_code = exit_code_of(ErrorCode::corrupt);
  return {};
}

Result<void> back_up(const DatabaseArguments& arguments, CommandContext& context) {
  if (context.outputs.size() != 1) {
    return fail(ErrorCode::invalid_input, "a backup is written to one file; give it as -o FILE.db");
  }
  const std::string& file = context.outputs.front();
  PLUMB_TRY(Store store, open_as_it_is(arguments));
  PLUMB_CHECK_RESULT(store.back_up(file));
  if (context.json) {
    context.print(
        json_line({{"plumb", "db-backup/1"}, {"database", store.name()}, {"file", file}}) + "\n");
  } else {
    context.note(fmt::format("{} holds a copy of {}; plumb serve --db sqlite:{} opens it", file,
                             store.name(), file));
  }
  return {};
}

}  // namespace

void add_db_command(CLI::App& app, CommandContext& context) {
  auto* db = app.add_subcommand("db", "Copy a server's database, or look whether it is sound.");
  db->require_subcommand(1);
  db->footer(
      "plumb db backup -o plumb-backup.db                      while the server runs\n"
      "plumb db check --db sqlite:plumb-backup.db              exit code 2 where it is not sound\n"
      "plumb db backup --db postgresql://me@host/plumb -o b.db   one SQLite file, too\n");

  auto arguments = std::make_shared<DatabaseArguments>();
  auto* backup = db->add_subcommand(
      "backup", "Copy the database as of one moment into one SQLite file, given by -o.");
  add_database_options(*backup, *arguments);
  backup->callback([arguments, &context] {
    if (const auto done = back_up(*arguments, context); !done) context.fail(done.error());
  });

  auto* look = db->add_subcommand("check", "Read everything and tell what is not as it should be.");
  add_database_options(*look, *arguments);
  look->callback([arguments, &context] {
    if (!context.accept_no_outputs("db check")) return;
    if (const auto done = check(*arguments, context); !done) context.fail(done.error());
  });
}

}  // namespace plumb
