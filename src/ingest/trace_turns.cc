#include "ingest/trace_turns.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "base/hash.h"
#include "text/utf8.h"

namespace plumb {
namespace {

using Told = std::set<std::string, std::less<>>;
using Spans = std::vector<const GenAiSpan*>;

constexpr std::size_t kLongestSessionName = 400;

bool starts_before(const GenAiSpan* a, const GenAiSpan* b) {
  return std::tie(a->start, a->end, a->span_id) < std::tie(b->start, b->end, b->span_id);
}

bool is_empty(const std::optional<std::string>& text) {
  return !text || text->empty();
}

bool asks_for_tools(const GenAiSpan& span) {
  return !span.asked.empty();  // a text beside it announces the calls; the answer comes later
}

struct TimedCall {
  std::uint64_t time = 0;
  std::size_t place = 0;  // among those of one time
  ToolCall call;
};

// One trace: who lies below whom, and which turns that makes.
class TraceReader {
 public:
  TraceReader(std::span<const GenAiSpan> spans, const Told& told) : told_(told) {
    for (const GenAiSpan& span : spans) {
      by_id_.emplace(span.span_id, &span);
      ordered_.push_back(&span);
    }
    std::ranges::sort(ordered_, starts_before);
    for (const GenAiSpan* span : ordered_) {
      find_owners(*span);
      if (conversation_.empty()) conversation_ = span->conversation;
      if (!goal_) goal_ = span->goal;
    }
  }

  std::vector<Turn> read() {
    bool speaks = false;
    for (const GenAiSpan* span : ordered_) {
      if (span->role == SpanRole::agent && owner(*span) == nullptr) add_agent(*span);
      speaks = speaks || span->role == SpanRole::agent || span->role == SpanRole::answer;
    }
    add_answers();
    if (!speaks) add_chain();
    return std::move(turns_);
  }

 private:
  // The outermost agent above each span. Each is looked at once: owners are known from the top
  // down. Parents that go in a circle, which no program makes, have none.
  void find_owners(const GenAiSpan& span) {
    Spans path;
    std::set<const GenAiSpan*> seen;
    const GenAiSpan* at = &span;
    while (at != nullptr && !owners_.contains(at) && seen.insert(at).second) {
      path.push_back(at);
      const auto parent = by_id_.find(at->parent_span_id);
      at = parent == by_id_.end() ? nullptr : parent->second;
    }
    const bool is_circle = at != nullptr && !owners_.contains(at);
    const GenAiSpan* above = is_circle ? nullptr : at;
    for (auto each = path.rbegin(); each != path.rend(); ++each) {
      const GenAiSpan* owner = above == nullptr ? nullptr : owners_.at(above);
      if (owner == nullptr && above != nullptr && above->role == SpanRole::agent) owner = above;
      owners_.emplace(*each, owner);
      above = *each;
    }
  }
  const GenAiSpan* owner(const GenAiSpan& span) const { return owners_.at(&span); }
  bool is_told(const GenAiSpan& span) const { return told_.contains(span.span_id); }

  Spans below(const GenAiSpan& agent) const {
    Spans found;
    for (const GenAiSpan* span : ordered_) {
      if (owner(*span) == &agent) found.push_back(span);
    }
    return found;
  }

  void add_agent(const GenAiSpan& agent) {
    Spans parts = below(agent);
    // Told by an answer that came in before its agent did: it is not told again.
    if (is_told(agent) || std::ranges::any_of(parts, [&](const GenAiSpan* part) {
          return part->role == SpanRole::answer && is_told(*part);
        })) {
      return;
    }
    Spans answers;
    for (const GenAiSpan* part : parts) {
      if (part->role == SpanRole::answer) answers.push_back(part);
    }
    const GenAiSpan* answering = &agent;
    if (is_empty(agent.response)) {
      for (const GenAiSpan* answer : answers) {
        const bool is_later = answering == &agent || answer->end >= answering->end;
        if (!is_empty(answer->response) && is_later) answering = answer;
      }
    }
    const GenAiSpan* asking = agent.prompt || answers.empty() ? &agent : answers.front();
    parts.insert(parts.begin(), &agent);
    add_turn(agent, *asking, *answering, answers.empty() ? Spans{&agent} : answers, parts);
  }

