#include "record/inference_json.h"

#include "record/document_json.h"

namespace plumb {
namespace {

using Json = nlohmann::ordered_json;

Json classifier_json(const NliClassifierOrigin& origin) {
  return {{"source", "classifier"},
          {"model", origin.model},
          {"weights_sha256", origin.weights_sha256},
          {"architecture", origin.architecture},
          {"instruction_set", origin.instruction_set},
          {"max_tokens", origin.max_tokens}};
}

Json judge_json(const NliJudgeOrigin& origin) {
  Json details = Json::object();
  for (const auto& [name, value] : origin.details) details[name] = value;
  return {
      {"source", "judge"},
      {"model", origin.model},
      {"weights_sha256", origin.weights_sha256},
      {"backend", origin.backend},
      {"server", origin.server},
      {"instruction_set", origin.instruction_set},
      {"context_tokens", origin.context_tokens},
      {"reply_tokens", origin.reply_tokens},
      {"seed", origin.seed},
      {"prompt",
       {{"id", origin.prompt_id}, {"sha256", origin.prompt_sha256}, {"text", origin.prompt_text}}},
      {"details", std::move(details)}};
}

}  // namespace

Json to_json(const Inference& inference) {
  Json out = {{"label", inference.label ? Json(name_of(*inference.label)) : Json(nullptr)}};
  if (const auto& of = inference.probabilities) {
    out["probabilities"] = {{"entailment", json_number(of->entailment)},
                            {"neutral", json_number(of->neutral)},
                            {"contradiction", json_number(of->contradiction)}};
    out["truncated"] = inference.truncated;
  }
  if (inference.reply) out["reply"] = *inference.reply;
  if (!inference.problem.empty()) out["problem"] = inference.problem;
  return out;
}

Json to_json(const NliOrigin& origin) {
  if (const auto* classifier = std::get_if<NliClassifierOrigin>(&origin)) {
    return classifier_json(*classifier);
  }
  return judge_json(std::get<NliJudgeOrigin>(origin));
}

}  // namespace plumb
