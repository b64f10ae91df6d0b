#include "ingest/genai_span.h"

#include <algorithm>
#include <array>
#include <map>

#include "ingest/genai_content.h"
#include "text/utf8.h"

namespace plumb {
namespace {

using Names = std::initializer_list<std::string_view>;

constexpr std::size_t kLongestName = 200;  // of a service, a version
constexpr std::size_t kLongestKey = 100;   // of a label

// Attributes that say something else than what a label could: read above, or numbers and texts
// that differ with every answer.
constexpr std::array kNoLabels = std::to_array<std::string_view>({
    "gen_ai.input.",
    "gen_ai.output.messages",
    "gen_ai.system_instructions",
    "gen_ai.prompt",
    "gen_ai.completion",
    "gen_ai.tool.",
    "gen_ai.usage.",
    "gen_ai.response.id",
    "gen_ai.conversation.id",
    "gen_ai.agent.",
    "gen_ai.operation.name",
    "gen_ai.request.model",
    "gen_ai.response.model",
    "gen_ai.response.time",
    "gen_ai.system",
    "gen_ai.provider.name",
    "gen_ai.memory.",
    "llm.input_messages",
    "llm.output_messages",
    "llm.prompts",
    "llm.completions",
    "llm.token_count.",
    "llm.cost.",
    "llm.usage.",
    "llm.tools",
    "llm.functions",
    "llm.invocation_parameters",
    "llm.model_name",
    "llm.provider",
    "llm.system",
    "llm.request.type",
    "input.",
    "output.",
    "openinference.",
    "session.id",
    "agent.name",
    "tool.",
    "tool_call.",
    "embedding.",
    "retrieval.",
    "reranker.",
    "document.",
    "traceloop.entity.",
    "traceloop.span.kind",
    "metadata",
    "exception.",
    "thread.",
    "code.",
    "plumb.",
    "severity",
});

bool is_label(std::string_view key) {
  return !key.empty() && key.size() <= kLongestKey &&
         std::ranges::none_of(kNoLabels, [&](std::string_view taken) {
           const bool whole = !taken.ends_with('.');
           return key.starts_with(taken) &&
                  (!whole || key.size() == taken.size() || key[taken.size()] == '.');
         });
}

// One span's attributes, and those of its events, by the names that conventions give them.
class SpanReader {
 public:
  SpanReader(const OtlpSpan& span, const OtlpAttributes& resource, const GenAiOptions& options)
      : span_(span), resource_(resource), options_(options) {}

  GenAiSpan read() {
    out_.trace_id = span_.trace_id;
    out_.span_id = span_.span_id;
    out_.parent_span_id = span_.parent_span_id;
    out_.start = span_.start;
    out_.end = std::max(span_.start, span_.end);
    out_.role = role();
    read_execution();
    out_.conversation =
        first({"gen_ai.conversation.id", "session.id", "conversation.id",
               "traceloop.association.properties.session_id", "langfuse.session.id"})
            .value_or(std::string());
    out_.goal = first({"plumb.goal"});
    if (out_.role == SpanRole::other) return std::move(out_);
    if (span_.status == OtlpStatus::error) {
      out_.error = span_.status_message.empty()
                       ? first({"error.type"}).value_or("the span failed without a message")
                       : kept_text(span_.status_message);
    }
    if (out_.role == SpanRole::tool) {
      read_tool();
    } else {
      read_conversation();
    }
    read_labels();
    return std::move(out_);
  }

 private:
  // The first that is there and not blank.
  std::optional<std::string> first(Names names) const {
    for (const std::string_view name : names) {
      const OtlpValue* found = find_attribute(span_.attributes, name);
      const auto word = found != nullptr ? word_of(*found) : std::nullopt;
      if (word && !is_blank(*word)) return word;
    }
    return std::nullopt;
  }
  bool has_prefix(std::string_view prefix) const {
    return std::ranges::any_of(span_.attributes,
                               [&](const OtlpValue& each) { return each.key.starts_with(prefix); });
  }

  static std::optional<SpanRole> role_named(std::string_view word) {
    struct Named {
      std::string_view word;
      SpanRole role;
    };
    constexpr std::array kNamed = std::to_array<Named>({
        {"chat", SpanRole::answer},
        {"text_completion", SpanRole::answer},
        {"completion", SpanRole::answer},
        {"generate_content", SpanRole::answer},
        {"LLM", SpanRole::answer},
        {"invoke_agent", SpanRole::agent},
        {"AGENT", SpanRole::agent},
        {"agent", SpanRole::agent},
        {"execute_tool", SpanRole::tool},
        {"TOOL", SpanRole::tool},
        {"tool", SpanRole::tool},
        {"CHAIN", SpanRole::chain},
        {"invoke_workflow", SpanRole::chain},
        {"workflow", SpanRole::chain},
        {"task", SpanRole::chain},
    });
    const auto found = std::ranges::find(kNamed, word, &Named::word);
    return found == kNamed.end() ? std::nullopt : std::optional(found->role);
  }

