#include "ingest/import_records.h"

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "base/file.h"
#include "base/zip.h"
#include "ingest/csv.h"
#include "ingest/csv_columns.h"
#include "ingest/execution_fields.h"
#include "ingest/gzip_lines.h"
#include "ingest/json_elements.h"
#include "ingest/otlp_frames.h"
#include "text/utf8.h"

namespace plumb {
namespace {

// Names are compared, never used as paths; an archive that tries has something else in mind.
bool leads_outside(std::string_view name) {
  return name.starts_with('/') || name.find('\\') != name.npos || name == ".." ||
         name.starts_with("../") || name.ends_with("/..") || name.find("/../") != name.npos;
}

struct ArchivedSamples {
  MappedFile file;
  ZipArchive archive;
  std::vector<std::string> names;
  std::size_t at = 0;
  std::uint64_t packed = 0;    // bytes of the members up to there
  std::uint64_t unpacked = 0;  // what they say they unpack to
};

Result<ArchivedSamples> open_archive(const std::string& path) {
  if (path == "<stdin>") {
    return fail(ErrorCode::unsupported,
                "an .eval archive cannot be read from standard input; give its file");
  }
  std::error_code ignored;
  const auto status = std::filesystem::status(path, ignored);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
    return fail(ErrorCode::unsupported,
                fmt::format("{} is not a regular file, and an .eval archive is read from its end; "
                            "give its file",
                            path));
  }
  PLUMB_TRY(auto file, MappedFile::open(path));
  if (file.text().starts_with(kGzipMagic)) {
    return fail(
        ErrorCode::unsupported,
        fmt::format("{}: an .eval archive is not read through gzip; unpack it first", path));
  }
  PLUMB_TRY(auto archive, ZipArchive::open(file.bytes(), path));
  std::vector<std::string> names;
  for (const auto& [name, member] : archive.members()) {
    if (leads_outside(name)) {
      return fail(ErrorCode::invalid_input,
                  fmt::format("{}: the entry {} leads outside of the archive; it is no log of "
                              "inspect_ai",
                              path, shown(name)));
    }
    if (name.starts_with("samples/") && name.ends_with(".json")) names.push_back(name);
  }
  return ArchivedSamples{std::move(file), std::move(archive), std::move(names)};
}

bool is_bomb(std::uint64_t unpacked, std::uint64_t packed) {
  return unpacked > ImportRecords::kFreeBytes && unpacked / ImportRecords::kMostRatio > packed;
}

// The record as an object of texts by the names of the columns.
std::string json_of_csv(std::span<const std::string> names, std::span<const CsvField> record) {
  nlohmann::json object = nlohmann::json::object();
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (!record[i].text.empty()) object[names[i]] = record[i].text;
  }
  return object.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace

struct ImportRecords::State {
  std::optional<LineReader> lines;  // of JSON Lines, and the name of an archive
  std::optional<JsonElements> elements;
  std::optional<CsvReader> csv;
  std::optional<CsvColumns> columns;
  std::optional<ArchivedSamples> samples;
  std::optional<OtlpFrames> frames;
  std::string record;
  std::uint64_t count = 0;

