// The formats of other tools that Plumb reads, by name and by content. docs/formats has a page for
// each: which field goes where.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "ingest/json_line.h"
#include "ingest/otlp_frames.h"

namespace plumb {

enum class ImportFormat : std::uint8_t {
  openai,     // chats, and the output of a batch
  promptfoo,  // results of an evaluation
  deepeval,   // test runs
  inspect,    // logs of inspect_ai, JSON or .eval
  otlp,       // traces as exporters write them to files
  langfuse,   // observations
  langsmith,  // runs
};

inline constexpr std::array kImportFormats = {
    ImportFormat::openai, ImportFormat::promptfoo, ImportFormat::deepeval, ImportFormat::inspect,
    ImportFormat::otlp,   ImportFormat::langfuse,  ImportFormat::langsmith};

std::string_view name_of(ImportFormat format);
std::optional<ImportFormat> import_format_of(std::string_view name);

// How a format's file is cut into records.
struct ImportLayout {
  std::vector<std::string> arrays;  // of a document: keys with dots that lead to its records
  JsonWanted wanted;                // of a record
};
const ImportLayout& layout_of(ImportFormat format);

// What the first bytes of a file say, as far as they go.
struct ImportGlance {
  std::optional<ImportFormat> format;  // none: no format of another tool
  bool is_archive = false;             // zip
  bool is_lines = false;               // a record a line, not one document
  bool is_csv = false;
  std::optional<OtlpFraming> framing;        // of requests in protobuf
  std::set<std::string, std::less<>> paths;  // keys of the two outermost levels, with dots
};
inline constexpr std::size_t kGlanceBytes = 128 * 1024;
ImportGlance glance_at(std::string_view start);

// Whether a file that starts so holds its records as elements of arrays, not as lines.
bool is_one_document(ImportFormat format, const ImportGlance& glance);

}  // namespace plumb
