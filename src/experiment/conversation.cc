#include "experiment/conversation.h"

#include <fmt/format.h>

#include <utility>

#include "text/utf8.h"

namespace plumb {
namespace {

constexpr std::string_view kParagraph = "\n\n";

// Where the characters of a text begin.
std::vector<std::size_t> character_starts(std::string_view text) {
  std::vector<std::size_t> starts;
  for (std::size_t at = 0; at < text.size(); at += decode_code_point(text.substr(at)).length) {
    starts.push_back(at);
  }
  return starts;
}

// The smallest of [low, high] that `fits`, which holds of all above it; high + 1 where it holds
// of none.
template <class Fits>  // Result<bool>(std::size_t)
Result<std::size_t> first_that_fits(std::size_t low, std::size_t high, const Fits& fits) {
  ++high;
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    PLUMB_TRY(const bool fitting, fits(middle));
    if (fitting) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

// One attempt after another to make a conversation fit, from the whole of it to the least.
class Folding {
 public:
  // The messages without so many exchanges and so many bytes of the newest response.
  using Messages = std::function<std::vector<ChatMessage>(std::size_t left_out, std::size_t cut)>;

  Folding(Messages messages, const ContextRoom& room, const CountTokens& count_tokens)
      : messages_(std::move(messages)), room_(room), count_tokens_(count_tokens) {}

  // Whether what is left fits. If it does, it is what folded() gives.
  Result<bool> leave_out(std::size_t exchanges, std::size_t cut = 0) {
    folded_.messages = messages_(exchanges, cut);
    PLUMB_TRY(folded_.prompt_tokens, count_tokens_(folded_.messages));
    return folded_.prompt_tokens + room_.reply_tokens <= room_.context_tokens;
  }

  Result<bool> leave_out_older(std::size_t exchanges) {
    const auto fits = [&](std::size_t left_out) { return leave_out(left_out); };
    PLUMB_TRY(const std::size_t fewest, first_that_fits(1, exchanges - 1, fits));
    if (fewest == exchanges) return false;
    return leave_out(fewest);  // the search may have tried another one last
  }

  Result<bool> cut_newest(std::size_t exchanges, std::string_view response) {
    const auto starts = character_starts(response);
    if (starts.size() < 2) return false;
    const auto fits = [&](std::size_t i) { return leave_out(exchanges - 1, starts[i]); };
    PLUMB_TRY(const std::size_t first, first_that_fits(1, starts.size() - 1, fits));
    if (first == starts.size()) return false;
    return fits(first);
  }

  FoldedConversation& folded() { return folded_; }

 private:
  Messages messages_;
  const ContextRoom& room_;
  const CountTokens& count_tokens_;
  FoldedConversation folded_;
};

}  // namespace

void Conversation::add(std::string instruction, std::string response) {
  exchanges_.push_back({std::move(instruction), std::move(response)});
}

std::vector<ChatMessage> Conversation::messages(std::string_view system_prompt,
                                                std::string_view instruction, std::size_t left_out,
                                                std::size_t cut) const {
  std::vector<ChatMessage> out;
  if (!is_blank(system_prompt)) out.push_back({ChatRole::system, std::string(system_prompt)});
  bool first = true;
  const auto ask = [&](std::string_view text) {
    std::string content;
    if (std::exchange(first, false) && !source_text_.empty()) {
      content.append(source_text_).append(kParagraph);
    }
    out.push_back({ChatRole::user, content.append(text)});
  };
  for (std::size_t i = left_out; i < exchanges_.size(); ++i) {
    ask(exchanges_[i].instruction);
    const bool newest = i + 1 == exchanges_.size();
    out.push_back({ChatRole::assistant, exchanges_[i].response.substr(newest ? cut : 0)});
  }
  ask(instruction);
  return out;
}

Result<FoldedConversation> Conversation::ask(std::string_view system_prompt,
                                             std::string_view instruction, const ContextRoom& room,
                                             const CountTokens& count_tokens) const {
  Folding folding(
      [&](std::size_t left_out, std::size_t cut) {
        return messages(system_prompt, instruction, left_out, cut);
      },
      room, count_tokens);
  PLUMB_TRY(bool fits, folding.leave_out(0));
  if (fits) return std::move(folding.folded());
  const std::uint64_t whole_tokens = folding.folded().prompt_tokens;
  const std::size_t count = exchanges_.size();
  if (count > 1) {
    PLUMB_TRY(fits, folding.leave_out_older(count));
  }
  if (!fits && count > 0) {
    PLUMB_TRY(fits, folding.cut_newest(count, exchanges_.back().response));
  }
  if (!fits) {
    PLUMB_TRY(fits, folding.leave_out(count));
  }
  FoldedConversation& folded = folding.folded();
  if (!fits) {
    return fail(ErrorCode::invalid_input,
                fmt::format("the system prompt, the task's text and the instruction take {} "
                            "tokens and the answer may take {}, but the context holds {}; give a "
                            "larger --context, or a shorter text",
                            folded.prompt_tokens, room.reply_tokens, room.context_tokens));
  }
  folded.folded_tokens = whole_tokens - std::min(whole_tokens, folded.prompt_tokens);
  return std::move(folded);
}

}  // namespace plumb