  Result<std::optional<RawRecord>> next_line();
  Result<std::optional<RawRecord>> next_element();
  Result<std::optional<RawRecord>> next_csv();
  Result<std::optional<RawRecord>> next_sample();
  Result<std::optional<RawRecord>> next_frame();
  Result<void> open_csv(LineReader reader, std::size_t max_record_bytes);
};

Result<std::optional<RawRecord>> ImportRecords::State::next_line() {
  while (true) {
    PLUMB_TRY(const auto line, lines->next());
    if (!line) return std::optional<RawRecord>();
    if (is_blank(line->bytes)) continue;
    return std::optional(RawRecord{line->bytes, fmt::format("{}:{}", lines->name(), line->number),
                                   line->number, true});
  }
}

Result<std::optional<RawRecord>> ImportRecords::State::next_element() {
  ++count;
  PLUMB_TRY(auto element, elements->next());
  if (!element) return std::optional<RawRecord>();
  return std::optional(RawRecord{
      element->json, fmt::format("{}: {}", elements->lines().name(), element->path), count});
}

Result<void> ImportRecords::State::open_csv(LineReader reader, std::size_t max_record_bytes) {
  csv.emplace(std::move(reader), max_record_bytes);
  PLUMB_TRY(columns, CsvColumns::read(*csv));
  return {};
}

Result<std::optional<RawRecord>> ImportRecords::State::next_csv() {
  PLUMB_TRY(const auto fields, csv->next());
  if (fields.empty()) return std::optional<RawRecord>();
  PLUMB_CHECK_RESULT(columns->check_width(*csv, fields));
  record = json_of_csv(columns->names(), fields);
  return std::optional(
      RawRecord{record, fmt::format("{}:{}", csv->lines().name(), csv->line()), csv->line()});
}

Result<std::optional<RawRecord>> ImportRecords::State::next_sample() {
  if (samples->at == samples->names.size()) return std::optional<RawRecord>();
  const std::string& name = samples->names[samples->at++];
  const std::string place = fmt::format("{}: {}", lines->name(), name);
  const ZipArchive::Member& member = samples->archive.members().find(name)->second;
  if (member.size > kMaxMemberBytes || is_bomb(member.size, member.packed.size())) {
    return fail(ErrorCode::unsupported,
                fmt::format("{} unpacks to {} bytes from {}; at most {} bytes and {} times its "
                            "size are read",
                            place, member.size, member.packed.size(), kMaxMemberBytes, kMostRatio));
  }
  samples->unpacked += member.size;
  samples->packed += member.packed.size();
  if (samples->unpacked > kMaxArchiveBytes || is_bomb(samples->unpacked, samples->packed)) {
    return fail(
        ErrorCode::unsupported,
        fmt::format("{}: with it the samples unpack to {} bytes from {}; at most {} bytes "
                    "and {} times their size are read",
                    place, samples->unpacked, samples->packed, kMaxArchiveBytes, kMostRatio));
  }
  record.clear();
  PLUMB_CHECK_RESULT(
      samples->archive.unpack(name, [&](std::span<const std::byte> piece) -> Result<void> {
        record.append(reinterpret_cast<const char*>(piece.data()), piece.size());
        return {};
      }));
  return std::optional(RawRecord{record, place, samples->at});
}

Result<std::optional<RawRecord>> ImportRecords::State::next_frame() {
  ++count;
  PLUMB_TRY(const auto request, frames->next());
  if (!request) return std::optional<RawRecord>();
  return std::optional(
      RawRecord{*request, fmt::format("{}: at byte {}", frames->lines().name(), frames->offset()),
                count, false, true});
}

Result<ImportRecords> ImportRecords::open(LineReader lines, ImportFormat format,
                                          std::size_t max_record_bytes) {
  auto state = std::make_unique<State>();
  PLUMB_TRY(const std::string_view start, lines.peek(kGlanceBytes));
  ImportGlance glance = glance_at(start);
  // Whoever says that it is OTLP means protobuf where it is no JSON, also without a span in sight.
  if (format == ImportFormat::otlp && !glance.framing && glance.is_csv) {
    glance.framing = start.starts_with('\0') ? OtlpFraming::with_length : OtlpFraming::bare;
  }
  if (glance.is_archive) {
    PLUMB_TRY(state->samples, open_archive(lines.name()));
    state->lines = std::move(lines);
  } else if (glance.framing && format == ImportFormat::otlp) {
    state->frames.emplace(std::move(lines), *glance.framing, max_record_bytes);
  } else if (glance.is_csv && format == ImportFormat::langfuse) {
    PLUMB_CHECK_RESULT(state->open_csv(std::move(lines), max_record_bytes));
  } else if (!is_one_document(format, glance)) {
    state->lines = std::move(lines);
  } else {
    state->elements.emplace(std::move(lines), layout_of(format).arrays, max_record_bytes);
  }
  return ImportRecords(std::move(state));
}

ImportRecords::ImportRecords(std::unique_ptr<State> state) : state_(std::move(state)) {}
ImportRecords::ImportRecords(ImportRecords&&) noexcept = default;
ImportRecords& ImportRecords::operator=(ImportRecords&&) noexcept = default;
ImportRecords::~ImportRecords() = default;

Result<std::optional<RawRecord>> ImportRecords::next() {
  if (state_->samples) return state_->next_sample();
  if (state_->frames) return state_->next_frame();
  if (state_->csv) return state_->next_csv();
  return state_->elements ? state_->next_element() : state_->next_line();
}

const LineReader& ImportRecords::lines() const {
  if (state_->csv) return state_->csv->lines();
  if (state_->frames) return state_->frames->lines();
  return state_->elements ? state_->elements->lines() : *state_->lines;
}

}  // namespace plumb
