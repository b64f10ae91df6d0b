#include "nli_options.h"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <memory>
#include <utility>

#include "chat/embedded_backend.h"
#include "chat_options.h"
#include "experiment/nli_judge.h"
#include "model/locate.h"
#include "model_options.h"
#include "progress.h"

namespace plumb {
namespace {

constexpr std::string_view kJudge = "judge";

InferenceProgress bar_of(const CommandContext& context) {
  auto bar = std::make_shared<Progress>("nli", !context.quiet, "pairs");
  return [bar = std::move(bar)](std::size_t done, std::size_t total) {
    bar->update(done, static_cast<double>(done) / static_cast<double>(total));
    if (done == total) bar->clear();
  };
}

Result<std::string> judge_model(const NliChoice& choice) {
  if (!choice.judge_model.empty()) return choice.judge_model;
  if (choice.judge.backend == "embedded") return std::string(kDefaultChatModel);
  return fail(ErrorCode::invalid_input,
              "--judge-backend openai needs --judge-model: the name that the server has for its "
              "model");
}

Result<Nli> open_judge(const NliChoice& choice, const CommandContext& context) {
  PLUMB_TRY(const std::string model, judge_model(choice));
  PLUMB_TRY(auto opened, open_chat_backend(choice.judge, model, context));
  const std::shared_ptr<ChatBackend> backend = std::move(opened);
  const NliJudgeOptions options{
      .reply_tokens = choice.reply_tokens, .seed = context.seed, .progress = bar_of(context)};
  return Nli{infer_with(backend, options), origin_of(*backend, options)};
}

Result<Nli> open_classifier(const NliChoice& choice, const CommandContext& context) {
  ClassifierOptions options;
  options.threads = context.threads;
  PLUMB_TRY(options.instruction_set, wanted_instruction_set(context));
  PLUMB_TRY(const ModelFolder folder, locate_model(choice.name));
  PLUMB_TRY(auto loaded, Classifier::load(folder, options));
  auto classifier = std::make_shared<Classifier>(std::move(loaded));
  NliOrigin origin = origin_of(*classifier);
  PLUMB_TRY(auto infer, infer_with(std::move(classifier), bar_of(context)));
  return Nli{std::move(infer), std::move(origin)};
}

}  // namespace

void NliChoice::add_options(CLI::App& command, const std::string& what) {
  command.add_option("--nli", name, what)->type_name("NAME|DIR|judge");
  const std::size_t before = command.get_options().size();
  command
      .add_option("--judge-model", judge_model,
                  "the judge's chat model: a name, a GGUF file or the server's name for it")
      ->type_name("NAME|FILE");
  add_chat_options(command, judge);
  command
      .add_option("--judge-max-tokens", reply_tokens,
                  "new tokens a reply of the judge at most; one that is longer is no verdict")
      ->type_name("N")
      ->transform(whole_number_from(1, 1U << 20))
      ->capture_default_str();
  const auto options = command.get_options();
  judge_options.assign(options.begin() + static_cast<std::ptrdiff_t>(before), options.end());
}

Result<std::optional<Nli>> open_nli(const NliChoice& choice, const CommandContext& context) {
  if (choice.name != kJudge) {
    for (const CLI::Option* option : choice.judge_options) {
      if (option->count() == 0) continue;
      return fail(ErrorCode::invalid_input,
                  fmt::format("{} is for a chat model as judge; give --nli judge with it, or leave "
                              "it out",
                              option->get_name()));
    }
  }
  if (choice.name.empty()) return std::nullopt;
  PLUMB_TRY(Nli nli,
            choice.name == kJudge ? open_judge(choice, context) : open_classifier(choice, context));
  return std::optional(std::move(nli));
}

}  // namespace plumb
