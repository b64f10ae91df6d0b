// Another tool's file, record by record: lines, elements of a document, records of CSV, requests
// in protobuf or members of an archive. What a record means is the mapping's to say.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "ingest/import_format.h"
#include "ingest/line_reader.h"

namespace plumb {

struct RawRecord {
  std::string_view bytes;    // JSON, or of OTLP a request in protobuf; valid until the next call
  std::string place;         // "runs.jsonl:12" or "results.json: results.results[3]"
  std::uint64_t number = 0;  // the line, or which record it is, from 1
  bool is_line = false;
  bool is_protobuf = false;
};

class ImportRecords {
 public:
  // A member of an archive and all that are read may be this large, and past kFreeBytes no larger
  // than kMostRatio times what they are packed in.
  static constexpr std::size_t kMaxMemberBytes = 256 * 1024 * 1024;
  static constexpr std::uint64_t kMaxArchiveBytes = std::uint64_t{64} << 30;
  static constexpr std::size_t kFreeBytes = 16 * 1024 * 1024;
  static constexpr std::size_t kMostRatio = 1'000;

  // An archive is read from its file: `lines` must not be standard input then. Fails with
  // unsupported, corrupt (no archive), invalid_input (an entry that leads outside).
  static Result<ImportRecords> open(LineReader lines, ImportFormat format,
                                    std::size_t max_record_bytes);
  ImportRecords(ImportRecords&&) noexcept;
  ImportRecords& operator=(ImportRecords&&) noexcept;
  ~ImportRecords();

  // The next, or nothing at the end. Fails like LineReader::next, CsvReader::next, OtlpFrames::next
  // and JsonElements::next; after invalid_input the call goes on behind what was wrong.
  Result<std::optional<RawRecord>> next();

  const LineReader& lines() const;

 private:
  struct State;
  explicit ImportRecords(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace plumb