  SpanRole role() const {
    for (const std::string_view name : {"openinference.span.kind", "gen_ai.operation.name",
                                        "traceloop.span.kind", "llm.request.type"}) {
      const OtlpValue* found = find_attribute(span_.attributes, name);
      if (found == nullptr || found->kind != OtlpKind::text) continue;
      // A name that is not known (embeddings, a retriever) is no reason to guess.
      return role_named(found->text).value_or(SpanRole::other);
    }
    const bool speaks = has_prefix("gen_ai.output.messages") || has_prefix("gen_ai.completion") ||
                        has_prefix("llm.output_messages");
    return speaks ? SpanRole::answer : SpanRole::other;
  }

  void read_execution() {
    const auto of_resource = [&](std::string_view name) {
      const OtlpValue* found = find_attribute(resource_, name);
      const auto word = found != nullptr ? word_of(*found) : std::nullopt;
      return kept_text(word.value_or(std::string()), kLongestName);
    };
    if (!options_.execution_attribute.empty()) {
      const auto own = first({options_.execution_attribute});
      out_.service =
          own ? kept_text(*own, kLongestName) : of_resource(options_.execution_attribute);
      if (!is_blank(out_.service)) return;
    }
    out_.service = of_resource("service.name");
    if (is_blank(out_.service)) out_.service = "unknown_service";
    out_.version = of_resource("service.version");
  }

  void read_tool() {
    TracedCall call;
    call.id = first({"gen_ai.tool.call.id", "tool_call.id", "tool.id"}).value_or(std::string());
    const auto name = first({"gen_ai.tool.name", "tool.name", "traceloop.entity.name"});
    call.call.name = tool_name_of(name ? std::string_view(*name) : span_.name);
    if (call.call.name.empty()) call.call.name = "unknown";
    const OtlpValue* arguments = find_first(
        span_.attributes, {"gen_ai.tool.call.arguments", "input.value", "traceloop.entity.input"});
    const OtlpValue* result = find_first(
        span_.attributes, {"gen_ai.tool.call.result", "output.value", "traceloop.entity.output"});
    if (arguments != nullptr) call.call.arguments = json_of_text(text_of(*arguments));
    if (result != nullptr) call.call.result = json_of_text(text_of(*result));
    out_.asked.push_back(std::move(call));
  }

  void read_conversation() {
    const SpanContent content = span_content(span_);
    out_.has_messages = content.has_messages;
    read_inputs(content);
    if (content.is_answered) read_outputs(content.outputs);
  }

  void read_inputs(const SpanContent& content) {
    for (const GenAiMessage& message : content.inputs) {
      // A prompt without a role is a text to be completed.
      if (message.is_user() || message.role.empty()) {
        // Results of tools come back as messages of the user in some shapes; these ask nothing.
        if (message.text.empty() && !message.answers.empty()) {
          add_answers(message);
          continue;
        }
        out_.prompt = kept_text(message.text);
        if (!out_.beginning) out_.beginning = out_.prompt;
        out_.earlier.clear();
        out_.answered.clear();
        continue;
      }
      for (const TracedCall& call : message.calls) out_.earlier.push_back(call);
      add_answers(message);
    }
    if (!out_.beginning && !is_blank(content.system)) out_.beginning = kept_text(content.system);
  }

  void add_answers(const GenAiMessage& message) {
    out_.answered.insert(out_.answered.end(), message.answers.begin(), message.answers.end());
  }

  // Of several choices the first that says something.
  void read_outputs(const std::vector<GenAiMessage>& messages) {
    out_.response = std::string();
    for (const GenAiMessage& message : messages) {
      if (out_.response->empty()) out_.response = kept_text(message.text);
      for (const TracedCall& call : message.calls) out_.asked.push_back(call);
    }
  }

  void read_labels() {
    std::map<std::string, std::string, std::less<>> labels;
    const auto add = [&](std::string name, const std::optional<std::string>& value) {
      if (!value || is_blank(*value) || value->size() > options_.longest_label) return;
      if (labels.size() < options_.most_labels) {
        labels.try_emplace(std::move(name), *value);
      } else if (!labels.contains(name)) {
        ++out_.labels_left_out;
      }
    };
    add("model", first({"gen_ai.request.model", "gen_ai.response.model", "llm.model_name"}));
    add("provider", first({"gen_ai.provider.name", "gen_ai.system", "llm.provider", "llm.system"}));
    add("agent", first({"gen_ai.agent.name", "agent.name", "gen_ai.agent.id"}));
    for (const OtlpValue& attribute : span_.attributes) {
      if (is_label(attribute.key)) add(kept_text(attribute.key), word_of(attribute));
    }
    out_.labels.assign(labels.begin(), labels.end());
    if (const auto word = first({"plumb.severity", "severity"})) out_.severity = severity_of(*word);
  }

  const OtlpSpan& span_;
  const OtlpAttributes& resource_;
  const GenAiOptions& options_;
  GenAiSpan out_;
};

}  // namespace

GenAiSpan genai_span(const OtlpSpan& span, const OtlpAttributes& resource,
                     const GenAiOptions& options) {
  return SpanReader(span, resource, options).read();
}

}  // namespace plumb
