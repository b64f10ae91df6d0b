// The options of every command that reads texts, and what they mean.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "command.h"
#include "ingest/text_source.h"

namespace plumb {

struct TextInput {
  std::string path;
  std::string field = "text";
  std::string pair_field;       // of a second text, for commands that take pairs
  bool is_field_given = false;  // one of the two: the texts are JSON Lines
  std::string format = "auto";
  bool skip_bad = false;

  // FILE, --field, --format, --skip-bad, --max-line-bytes. Called once on an object that stays
  // where it is.
  void add_options(CLI::App& command, CommandContext& context);
  Result<TextSource> open(const CommandContext& context) const;
};

// Says how many texts had more tokens than were kept, where any had.
void report_truncated(const CommandContext& context, std::uint64_t truncated, std::uint64_t texts,
                      std::size_t max_tokens);

// The failure of an input that holds no text at all.
Error no_text_in(const TextSource& source);

}  // namespace plumb
