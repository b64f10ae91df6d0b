// What a folder of sentence-transformers does behind its encoder, as its modules.json says. Plumb
// computes one such pipeline: a Transformer, Pooling by the mean, Normalize. Foreign bytes: any
// JSON may come. Any thread.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace plumb {

struct SentencePipeline {
  std::string pooling = "1_Pooling";  // the folder of its config.json, a plain name
};

// `file` is for sentences. Fails with corrupt where the text is no list of modules, and with
// unsupported where it names another module, another order or no Normalize: vectors have unit
// length here. The sentence names the module.
Result<SentencePipeline> read_sentence_pipeline(std::string_view text, std::string_view file);

}  // namespace plumb
