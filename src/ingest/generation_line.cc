#include "ingest/generation_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "ingest/case_reader.h"
#include "ingest/execution_fields.h"
#include "text/utf8.h"

namespace plumb {
namespace {

using Done = std::expected<void, JsonProblem>;

std::unexpected<JsonProblem> missing(std::string_view names) {
  return std::unexpected(
      JsonProblem{1, fmt::format("there is no {}, which every generation needs", names)});
}

bool is_ok(std::string_view status) {
  return std::ranges::equal(status, std::string_view("ok"), {}, [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
}

// What can be wrong with a generation only beside the cases and the others.
class Admission {
 public:
  explicit Admission(const std::vector<Case>* cases) : any_case_(cases == nullptr) {
    if (cases == nullptr) return;
    for (const Case& each : *cases) ids_.insert(each.id);
  }

  Done admit(const Generation& generation, const GenerationLineParser& line) {
    if (!any_case_ && !ids_.contains(generation.case_id)) {
      return std::unexpected(line.problem_of_case(
          fmt::format("case \"{}\" is not among the cases", shown(generation.case_id))));
    }
    if (!generation.ok()) return {};
    const auto [answered, is_new] = answered_.try_emplace(
        {generation.case_id, generation.variant, generation.turn}, generation.line);
    if (is_new) return {};
    return std::unexpected(line.problem_of_turn(fmt::format(
        "turn {} of case \"{}\" ({}) is answered in line {} already; keep one", generation.turn,
        shown(generation.case_id), name_of(generation.variant), answered->second)));
  }

 private:
  bool any_case_;
  std::set<std::string_view> ids_;
  std::map<std::tuple<std::string, GenerationVariant, std::int64_t>, std::uint64_t> answered_;
};

}  // namespace

GenerationLineParser::GenerationLineParser()
    : line_({.paths = {"case_id", "turn_num", "turn_idx", "variant", "response_text", "output_text",
                       "status"},
             .depth = 1}) {}

std::expected<Generation, JsonProblem> GenerationLineParser::read(std::string_view line) {
  Generation out;
  Done done = line_.parse(line);
  if (done) done = read_case_id(out);
  if (done) done = read_turn(out);
  if (done) done = read_variant(out);
  if (done) done = read_status(out);
  if (done) done = read_text(out);
  if (!done) return std::unexpected(std::move(done.error()));
  return out;
}

const JsonNode* GenerationLineParser::given(std::string_view name) const {
  const JsonNode* node = line_.find(name);
  return node != nullptr && node->is(JsonKind::null) ? nullptr : node;
}

Done GenerationLineParser::read_case_id(Generation& out) const {
  const JsonNode* node = given("case_id");
  if (node == nullptr) return missing("\"case_id\"");
  const bool whole =
      node->is(JsonKind::number) && node->text.find_first_of(".eE") == std::string_view::npos;
  if (!whole && !node->is(JsonKind::string)) {
    return std::unexpected(wrong_type(line_, *node, "case_id", "text or a whole number"));
  }
  if (is_blank(node->text)) return std::unexpected(line_.problem(*node, "\"case_id\" is blank"));
  out.case_id = node->text;
  return {};
}

Done GenerationLineParser::read_turn(Generation& out) const {
  const bool numbered = given("turn_num") != nullptr;
  const std::string_view name = numbered ? "turn_num" : "turn_idx";
  const JsonNode* node = given(name);
  if (node == nullptr) return missing("\"turn_num\" or \"turn_idx\"");
  const char* const end = node->text.data() + node->text.size();
  const auto [stop, error] = std::from_chars(node->text.data(), end, out.turn);
  if (!node->is(JsonKind::number) || error != std::errc() || stop != end) {
    return std::unexpected(wrong_type(line_, *node, name, "a whole number"));
  }
  return {};
}

Done GenerationLineParser::read_variant(Generation& out) const {
  const JsonNode* node = given("variant");
  if (node == nullptr) return {};
  const auto variant =
      node->is(JsonKind::string) ? generation_variant_of(node->text) : std::nullopt;
  if (!variant) {
    return std::unexpected(wrong_type(line_, *node, "variant", "\"summary\" or \"dialogue\""));
  }
  out.variant = *variant;
  return {};
}

Done GenerationLineParser::read_status(Generation& out) const {
  const JsonNode* node = given("status");
  if (node == nullptr) return {};
  if (!node->is(JsonKind::string)) {
    return std::unexpected(wrong_type(line_, *node, "status", "text"));
  }
  out.status = is_ok(node->text) ? "ok" : node->text;
  return {};
}

Done GenerationLineParser::read_text(Generation& out) const {
  const bool usual = given("response_text") != nullptr;
  const std::string_view name = usual ? "response_text" : "output_text";
  const JsonNode* node = given(name);
  if (node == nullptr && !out.ok()) return {};
  if (node == nullptr) return missing("\"response_text\" or \"output_text\"");
  if (!node->is(JsonKind::string)) return std::unexpected(wrong_type(line_, *node, name, "text"));
  out.response = node->text;
  return {};
}

JsonProblem GenerationLineParser::problem_of_case(std::string reason) const {
  return line_.problem(*given("case_id"), std::move(reason));
}

JsonProblem GenerationLineParser::problem_of_turn(std::string reason) const {
  const JsonNode* numbered = given("turn_num");
  return line_.problem(numbered != nullptr ? *numbered : *given("turn_idx"), std::move(reason));
}

Result<GenerationFile> read_generations(const std::string& path,
                                        const GenerationReaderOptions& options) {
  PLUMB_TRY(auto lines, LineReader::open(path, options.max_line_bytes));
  return read_generations(std::move(lines), options);
}

Result<GenerationFile> read_generations(LineReader lines, const GenerationReaderOptions& options) {
  GenerationLineParser parser;
  Admission admission(options.cases);
  GenerationFile file;
  const auto next = [&]() -> Result<bool> {  // false at the end
    PLUMB_TRY(const auto line, lines.next());
    if (!line) return false;
    if (is_blank(line->bytes)) return true;
    auto read = parser.read(line->bytes);
    Done done;
    if (read) {
      read->line = line->number;
      done = admission.admit(*read, parser);
    } else {
      done = std::unexpected(std::move(read.error()));
    }
    if (!done) {
      return fail(ErrorCode::invalid_input, fmt::format("{}:{}:{}: {}", lines.name(), line->number,
                                                        done.error().column, done.error().reason));
    }
    file.generations.push_back(*std::move(read));
    return true;
  };
  while (true) {
    auto more = next();
    if (!more && options.skip_bad && more.error().code == ErrorCode::invalid_input) {
      if (file.skipped++ == 0) file.first_skipped = std::move(more.error().message);
      continue;
    }
    if (!more) return std::unexpected(std::move(more.error()));
    if (!*more) return file;
  }
}

}  // namespace plumb
