// Samples of inspect_ai's logs. docs/formats/inspect.md has the table.
#include <fmt/format.h>

#include <map>
#include <utility>

#include "ingest/conversation_turns.h"
#include "ingest/genai_content.h"
#include "ingest/import_record.h"
#include "text/utf8.h"

namespace plumb {
namespace {

// What a sample's texts may unfold to: one attachment may be referred to any number of times.
constexpr std::size_t kMostResolvedBytes = 256 << 20;

// Long texts may stand aside, known by their hash.
class Attachments {
 public:
  explicit Attachments(const ImportRecord& record) {
    const JsonNode* attachments = record.find("attachments");
    if (attachments == nullptr || !attachments->is(JsonKind::object)) return;
    record.json().for_each_child(*attachments, [&](const JsonNode& each) {
      if (!each.is(JsonKind::null)) texts_.insert_or_assign(each.key, each.text);
      return true;
    });
  }

  // None where the text is no reference, or one to nothing. Old logs say tc://.
  std::optional<std::string_view> find(std::string_view text) {
    const bool is_reference = text.starts_with("attachment://") || text.starts_with("tc://");
    if (!is_reference) return std::nullopt;
    const auto found = texts_.find(text.substr(text.find("//") + 2));
    if (found == texts_.end()) return std::nullopt;
    resolved_bytes_ += found->second.size();
    if (is_too_much()) return std::nullopt;
    return found->second;
  }

  bool is_too_much() const { return resolved_bytes_ > kMostResolvedBytes; }

 private:
  std::map<std::string_view, std::string_view> texts_;
  std::size_t resolved_bytes_ = 0;
};

void read_scores(const ImportRecord& record, ImportedLabels& labels) {
  const JsonNode* scores = record.find("scores");
  if (scores == nullptr) return;
  record.json().for_each_child(*scores, [&](const JsonNode& score) {
    record.json().for_each_child(score, [&](const JsonNode& member) {
      if (member.key == "value") labels.add(fmt::format("score.{}", score.key), word_of(member));
      return true;
    });
    return true;
  });
}

// Messages and prompt, and what is returned, the completion: none where there is none.
std::expected<std::optional<std::string>, JsonProblem> read_texts(const ImportRecord& record,
                                                                  RecordedConversation& result) {
  Attachments attachments(record);
  const auto resolve = [&](std::string_view text) { return attachments.find(text); };
  result.messages = messages_of_json(record.raw("messages"), resolve);
  result.has_trace = !result.messages.empty();
  const JsonNode* input = record.find("input");
  if (result.messages.empty() && input != nullptr) {
    result.messages = messages_of_json(input->raw, resolve);
    if (input->is(JsonKind::string))
      result.prompt = kept_text(resolve(input->text).value_or(input->text));
  }
  auto completion = record.text("output.completion");
  if (completion) completion = kept_text(resolve(*completion).value_or(*completion));
  if (!attachments.is_too_much()) return completion;
  return std::unexpected(JsonProblem{
      1, fmt::format("the attachments that the messages refer to add up to more than {} MiB; leave "
                     "the sample out",
                     kMostResolvedBytes >> 20)});
}

}  // namespace

ImportedConversation read_inspect(const ImportRecord& record) {
  RecordedConversation result;
  const auto id = record.word({"id"});
  const auto epoch = record.word({"epoch"});
  if (!id || !epoch) {
    return std::unexpected(JsonProblem{1, "there is no \"id\" or no \"epoch\"; a sample has both"});
  }
  result.id = fmt::format("{}_epoch_{}", *id, *epoch);
  auto completion = read_texts(record, result);
  if (!completion) return std::unexpected(std::move(completion.error()));
  result.labels.add("model", record.word({"output.model"}));
  result.labels.add("epoch", epoch);
  result.labels.add("limit", record.word({"limit.type"}));
  read_scores(record, result.labels);
  record.add_labels("metadata", "metadata.", result.labels);
  if (const auto level = record.word({"metadata.severity"})) result.severity = severity_of(*level);

  result.error = record.word({"error.message", "output.error"});
  if (result.error) return result;
  const auto turns = turns_of(result.messages);
  const bool is_answered = !turns.empty() && turns.back().response;
  if (*completion && (!(*completion)->empty() || !is_answered)) {
    result.response = std::move(*completion);
  } else if (!is_answered) {
    return std::unexpected(JsonProblem{1, "there is no \"output\" and no answer in \"messages\""});
  }
  return result;
}

}  // namespace plumb
