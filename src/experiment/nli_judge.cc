#include "experiment/nli_judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "base/interrupt.h"
#include "base/sha256.h"
#include "experiment/shipped_files.h"
#include "measure/session_alignment.h"

namespace plumb {
namespace {

constexpr std::string_view kPromptId = "nli_judge";
constexpr std::string_view kPremise = "{premise}";
constexpr std::string_view kHypothesis = "{hypothesis}";
constexpr std::uint64_t kWavesSideBySide = 4;

std::string_view prompt_text() {
  std::string_view text = shipped_file("nli_judge.txt");
  return text.substr(0, text.find_last_not_of(" \t\r\n") + 1);
}

std::optional<ChatRole> role_of(std::string_view line) {
  for (const ChatRole role : {ChatRole::system, ChatRole::user, ChatRole::assistant}) {
    if (line.size() > 2 && line.front() == '[' && line.back() == ']' &&
        line.substr(1, line.size() - 2) == name_of(role)) {
      return role;
    }
  }
  return std::nullopt;
}

// The messages of the prompt, each behind a line such as [user].
std::vector<ChatMessage> prompt_messages() {
  std::vector<ChatMessage> messages;
  std::string_view rest = prompt_text();
  while (!rest.empty()) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    if (const auto role = role_of(line)) {
      messages.push_back({*role, {}});
    } else if (!line.empty()) {
      std::string& content = messages.back().content;
      if (!content.empty()) content += '\n';
      content += line;
    }
  }
  return messages;
}

// One line of the text, whatever white space it is written with.
std::string in_one_line(std::string_view text) {
  std::string line;
  bool space = false;
  for (const char c : text) {
    if (c == ' ' || (c >= '\t' && c <= '\r')) {
      space = !line.empty();
      continue;
    }
    if (space) line += ' ';
    space = false;
    line += c;
  }
  return line;
}

Inference inference_of(const Result<ChatReply>& reply, std::uint32_t reply_tokens) {
  Inference inference;
  if (!reply) {
    inference.problem = reply.error().message;
    return inference;
  }
  inference.reply = reply->text;
  if (reply->finish == FinishReason::length) {
    inference.problem = fmt::format("the judge's reply was cut at {} tokens", reply_tokens);
    return inference;
  }
  inference.label = parse_nli_verdict(reply->text);
  if (!inference.label) {
    inference.problem = "the judge's reply is none of entailment, neutral and contradiction";
  }
  return inference;
}

// Why nothing can be had from the backend; none where at least one reply came, or the
// requests themselves are at fault.
std::optional<Error> breakdown(std::span<const Result<ChatReply>> replies) {
  for (const auto& reply : replies) {
    if (!reply && reply.error().code == ErrorCode::interrupted) return reply.error();
  }
  for (const auto& reply : replies) {
    if (reply || reply.error().code == ErrorCode::invalid_input) return std::nullopt;
  }
  return replies.front().error();
}

// The distinct ones among pairs, and which of them each is.
struct DistinctPairs {
  std::vector<TextPair> pairs;
  std::vector<std::size_t> place;
};

DistinctPairs distinct(std::span<const TextPair> pairs) {
  DistinctPairs out;
  std::map<std::pair<std::string_view, std::string_view>, std::size_t> places;
  for (const TextPair& pair : pairs) {
    const auto [found, is_new] =
        places.try_emplace({pair.premise, pair.hypothesis}, out.pairs.size());
    if (is_new) out.pairs.push_back(pair);
    out.place.push_back(found->second);
  }
  return out;
}

class NliJudge {
 public:
  NliJudge(std::shared_ptr<ChatBackend> backend, NliJudgeOptions options)
      : backend_(std::move(backend)), options_(std::move(options)) {}