  // Whether `later` was given the results of what `span` asked for.
  static bool continues(const GenAiSpan& span, const GenAiSpan& later) {
    const bool has_ids =
        std::ranges::any_of(span.asked, [](const TracedCall& call) { return !call.id.empty(); });
    if (!has_ids) return !later.answered.empty();
    return std::ranges::any_of(span.asked, [&](const TracedCall& call) {
      return !call.id.empty() &&
             (std::ranges::find(later.answered, call.id) != later.answered.end() ||
              std::ranges::find(later.earlier, call.id, &TracedCall::id) != later.earlier.end());
    });
  }

  // Answers outside of agents, chained where one goes on with what another asked for.
  void add_answers() {
    Spans free;
    for (const GenAiSpan* span : ordered_) {
      if (span->role == SpanRole::answer && owner(*span) == nullptr) free.push_back(span);
    }
    std::set<const GenAiSpan*> taken;
    for (std::size_t i = 0; i < free.size(); ++i) {
      if (!taken.insert(free[i]).second) continue;
      Spans chain = {free[i]};
      for (std::size_t k = i + 1; k < free.size() && asks_for_tools(*chain.back()); ++k) {
        if (taken.contains(free[k]) || !continues(*chain.back(), *free[k])) continue;
        taken.insert(free[k]);
        chain.push_back(free[k]);
      }
      // What was told while the rest was on its way stays as it is.
      std::erase_if(chain, [&](const GenAiSpan* span) { return is_told(*span); });
      if (chain.empty()) continue;
      Spans parts = chain;
      for (const GenAiSpan* span : ordered_) {
        if (span->role != SpanRole::tool || owner(*span) != nullptr) continue;
        if (is_tool_of(*span, chain) && taken.insert(span).second) parts.push_back(span);
      }
      add_turn(*chain.front(), *chain.front(), *chain.back(), chain, parts);
    }
  }

  // By the id of its call, or else by its time.
  static bool is_tool_of(const GenAiSpan& tool, const Spans& chain) {
    const std::string& id = tool.asked.front().id;
    bool chain_has_ids = false;
    for (const GenAiSpan* answer : chain) {
      for (const TracedCall& call : answer->asked) {
        if (!id.empty() && call.id == id) return true;
        chain_has_ids = chain_has_ids || !call.id.empty();
      }
    }
    if (!id.empty() && chain_has_ids) return false;
    return tool.start >= chain.front()->start && tool.start <= chain.back()->end;
  }

  void add_chain() {
    for (const GenAiSpan* span : ordered_) {
      if (span->role != SpanRole::chain || !span->response || is_told(*span)) continue;
      Spans parts;
      for (const GenAiSpan* part : ordered_) {
        if (part != span) parts.push_back(part);
      }
      parts.insert(parts.begin(), span);
      return add_turn(*span, *span, *span, {}, parts);
    }
  }

  // `first`: whose start and id the turn has.
  void add_turn(const GenAiSpan& first, const GenAiSpan& asking, const GenAiSpan& answering,
                const Spans& answers, const Spans& parts) {
    if (!answering.response && !answering.error && !first.error) return;  // nothing was recorded
    Turn turn;
    turn.service = first.service;
    turn.version = first.version;
    for (const GenAiSpan* part : parts) turn.spans.push_back(part->span_id);
    if (answering.response) {
      turn.result = result_of(first, asking, answering);
      turn.result->tools = tools_of(answers, parts);
    }
    turn.step = step_of(first, asking, answering, answers);
    turns_.push_back(std::move(turn));
  }

  Response result_of(const GenAiSpan& first, const GenAiSpan& asking,
                     const GenAiSpan& answering) const {
    Response result;
    result.id = fmt::format("{}-{}", answering.trace_id, first.span_id);
    result.prompt = asking.prompt;
    result.response = *answering.response;
    result.severity = first.severity ? first.severity : answering.severity;
    std::map<std::string, std::string> labels(answering.labels.begin(), answering.labels.end());
    for (const auto& [name, value] : first.labels) labels[name] = value;
    result.labels.assign(labels.begin(), labels.end());
    return result;
  }

