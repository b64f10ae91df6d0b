// The special tokens around a text and a pair, from the post_processor of a
// tokenizer.json: TemplateProcessing, RobertaProcessing or BertProcessing.
#pragma once

#include <cstddef>

#include "base/result.h"
#include "text/pair.h"
#include "text/tokenizer_document.h"

namespace plumb {

// `vocabulary` is how many ids there are. Fails with corrupt or unsupported; the sentence
// names the field.
Result<Frame> read_frame(const TokenizerDocument& document, std::size_t vocabulary);

}  // namespace plumb
