// Embeds three texts and prints how near the first is to the others.
#include <array>
#include <cstdio>
#include <string_view>

#include "encode/embedder.h"
#include "model/locate.h"

plumb::Result<void> show_similarity() {
  PLUMB_TRY(auto folder, plumb::locate_model(plumb::kDefaultEmbeddingModel));
  PLUMB_TRY(auto embedder, plumb::Embedder::load(folder));

  const std::array<std::string_view, 3> texts{
      "Summarise the contract for a tenant.",
      "Explain the lease in plain words to the person who rents.",
      "Write a poem about the sea.",
  };
  PLUMB_TRY(const plumb::Embeddings embeddings, embedder.embed(texts));
  for (std::size_t i = 1; i < texts.size(); ++i) {
    std::printf("%.3f  %s\n", plumb::cosine(embeddings.vector(0), embeddings.vector(i)),
                texts[i].data());
  }
  return {};
}

int main() {
  const plumb::Result<void> done = show_similarity();
  if (!done) std::fprintf(stderr, "%s\n", done.error().message.c_str());
  return done ? 0 : 1;
}
