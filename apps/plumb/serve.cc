// plumb serve: the REST API, on one database, until it is told to stop.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/interrupt.h"
#include "classifier_options.h"
#include "command.h"
#include "database_options.h"
#include "measure/stereotype_drift.h"
#include "measure/stereotype_scorer.h"
#include "model_options.h"
#include "record/document_json.h"
#include "serve/api.h"
#include "serve/http_server.h"
#include "serve/job_workers.h"
#include "serve/server_log.h"

namespace plumb {
namespace {

struct ServeArguments {
  DatabaseArguments database;
  std::vector<std::string> listen{"127.0.0.1:8000"};
  std::vector<std::string> public_hosts;
  std::string certificate;
  std::string key;
  int workers = 0;
  std::size_t queue = HttpServerOptions{}.most_waiting;
  std::size_t connections = HttpLimits{}.most_connections;
  int grace_seconds = 30;
  bool require_keys = false;
  bool access_log = false;
  bool allow_private_webhooks = false;
  std::string execution_attribute;
  ClassifierChoice classifier;
};

void add_address_options(CLI::App& command, ServeArguments& arguments) {
  command
      .add_option("--listen", arguments.listen,
                  "an IP address and a port, 0 for one that is free; any number of times")
      ->type_name("ADDRESS")
      ->allow_extra_args(false)
      ->default_str(arguments.listen.front());
  command
      .add_option("--public-host", arguments.public_hosts,
                  "a name by which others reach this server, beside localhost; any number of times")
      ->type_name("NAME")
      ->allow_extra_args(false);
  command
      .add_option("--tls-certificate", arguments.certificate,
                  "PEM, with its chain behind it: every address speaks TLS")
      ->type_name("FILE");
  command.add_option("--tls-key", arguments.key, "PEM, the certificate's key, without a password")
      ->type_name("FILE");
}

void add_load_options(CLI::App& command, ServeArguments& arguments) {
  command
      .add_option("--workers", arguments.workers,
                  "threads that answer requests; 0 for two a CPU, 4 to 32")
      ->type_name("N")
      ->transform(whole_number_from(0, 1024))
      ->capture_default_str();
  command
      .add_option("--queue", arguments.queue,
                  "requests that may wait for a worker; others are answered 429")
      ->type_name("N")
      ->transform(whole_number_from(1, 1'000'000))
      ->capture_default_str();
  command
      .add_option("--connections", arguments.connections,
                  "connections at once; beyond it the oldest idle one is closed")
      ->type_name("N")
      ->transform(whole_number_from(1, 1'000'000))
      ->capture_default_str();
  command
      .add_option("--grace", arguments.grace_seconds,
                  "seconds for which a stop waits for requests that have begun")
      ->type_name("SECONDS")
      ->transform(whole_number_from(0, 86'400))
      ->capture_default_str();
}

Result<std::vector<ListenAddress>> listen_addresses(const ServeArguments& arguments) {
  std::vector<ListenAddress> addresses;
  for (const std::string& text : arguments.listen) {
    PLUMB_TRY(ListenAddress address, parse_listen_address(text));
    addresses.push_back(std::move(address));
  }
  return addresses;
}

// Whether only those with a key are let in. Fails where others could reach the server and no key
// is there.
Result<bool> keys_are_required(const ServeArguments& arguments,
                               const std::vector<ListenAddress>& addresses, Store& store) {
  const auto open = std::ranges::find_if_not(addresses, &ListenAddress::is_loopback);
  if (open == addresses.end()) return arguments.require_keys;
  PLUMB_TRY(const bool has_key, store.api_keys().any_valid());
  if (has_key) return true;
  return fail(ErrorCode::invalid_input,
              fmt::format("{} can be reached from other machines, and without an API key everybody "
                          "there would be let in; make one by plumb key create --scope admin, or "
                          "listen on 127.0.0.1",
                          open->text()));
}

// Where keys were made and none opens anything any more, nobody can get in to make another.
Result<void> warn_of_ended_keys(Store& store, CommandContext& context) {
  PLUMB_TRY(const bool has_valid, store.api_keys().any_valid());
  PLUMB_TRY(const bool had_any, store.api_keys().any_made());
  if (has_valid || !had_any) return {};
  context.warn(
      "every API key has expired or was revoked, so nobody is let in; make one by plumb key create "
      "--scope admin, with the same --db");
  return {};
}

HttpServerOptions http_options(const ServeArguments& arguments,
                               std::vector<ListenAddress> addresses, ServerLog& log) {
  HttpServerOptions options;
  options.listen = std::move(addresses);
  options.certificate_file = arguments.certificate;
  options.key_file = arguments.key;
  options.workers = arguments.workers;
  options.most_waiting = arguments.queue;
  options.limits.most_connections = arguments.connections;
  if (arguments.access_log) {
    options.answered = [&log](const AnsweredRequest& request) {
      // Of a head that could not be read, or did not come to its end, nobody knows these.
      const std::string asked =
          request.method.empty() ? "-" : fmt::format("{} {}", request.method, request.path);
      log.say(fmt::format("{} {} \"{}\" {} {} {:.6f}", utc_text(utc_time_now()), request.remote,
                          asked, request.status, request.body_bytes,
                          std::chrono::duration<double>(request.took).count()));
    };
  }
  return options;
}

void announce(const ServeArguments& arguments, const HttpServer& server, const Store& store,
              CommandContext& context) {
  std::vector<std::string> urls;
  for (const ListenAddress& address : server.addresses()) {
    urls.push_back((arguments.certificate.empty() ? "http://" : "https://") + address.text());
  }
  if (context.json) {
    context.print(json_line({{"plumb", "serve/1"}, {"urls", urls}, {"database", store.name()}}) +
                  "\n");
  }
  context.note(fmt::format("serving {} with {}; {}/docs says what it can do, Ctrl-C stops it",
                           fmt::join(urls, " and "), store.name(), urls.front()));
  if (server.most_connections() < arguments.connections) {
    context.warn(
        fmt::format("this process may open files for {} connections only, not {}; raise "
                    "its limit (ulimit -n)",
                    server.most_connections(), arguments.connections));
  }
}

Result<StereotypeScorer> open_scorer(const ServeArguments& arguments,
                                     const CommandContext& context) {
  PLUMB_TRY(ChosenClassifier chosen, load_classifier(arguments.classifier, context, 2));
  StereotypeScorer scorer;
  scorer.about = stereotype_classifier(chosen);
  // std::function wants to be copied, and a Classifier cannot be.
  const auto shared = std::make_shared<Classifier>(std::move(chosen.classifier));
  scorer.score = [shared, score = score_with(*shared)](std::span<const std::string_view> texts) {
    return score(texts);
  };
  return scorer;
}

Result<void> serve(const ServeArguments& arguments, CommandContext& context) {
  PLUMB_TRY(std::vector<ListenAddress> addresses, listen_addresses(arguments));
  PLUMB_TRY(Store store, open_store(arguments.database, {}));
  ApiOptions api_options;
  PLUMB_TRY(api_options.require_keys, keys_are_required(arguments, addresses, store));
  api_options.public_hosts = arguments.public_hosts;

  ServerLog log(STDERR_FILENO);
  api_options.log = [&log](std::string_view sentence) {
    log.say(fmt::format("plumb: {}", sentence));
  };
  ServerMetrics metrics;
  EmbeddingService embeddings([&context]() -> Result<TextEncoder> {
    PLUMB_TRY(Embedder embedder, load_embedder(context));
    return text_encoder(std::move(embedder));
  });
  ClassifierService classifiers([&] { return open_scorer(arguments, context); });
  Services services{store, embeddings, metrics, context.threads};
  services.classifiers = &classifiers;
  services.otlp.intake.genai.execution_attribute = arguments.execution_attribute;
  services.webhooks.allow_private = arguments.allow_private_webhooks;
  PLUMB_TRY(const auto api, Api::make(services, std::move(api_options)));
  PLUMB_TRY(const auto server,
            HttpServer::open(*api, metrics, http_options(arguments, std::move(addresses), log)));
  JobWorkers workers(services, {});
  PLUMB_CHECK_RESULT(workers.start());
  server->start();
  announce(arguments, *server, store, context);
  PLUMB_CHECK_RESULT(warn_of_ended_keys(store, context));

  while (!interrupted()) {
    if (!wait_for(std::chrono::hours(1))) break;
  }
  context.note("stopping: what has begun is finished; a second Ctrl-C ends at once");
  if (!server->stop(std::chrono::seconds(arguments.grace_seconds))) {
    context.warn(fmt::format("some requests were not finished within {} seconds, and got no answer",
                             arguments.grace_seconds));
  }
  workers.stop();
  return {};
}

}  // namespace

void add_serve_command(CLI::App& app, CommandContext& context) {
  auto* command = app.add_subcommand(
      "serve", "Take results and traces over HTTP, keep them, compare and watch them.");
  command->footer(
      "plumb serve                                        http://127.0.0.1:8000, nothing to set "
      "up\n"
      "plumb serve --listen 127.0.0.1:0 --json            on any free port, told as JSON\n"
      "plumb serve --db postgresql://plumb@db/plumb       many servers on one database\n"
      "plumb key create --scope admin                     before others may reach it:\n"
      "plumb serve --listen 0.0.0.0:8443 --public-host drift.example \\\n"
      "  --tls-certificate chain.pem --tls-key key.pem\n");
  auto arguments = std::make_shared<ServeArguments>();
  add_database_options(*command, arguments->database);
  add_address_options(*command, *arguments);
  add_load_options(*command, *arguments);
  command->add_flag("--require-keys", arguments->require_keys,
                    "let nobody in without an API key, from this machine neither");
  command->add_flag("--allow-private-webhooks", arguments->allow_private_webhooks,
                    "let webhooks go to loopback and private addresses too");
  command->add_flag("--access-log", arguments->access_log,
                    "a line an answer on standard error, without queries and headers");
  command
      ->add_option("--execution-attribute", arguments->execution_attribute,
                   "of traces: an attribute whose value names the execution, in place of "
                   "service.name and service.version")
      ->type_name("NAME");
  arguments->classifier.add_name_option(*command);
  add_model_options(*command, context);
  command->callback([arguments, &context] {
    if (!context.accept_no_outputs("serve")) return;
    if (const auto done = serve(*arguments, context); !done) context.fail(done.error());
  });
}

}  // namespace plumb
