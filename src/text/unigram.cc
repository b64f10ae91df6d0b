#include "text/unigram.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "text/utf8.h"

namespace plumb {
namespace {

constexpr double kUnknownPenalty = 10;

// All pieces together, in bytes: a node of the trie takes 12 for each at worst.
constexpr std::size_t kMaxPieces = 16 * 1024 * 1024;

// A word is read this far before what is settled is taken out.
constexpr std::size_t kStep = 64 * 1024;

std::size_t character_length(char lead) {
  const auto byte = static_cast<std::uint8_t>(lead);
  return byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
}

}  // namespace

Result<Unigram> Unigram::build(std::span<const ScoredPiece> pieces, TokenId unknown,
                               std::string_view origin) {
  Unigram model;
  double lowest = std::numeric_limits<double>::infinity();
  std::vector<std::string_view> texts;
  texts.reserve(pieces.size());
  model.scores_.reserve(pieces.size());
  model.ends_.reserve(pieces.size() + 1);
  model.ends_.push_back(0);
  for (const ScoredPiece& piece : pieces) {
    if (piece.piece.size() > kMaxPiece) {
      return fail(ErrorCode::unsupported,
                  fmt::format("{}: the piece {} has {} bytes; Plumb reads at most {}", origin,
                              texts.size(), piece.piece.size(), kMaxPiece));
    }
    texts.push_back(piece.piece);
    model.scores_.push_back(piece.score);
    model.text_ += piece.piece;
    model.ends_.push_back(static_cast<std::uint32_t>(model.text_.size()));
    if (model.text_.size() > kMaxPieces) {
      return fail(ErrorCode::unsupported,
                  fmt::format("{}: the pieces have more than {} bytes", origin, kMaxPieces));
    }
    model.longest_ = std::max(model.longest_, piece.piece.size());
    lowest = std::min(lowest, piece.score);
  }
  if (unknown < 0 || static_cast<std::size_t>(unknown) >= pieces.size()) {
    return fail(ErrorCode::corrupt, fmt::format("{}: the unknown piece {} is not in 0 to {}",
                                                origin, unknown, pieces.size()));
  }
  model.trie_ = ByteTrie(texts);
  model.unknown_ = unknown;
  model.unknown_score_ = lowest - kUnknownPenalty;
  return model;
}

std::string_view Unigram::text(TokenId id) const {
  const auto i = static_cast<std::size_t>(id);
  return std::string_view(text_).substr(ends_[i], ends_[i + 1] - ends_[i]);
}

// The best paths through one word, and the tokens of the part that is settled.
class Unigram::Path {
 public:
  Path(const Unigram& model, std::string_view word, std::size_t limit, Scratch& scratch,
       std::vector<TokenId>& ids)
      : model_(model),
        word_(word),
        best_(scratch.best_),
        ends_(scratch.ends_),
        ids_(ids),
        most_(limit < ids.max_size() - ids.size() ? ids.size() + limit : ids.max_size()) {}

  // Returns whether the word had more tokens than the limit.
  bool run() {
    best_.assign(std::min(word_.size(), kStep + model_.longest_ + 4) + 1, {0, -1, 0});
    std::size_t next_step = kStep;
    for (std::size_t at = 0; at < word_.size() && !truncated_;) {
      at += extend(at);
      if (at - settled_ >= next_step && at < word_.size()) next_step = settle(at);
    }
    if (!truncated_) take_until(word_.size());
    if (!truncated_) end_unknown(word_.size());
    return truncated_;
  }

 private:
  Scratch::Best& best(std::size_t end) { return best_[end - settled_]; }

  void offer(std::size_t end, double score, TokenId id, std::size_t start) {
    Scratch::Best& known = best(end);
    if (known.length == 0 || score > known.score) {
      known = {score, id, static_cast<std::uint32_t>(end - start)};
    }
  }

  // Every piece that starts at `start`. Returns the length of the character there.
  std::size_t extend(std::size_t start) {
    const std::size_t character = character_length(word_[start]);
    const double until_here = best(start).score;
    bool covered = false;
    std::uint32_t node = ByteTrie::kRoot;
    for (std::size_t at = start; at < word_.size();) {
      node = model_.trie_.child(node, word_[at]);
      if (node == ByteTrie::kNone) break;
      ++at;
      const TokenId id = model_.trie_.id(node);
      if (id < 0) continue;
      offer(at, until_here + model_.scores_[static_cast<std::size_t>(id)], id, start);
      covered = covered || at - start == character;
    }
    if (!covered) {
      offer(start + character, until_here + model_.unknown_score_, model_.unknown_, start);
    }
    return character;
  }

  // Every path that can still win ends at `at` or behind it, within one piece. Where all
  // of them meet, what lies before is settled: its tokens are taken and its memory is
  // freed. Returns how far to read before the next try.
  std::size_t settle(std::size_t at) {
    ends_.clear();  // where the paths still part, ascending
    for (std::size_t end = at; end <= std::min(at + model_.longest_, word_.size()); ++end) {
      if (end - settled_ < best_.size() && best(end).length > 0) ends_.push_back(end);
    }
    while (ends_.size() > 1) {
      const std::size_t start = ends_.back() - best(ends_.back()).length;
      ends_.pop_back();
      const auto place = std::lower_bound(ends_.begin(), ends_.end(), start);
      if (place == ends_.end() || *place != start) ends_.insert(place, start);
    }
    const std::size_t meeting = ends_.front();
    if (meeting > settled_) {
      const Scratch::Best there = best(meeting);
      take_until(meeting);
      best_.erase(best_.begin(), best_.begin() + static_cast<std::ptrdiff_t>(meeting - settled_));
      best_.front() = there;
      settled_ = meeting;
    }
    const std::size_t step = at - settled_ + kStep;
    best_.resize(std::min(word_.size() - settled_, step + model_.longest_ + 4) + 1, {0, -1, 0});
    return step;
  }

  // The tokens of the best path that ends at `end`, from settled_ on.
  void take_until(std::size_t end) {
    ends_.clear();
    for (std::size_t at = end; at > settled_; at -= best(at).length) ends_.push_back(at);
    for (; !ends_.empty() && !truncated_; ends_.pop_back()) {
      const Scratch::Best& piece = best(ends_.back());
      const std::size_t start = ends_.back() - piece.length;
      if (piece.id == model_.unknown_) {
        if (!unknown_start_) unknown_start_ = start;
        continue;
      }
      end_unknown(start);
      push(piece.id);
    }
  }

  // Unknown characters up to `end` are one token: a piece after all, where together they
  // are one.
  void end_unknown(std::size_t end) {
    if (!unknown_start_) return;
    const std::string_view run = word_.substr(*unknown_start_, end - *unknown_start_);
    unknown_start_.reset();
    push(model_.find(run).value_or(model_.unknown_));
  }

  void push(TokenId id) {
    if (ids_.size() == most_) {
      truncated_ = true;
    } else {
      ids_.push_back(id);
    }
  }

  const Unigram& model_;
  const std::string_view word_;
  std::vector<Scratch::Best>& best_;  // of the ends from settled_ on
  std::vector<std::size_t>& ends_;
  std::vector<TokenId>& ids_;
  const std::size_t most_;  // ids_ may hold
  std::size_t settled_ = 0;
  std::optional<std::size_t> unknown_start_;
  bool truncated_ = false;
};

bool Unigram::segment(std::string_view word, std::size_t limit, Scratch& scratch,
                      std::vector<TokenId>& ids) const {
  return Path(*this, word, limit, scratch, ids).run();
}

}  // namespace plumb
