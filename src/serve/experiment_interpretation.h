// What the logs of an experiment say: the document of `plumb experiment interpret --json`.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>

#include "base/result.h"
#include "serve/embedding_service.h"

namespace plumb {

using LogTexts = std::map<std::string, std::string, std::less<>>;  // by name

// Kind experiment-report/1. With `again` the scores are computed again. Fails as read_log_texts and
// report_on_logs do.
Result<std::string> interpretation_of(const LogTexts& logs, std::uint64_t seed, bool again,
                                      EmbeddingService& embeddings);

}  // namespace plumb
