#include "ingest/import_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <utility>

#include "ingest/conversation_turns.h"
#include "ingest/execution_fields.h"
#include "ingest/import_record.h"
#include "ingest/import_records.h"
#include "ingest/otlp_trace.h"
#include "ingest/trace_turns.h"
#include "text/utf8.h"

namespace plumb {
namespace {

constexpr const char* kNoReason = "an error without a reason";

bool is_of_spans(ImportFormat format) {
  return format == ImportFormat::otlp || format == ImportFormat::langfuse ||
         format == ImportFormat::langsmith;
}

ImportedConversation conversation_of(ImportFormat format, const ImportRecord& record) {
  switch (format) {
    case ImportFormat::openai:
      return read_openai(record);
    case ImportFormat::promptfoo:
      return read_promptfoo(record);
    case ImportFormat::deepeval:
      return read_deepeval(record);
    case ImportFormat::inspect:
      return read_inspect(record);
    case ImportFormat::otlp:
    case ImportFormat::langfuse:
    case ImportFormat::langsmith:
      break;  // of spans
  }
  std::unreachable();
}

std::unexpected<Error> bad(const RawRecord& raw, const JsonProblem& problem) {
  const std::string place =
      raw.is_line ? fmt::format("{}:{}", raw.place, problem.column) : raw.place;
  return fail(ErrorCode::invalid_input, fmt::format("{}: {}", place, problem.reason));
}

}  // namespace

struct ImportReader::State {
  State(ImportRecords given, ImportFormat chosen, std::string name)
      : records(std::move(given)),
        format(chosen),
        source(std::move(name)),
        json(layout_of(chosen).wanted) {}

  ImportRecords records;
  ImportFormat format;
  std::string source;
  JsonLineParser json;

  // Turns that were read and not handed out yet.
  std::deque<Response> results;
  std::deque<SessionStep> steps;
  Response result;
  SessionStep step;
  std::string place;
  std::map<std::string, std::int64_t, std::less<>> next_steps;  // of sessions of several records
  std::uint64_t failed = 0;
  std::string first_failed;
  std::uint64_t labels_left_out = 0;
  std::uint64_t repeated = 0;
  std::string first_repeated;

  struct Trace {
    std::vector<GenAiSpan> spans;
    std::map<std::string, std::size_t, std::less<>> places;  // in `spans`, by id
  };
  std::map<std::string, Trace, std::less<>> traces;
  std::size_t spans = 0;
  bool is_told = false;  // the traces were made turns of

