#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <utility>

#include "serve/result_lines_json.h"
#include "serve/stored_json.h"
#include "serve/text_pattern.h"

namespace plumb {
namespace {

constexpr std::string_view kVersion = "execution/1";

bool is_blank(std::string_view line) {
  return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

// Of a line that is JSON: \u0000 in a text or a key, and not behind a backslash of its own.
std::size_t place_of_nul(std::string_view line) {
  std::size_t place = line.find("\\u0000");
  while (place != std::string_view::npos) {
    const std::size_t before = line.find_last_not_of('\\', place);
    const std::size_t first = before == std::string_view::npos ? 0 : before + 1;
    if ((place - first) % 2 == 0) return place;
    place = line.find("\\u0000", place + 1);
  }
  return place;
}

}  // namespace

ResultLines::ResultLines(Store& store, const StoredExecution& execution,
                         std::optional<std::size_t> dimension, ResultLinesOptions options)
    : execution_(execution),
      options_(options),
      stream_(store.results(), execution.project, execution.id, options.batches),
      admission_(dimension) {}

std::optional<ServedResponse> ResultLines::take(std::string_view bytes) {
  while (!bytes.empty()) {
    const std::size_t end = bytes.find('\n');
    std::string_view line = bytes.substr(0, end);
    if (partial_.size() + line.size() > options_.most_line_bytes) {
      ++lines_;
      return refuse(bad_line(1, fmt::format("the line has more than {} bytes; send shorter ones",
                                            options_.most_line_bytes)));
    }
    if (end == std::string_view::npos) {
      partial_.append(line);
      break;
    }
    if (!partial_.empty()) line = partial_.append(line);
    if (auto taken = take_line(line); !taken) return refuse(std::move(taken.error()));
    partial_.clear();
    bytes.remove_prefix(end + 1);
  }
  return std::nullopt;
}

ServedResponse ResultLines::finish() {
  if (!partial_.empty()) {
    if (auto taken = take_line(partial_); !taken) return refuse(std::move(taken.error()));
  }
  if (const auto sent = stream_.finish(); !sent) return refuse(Problem(sent.error()));
  durable_ = lines_;
  if (stream_.outcome().differing > 0) return refuse(differing_problem());
  ServedResponse response;
  response.body = json_line(outcome_json());
  return response;
}

void ResultLines::tell_durable(ServedResponse& refusal) const {
  auto problem = nlohmann::ordered_json::parse(refusal.body, nullptr, false);
  if (!problem.is_object()) return;
  problem.update(outcome_json());
  refusal.body = json_line(problem);
}

std::size_t ResultLines::held_bytes() const {
  return partial_.capacity() + stream_.held_bytes() + admission_.held_bytes();
}

ServedResult<void> ResultLines::take_line(std::string_view line) {
  ++lines_;
  if (lines_ == 1 && line.starts_with("\xef\xbb\xbf")) line.remove_prefix(3);
  if (line.ends_with('\r')) line.remove_suffix(1);
  if (is_blank(line)) return {};
  if (!simdjson::validate_utf8(line.data(), line.size())) {
    return std::unexpected(bad_line(1, "the line is not valid UTF-8"));
  }
  return take_result(line);
}

ServedResult<void> ResultLines::take_result(std::string_view line) {
  const bool is_first = !std::exchange(has_content_, true);
  const auto read = parser_.read(line, response_);
  if (!parser_.header_version().empty() && (is_first || !read)) {
    if (is_first) return take_header(line);
    return std::unexpected(bad_line(1, "a second header; only the first line may be one"));
  }
  if (!read) return std::unexpected(bad_line(read.error().column, read.error().reason));
  if (const auto twice = parser_.repeated_name()) {
    return std::unexpected(bad_line(twice->column, twice->reason));
  }
  if (const std::size_t nul = place_of_nul(line); nul != std::string_view::npos) {
    return std::unexpected(bad_line(1 + count_characters(line.substr(0, nul)),
                                    "the character U+0000 is not kept; leave it out"));
  }
  auto admitted = admission_.admit(response_);
  if (!admitted) {
    Problem problem = bad_line(1, admitted.error().message);
    problem.status = Problem(admitted.error()).status;
    return std::unexpected(std::move(problem));
  }
  return add(*std::move(admitted));
}

// Name and labels were given when the execution was made; who made the vectors must agree.
ServedResult<void> ResultLines::take_header(std::string_view line) {
  if (parser_.header_version() != kVersion) {
    return std::unexpected(bad_line(1, fmt::format("the header says {}, and {} is taken",
                                                   shown(parser_.header_version()), kVersion)));
  }
  const auto header = parser_.read_header(line);
  if (!header) return std::unexpected(bad_line(header.error().column, header.error().reason));
  const std::string& ours = execution_.header.embedding_model;
  if (header->embedding_model.empty() || header->embedding_model == ours) return {};
  return std::unexpected(
      bad_line(1, fmt::format("the header says that {} made the vectors, and execution {} was made "
                              "with embedding_model {}",
                              shown(header->embedding_model), number_of(execution_.id),
                              ours.empty() ? "left out" : shown(ours))));
}

ServedResult<void> ResultLines::add(StoredResult result) {
  PLUMB_CHECK_RESULT(stream_.add(std::move(result)));
  ++results_;
  note_durable();
  return {};
}

void ResultLines::note_durable() {
  if (stream_.outcome().durable() == results_) durable_ = lines_;
}

ServedResponse ResultLines::refuse(Problem problem) {
  // Where the stream itself has failed, this does nothing.
  if (results_ > stream_.outcome().durable() && stream_.finish()) durable_ = lines_ - 1;
  problem.extra.update(outcome_json());
  return response_of(problem);
}

Problem ResultLines::bad_line(std::size_t column, std::string_view reason) const {
  Problem problem(422, fmt::format("line {}, column {}: {}", lines_, column, reason));
  problem.extra["line"] = lines_;
  problem.extra["column"] = column;
  return problem;
}

Problem ResultLines::differing_problem() const {
  return {409,
          fmt::format("{} results have an id that execution {} has with another content, which "
                      "stays; give each its own id",
                      stream_.outcome().differing, number_of(execution_.id))};
}

nlohmann::ordered_json ResultLines::outcome_json() const {
  const AppendOutcome& outcome = stream_.outcome();
  nlohmann::ordered_json json = {{"execution_id", number_of(execution_.id)},
                                 {"durable_lines", durable_},
                                 {"added", outcome.added},
                                 {"repeated", outcome.repeated}};
  if (outcome.differing > 0) {
    json["differing"] = outcome.differing;
    json["differing_results"] = outcome.differing_places;
  }
  return json;
}

}  // namespace plumb
