// Vectors of texts, each distinct text embedded once.
//
// A measure says which texts it will need, has them all embedded in one call, then
// asks. So a log costs as few calls as its logic allows, and a call is as large as
// the embedder can make good use of.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "encode/embedder.h"

namespace plumb {

// Vectors of unit length, one a text, in the order of the texts: an Embedder's, or a
// test's own.
using EmbedTexts = std::function<Result<Embeddings>(std::span<const std::string_view>)>;

// Calls `embedder`, which must outlive what is returned.
EmbedTexts embed_with(Embedder& embedder);

// One thread at a time.
class TextVectors {
 public:
  explicit TextVectors(EmbedTexts embed) : embed_(std::move(embed)) {}

  // The text will be asked for. A blank text has no vector and is not embedded.
  void want(std::string_view text);
  // One call of the embedder for all that is wanted and not there yet; none where
  // nothing is. Fails as the embedder does; what was wanted has no vectors then.
  Result<void> embed_wanted();

  std::size_t wanted() const { return wanted_.size(); }
  std::uint64_t calls() const { return calls_; }

  // Of a text that was wanted, embedded and is not blank.
  std::span<const float> of(std::string_view text) const;
  bool truncated(std::string_view text) const;  // false of a blank text

 private:
  std::size_t place(std::string_view text) const;

  EmbedTexts embed_;
  std::unordered_map<std::string, std::size_t> places_;
  std::vector<const std::string*> wanted_;  // keys of places_, whose addresses stay
  std::size_t dimension_ = 0;
  std::vector<float> values_;
  std::vector<bool> truncated_;
  std::uint64_t calls_ = 0;
};

}  // namespace plumb