  Result<bool> read_record();
  Result<bool> read_spans();
  Result<void> take(const RawRecord& raw);
  void take_conversation(RecordedConversation conversation, const RawRecord& raw);
  Result<void> take_request(const RawRecord& raw);
  Result<void> add_span(GenAiSpan span);
  void take_again(GenAiSpan& before, GenAiSpan span);
  void tell_traces();
  void note_failure(std::string sentence);
};

void ImportReader::State::note_failure(std::string sentence) {
  if (failed++ == 0) first_failed = std::move(sentence);
}

// One more record; false at the end.
Result<bool> ImportReader::State::read_record() {
  PLUMB_TRY(const auto raw, records.next());
  if (!raw) return false;
  place = raw->place;
  PLUMB_CHECK_RESULT(take(*raw));
  return true;
}

Result<void> ImportReader::State::take(const RawRecord& raw) {
  if (format == ImportFormat::otlp) return take_request(raw);
  if (const auto parsed = json.parse(raw.bytes); !parsed) return bad(raw, parsed.error());
  const ImportRecord record(json);
  if (is_of_spans(format)) {
    auto span = format == ImportFormat::langfuse ? read_langfuse(record) : read_langsmith(record);
    if (!span) return bad(raw, span.error());
    return add_span(*std::move(span));
  }
  auto conversation = conversation_of(format, record);
  if (!conversation) return bad(raw, conversation.error());
  take_conversation(*std::move(conversation), raw);
  return {};
}

void ImportReader::State::take_conversation(RecordedConversation conversation,
                                            const RawRecord& raw) {
  if (conversation.error && is_blank(*conversation.error)) conversation.error = kNoReason;
  if (conversation.id.empty()) conversation.id = fmt::format("{}:{}", source, raw.number);
  labels_left_out += conversation.labels.left_out();
  if (auto found = result_of(conversation)) {
    found->line = raw.number;
    results.push_back(*std::move(found));
  } else {
    note_failure(fmt::format("{}: {}", raw.place, shown(conversation.error.value_or("no answer"))));
  }
  for (SessionStep& each : steps_of(conversation)) {
    if (!conversation.session.empty()) each.step = next_steps[each.session]++;
    each.line = raw.number;
    steps.push_back(std::move(each));
  }
}

// A line and protobuf are a whole request; an element is a resource with its spans.
Result<void> ImportReader::State::take_request(const RawRecord& raw) {
  std::string request;
  if (!raw.is_line && !raw.is_protobuf) {
    request = fmt::format("{{\"resourceSpans\":[{}]}}", raw.bytes);
  }
  auto read = raw.is_protobuf ? read_otlp_protobuf(raw.bytes)
                              : read_otlp_json(raw.is_line ? raw.bytes : std::string_view(request));
  if (!read) {
    return fail(read.error().code, fmt::format("{}: {}", raw.place, read.error().message));
  }
  for (const OtlpSpan& span : read->spans) {
    PLUMB_CHECK_RESULT(add_span(genai_span(span, read->resources[span.resource])));
  }
  if (read->rejected > 0) {
    return fail(ErrorCode::invalid_input, fmt::format("{}: {}", raw.place, read->first_rejected));
  }
  return {};
}

Result<void> ImportReader::State::add_span(GenAiSpan span) {
  Trace& trace = traces[span.trace_id];
  if (const auto known = trace.places.find(span.span_id); known != trace.places.end()) {
    take_again(trace.spans[known->second], std::move(span));
    return {};
  }
  if (++spans > kMostSpans || trace.spans.size() == kMostSpansOfTrace) {
    return fail(
        ErrorCode::unsupported,
        fmt::format("{} holds more than {} spans, or more than {} in the trace {}; cut it "
                    "into files of whole traces",
                    records.lines().name(), kMostSpans, kMostSpansOfTrace, shown(span.trace_id)));
  }
  labels_left_out += span.labels_left_out;
  trace.places.emplace(span.span_id, trace.spans.size());
  trace.spans.push_back(std::move(span));
  return {};
}

// Langfuse and LangSmith update what they created; a span of OTLP is whole when it is sent, and
// the service keeps the first too.
void ImportReader::State::take_again(GenAiSpan& before, GenAiSpan span) {
  if (span == before) return;
  const bool later_counts = format != ImportFormat::otlp;
  if (repeated++ == 0) {
    first_repeated = fmt::format("{}: {} came before with another content; the {} record counts",
                                 place, shown(span.span_id), later_counts ? "later" : "first");
  }
  if (!later_counts) return;
  labels_left_out -= before.labels_left_out;
  labels_left_out += span.labels_left_out;
  before = std::move(span);
}

// All traces at once, in the order of time: steps of a session may be in several.
void ImportReader::State::tell_traces() {
  std::vector<Turn> turns;
  for (auto& [id, trace] : traces) {
    for (Turn& turn : turns_of_trace(trace.spans)) turns.push_back(std::move(turn));
    trace = {};
  }
  traces.clear();
  std::ranges::stable_sort(turns, {}, [](const Turn& turn) { return turn.step->step; });
  for (Turn& turn : turns) {
    turn.step->step = next_steps[turn.step->session]++;
    if (turn.result) {
      results.push_back(*std::move(turn.result));
      results.back().line = results.size();
    } else {
      note_failure(fmt::format("{}: session {}: {}", records.lines().name(), turn.step->session,
                               shown(turn.step->error.value_or("no answer"))));
    }
    if (turn.step->error && is_blank(*turn.step->error)) turn.step->error = kNoReason;
    steps.push_back(*std::move(turn.step));
    steps.back().line = steps.size();
  }
}

Result<bool> ImportReader::State::read_spans() {
  if (is_told) return false;
  while (true) {
    PLUMB_TRY(const bool more, read_record());
    if (!more) break;
  }
  is_told = true;
  place = records.lines().name();
  tell_traces();
  return true;
}

Result<ImportReader> ImportReader::open(LineReader lines, ImportFormat format, std::string source,
                                        std::size_t max_record_bytes) {
  PLUMB_TRY(auto records, ImportRecords::open(std::move(lines), format, max_record_bytes));
  return ImportReader(std::make_unique<State>(std::move(records), format, std::move(source)));
}

ImportReader::ImportReader(std::unique_ptr<State> state) : state_(std::move(state)) {}
ImportReader::ImportReader(ImportReader&&) noexcept = default;
ImportReader& ImportReader::operator=(ImportReader&&) noexcept = default;
ImportReader::~ImportReader() = default;

Result<const Response*> ImportReader::next_result() {
  State& state = *state_;
  while (state.results.empty()) {
    state.steps.clear();
    PLUMB_TRY(const bool more,
              is_of_spans(state.format) ? state.read_spans() : state.read_record());
    if (!more) return nullptr;
  }
  state.result = std::move(state.results.front());
  state.results.pop_front();
  return &state.result;
}

Result<const SessionStep*> ImportReader::next_step() {
  State& state = *state_;
  while (state.steps.empty()) {
    state.results.clear();
    PLUMB_TRY(const bool more,
              is_of_spans(state.format) ? state.read_spans() : state.read_record());
    if (!more) return nullptr;
  }
  state.step = std::move(state.steps.front());
  state.steps.pop_front();
  return &state.step;
}

const std::string& ImportReader::place() const {
  return state_->place;
}
std::uint64_t ImportReader::failed() const {
  return state_->failed;
}
const std::string& ImportReader::first_failed() const {
  return state_->first_failed;
}
std::uint64_t ImportReader::labels_left_out() const {
  return state_->labels_left_out;
}
std::uint64_t ImportReader::repeated() const {
  return state_->repeated;
}
const std::string& ImportReader::first_repeated() const {
  return state_->first_repeated;
}
const LineReader& ImportReader::lines() const {
  return state_->records.lines();
}

}  // namespace plumb
