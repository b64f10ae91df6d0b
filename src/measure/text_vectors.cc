#include "measure/text_vectors.h"

#include <cstdlib>

#include "text/utf8.h"

namespace plumb {

EmbedTexts embed_with(Embedder& embedder) {
  return [&embedder](std::span<const std::string_view> texts) { return embedder.embed(texts); };
}

void TextVectors::want(std::string_view text) {
  if (is_blank(text)) return;
  const auto [place, is_new] = places_.try_emplace(std::string(text), places_.size());
  if (is_new) wanted_.push_back(&place->first);
}

Result<void> TextVectors::embed_wanted() {
  if (wanted_.empty()) return {};
  const std::vector<std::string_view> texts = [this] {
    std::vector<std::string_view> views;
    views.reserve(wanted_.size());
    for (const std::string* text : wanted_) views.emplace_back(*text);
    return views;
  }();
  PLUMB_TRY(const Embeddings embedded, embed_(texts));
  if (embedded.size() != texts.size()) std::abort();  // an embedder that breaks its word
  dimension_ = embedded.dimension;
  values_.insert(values_.end(), embedded.values.begin(), embedded.values.end());
  truncated_.insert(truncated_.end(), embedded.truncated.begin(), embedded.truncated.end());
  wanted_.clear();
  ++calls_;
  return {};
}

std::size_t TextVectors::place(std::string_view text) const {
  const auto found = places_.find(std::string(text));
  // Asked for without being wanted: a bug here, not an input.
  if (found == places_.end() || found->second >= truncated_.size()) std::abort();
  return found->second;
}

std::span<const float> TextVectors::of(std::string_view text) const {
  return std::span(values_).subspan(place(text) * dimension_, dimension_);
}

bool TextVectors::truncated(std::string_view text) const {
  return !is_blank(text) && truncated_[place(text)];
}

}  // namespace plumb