  Result<std::vector<Inference>> operator()(std::span<const TextPair> pairs) const {
    const DistinctPairs asked = distinct(pairs);
    const std::uint64_t lanes = std::max<std::uint64_t>(1, backend_->provenance().side_by_side);
    std::vector<Inference> said;
    while (said.size() < asked.pairs.size()) {
      if (interrupted()) {
        return fail(ErrorCode::interrupted, fmt::format("interrupted after {} of {} pairs of texts",
                                                        said.size(), asked.pairs.size()));
      }
      const auto rest = std::span(asked.pairs).subspan(said.size());
      const std::size_t count = std::min<std::size_t>(rest.size(), lanes * kWavesSideBySide);
      PLUMB_CHECK_RESULT(ask(rest.first(count), said));
      options_.progress(said.size(), asked.pairs.size());
    }
    std::vector<Inference> inferences;
    for (const std::size_t place : asked.place) inferences.push_back(said[place]);
    return inferences;
  }

 private:
  Result<void> ask(std::span<const TextPair> wave, std::vector<Inference>& said) const {
    std::vector<ChatRequest> requests;
    for (std::size_t i = 0; i < wave.size(); ++i) {
      ChatRequest& request = requests.emplace_back();
      // Every question begins alike, so the next of the same place need not be read anew.
      request.conversation = fmt::format("{} {}", kPromptId, i);
      request.messages = nli_question(wave[i]);
      request.sampling.max_tokens = options_.reply_tokens;
      request.sampling.seed = options_.seed;
    }
    const std::vector<Result<ChatReply>> replies = backend_->complete(requests);
    if (auto error = breakdown(replies)) return std::unexpected(*std::move(error));
    for (const auto& reply : replies) said.push_back(inference_of(reply, options_.reply_tokens));
    return {};
  }

  std::shared_ptr<ChatBackend> backend_;
  NliJudgeOptions options_;
};

}  // namespace

std::optional<InferenceLabel> parse_nli_verdict(std::string_view reply) {
  constexpr std::string_view kAround = " \t\r\n\"'`*.";
  const std::string answer = without_thinking(reply);
  const std::size_t begin = answer.find_first_not_of(kAround);
  if (begin == std::string::npos) return std::nullopt;
  const std::size_t end = answer.find_last_not_of(kAround) + 1;
  return inference_label_of(std::string_view(answer).substr(begin, end - begin));
}

std::vector<ChatMessage> nli_question(const TextPair& pair) {
  static const std::vector<ChatMessage> prompt = prompt_messages();
  std::vector<ChatMessage> question = prompt;
  const std::string_view last = prompt.back().content;
  const std::size_t premise = last.find(kPremise);
  const std::size_t hypothesis = last.find(kHypothesis);
  const std::string_view between =
      last.substr(premise + kPremise.size(), hypothesis - premise - kPremise.size());
  question.back().content =
      fmt::format("{}{}{}{}{}", last.substr(0, premise), in_one_line(pair.premise), between,
                  in_one_line(pair.hypothesis), last.substr(hypothesis + kHypothesis.size()));
  return question;
}

InferPairs infer_with(std::shared_ptr<ChatBackend> backend, NliJudgeOptions options) {
  return NliJudge(std::move(backend), std::move(options));
}

NliOrigin origin_of(const ChatBackend& backend, const NliJudgeOptions& options) {
  const ChatProvenance from = backend.provenance();
  const std::string_view prompt = prompt_text();
  return NliJudgeOrigin{.backend = from.backend,
                        .model = from.model,
                        .weights_sha256 = from.weights_sha256,
                        .server = from.server,
                        .instruction_set = from.instruction_set,
                        .context_tokens = from.context_tokens,
                        .reply_tokens = options.reply_tokens,
                        .seed = options.seed,
                        .prompt_id = std::string(kPromptId),
                        .prompt_sha256 = sha256_hex(std::as_bytes(std::span(prompt))),
                        .prompt_text = std::string(prompt),
                        .details = from.details};
}

}  // namespace plumb