  SessionStep step_of(const GenAiSpan& first, const GenAiSpan& asking, const GenAiSpan& answering,
                      const Spans& answers) const {
    SessionStep step;
    const std::string& own = first.conversation.empty() ? conversation_ : first.conversation;
    step.session = session_name(own.empty() ? first.trace_id : own);
    step.step = step_number(first.start, first.span_id);
    step.prompt = asking.prompt.value_or(std::string());
    if (answering.response) {
      step.response = *answering.response;
    } else {
      step.error = answering.error ? answering.error : first.error;
    }
    step.goal = goal_ ? goal_ : asking.beginning;
    // A model is given the whole conversation, where an agent's own span may name its last line.
    if (!goal_ && !answers.empty() && answers.front()->beginning) {
      step.goal = answers.front()->beginning;
    }
    return step;
  }

  // Calls in the order of their time. Spans of tools are what was called; calls that messages
  // alone tell of (tools that run at the model's own host) come in where ids say that they are
  // others.
  static std::optional<std::vector<ToolCall>> tools_of(const Spans& answers, const Spans& parts) {
    std::vector<TimedCall> calls;
    bool all_have_ids = true;
    std::set<std::string> known;
    for (const GenAiSpan* part : parts) {
      if (part->role != SpanRole::tool) continue;
      calls.push_back({part->start, calls.size(), part->asked.front().call});
      all_have_ids = all_have_ids && !part->asked.front().id.empty();
      known.insert(part->asked.front().id);
    }
    const bool has_spans = !calls.empty();
    bool has_messages = false;
    const auto add = [&](std::uint64_t time, const std::vector<TracedCall>& told) {
      for (const TracedCall& call : told) {
        if (!call.id.empty() && !known.insert(call.id).second) continue;
        if (has_spans && (call.id.empty() || !all_have_ids)) continue;
        calls.push_back({time, calls.size(), call.call});
      }
    };
    for (const GenAiSpan* answer : answers) {
      has_messages = has_messages || (answer->has_messages && answer->role == SpanRole::answer);
      // What came before the first answer that is there; of later ones it is known already, and
      // without ids it cannot be told apart.
      const bool is_first = answer == answers.front();
      if (is_first) add(answer->start, answer->earlier);
      add(answer->end, answer->asked);
    }
    if (calls.empty() && !has_messages) return std::nullopt;
    std::ranges::sort(calls, [](const TimedCall& a, const TimedCall& b) {
      return std::tie(a.time, a.place) < std::tie(b.time, b.place);
    });
    std::vector<ToolCall> tools;
    for (TimedCall& each : calls) tools.push_back(std::move(each.call));
    return tools;
  }

  const Told& told_;
  std::map<std::string, const GenAiSpan*, std::less<>> by_id_;
  std::map<const GenAiSpan*, const GenAiSpan*> owners_;
  Spans ordered_;
  std::string conversation_;  // of the first span that names one
  std::optional<std::string> goal_;
  std::vector<Turn> turns_;
};

}  // namespace

std::string session_name(std::string_view name) {
  if (name.size() <= kLongestSessionName) return std::string(name);
  return fmt::format("{}#{:016x}", replace_invalid_utf8(name.substr(0, kLongestSessionName / 2)),
                     hash64(name, 0));
}

std::int64_t step_number(std::uint64_t start, std::string_view span_id) {
  constexpr std::uint64_t kNanoseconds = 1'000;
  return static_cast<std::int64_t>((start / kNanoseconds) << 10 | (hash64(span_id, 0) & 1'023));
}

bool is_time_number(std::int64_t step) {
  constexpr std::int64_t kFrom = 946'684'800'000'000, kTo = 7'258'118'400'000'000;
  return (step >> 10) >= kFrom && (step >> 10) < kTo;
}

std::vector<Turn> turns_of_trace(std::span<const GenAiSpan> spans, const Told& told) {
  return TraceReader(spans, told).read();
}

}  // namespace plumb
