#include "record/session_json.h"

#include "record/document_json.h"

namespace plumb {

void append_json_line(std::string& out, const SessionStep& step) {
  nlohmann::ordered_json line = {{"session", step.session}, {"step", step.step}};
  const auto put = [&](const char* name, const auto& value) {
    if (value) line[name] = *value;
  };
  line["prompt"] = step.prompt;
  if (step.error) {
    line["error"] = *step.error;
  } else {
    line["response"] = step.response;
  }
  put("goal", step.goal);
  put("agent", step.agent);
  put("ids", step.ids);
  put("intent_goal", step.intent_goal);
  put("policy", step.policy);
  for (const auto& [name, value] : step.policy_thresholds) line["policy_thresholds"][name] = value;
  put("conflict_would_trigger", step.conflict_would_trigger);
  out += json_line(line);
  out += '\n';
}

}  // namespace plumb
