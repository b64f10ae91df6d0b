#include "ingest/execution_csv.h"

#include <fmt/format.h>

#include <algorithm>

namespace plumb {
Result<ExecutionCsvParser> ExecutionCsvParser::open(CsvReader reader,
                                                    const ExecutionColumns& columns) {
  ExecutionCsvParser parser(std::move(reader));
  PLUMB_TRY(parser.columns_, CsvColumns::read(parser.reader_));
  PLUMB_CHECK_RESULT(parser.map(columns));
  PLUMB_CHECK_RESULT(parser.map_labels(columns));
  return parser;
}

Result<void> ExecutionCsvParser::map(const ExecutionColumns& columns) {
  static const ExecutionColumns kUsual;
  struct Wanted {
    const std::string& name;
    const std::string& usual;
    Column& column;
    bool required = false;
  };
  for (const Wanted& wanted :
       {Wanted{columns.response, kUsual.response, response_, true},
        Wanted{columns.id, kUsual.id, id_}, Wanted{columns.prompt, kUsual.prompt, prompt_},
        Wanted{columns.severity, kUsual.severity, severity_},
        Wanted{columns.tools, kUsual.tools, tools_},
        Wanted{columns.embedding, kUsual.embedding, embedding_}}) {
    wanted.column = columns_.find(wanted.name);
    if (wanted.column || (!wanted.required && wanted.name == wanted.usual)) continue;
    return columns_.missing({&wanted.name, 1}, "the " + wanted.usual);
  }
  return {};
}

Result<void> ExecutionCsvParser::map_labels(const ExecutionColumns& columns) {
  const auto taken = [&](std::size_t i) {
    const auto is = [i](const Column& column) { return column == i; };
    return is(id_) || is(prompt_) || is(response_) || is(severity_) || is(tools_) || is(embedding_);
  };
  if (columns.labels) {
    for (const std::string& name : *columns.labels) {
      const auto column = columns_.find(name);
      if (!column) return columns_.missing({&name, 1}, "a label");
      labels_.emplace_back(name, *column);
    }
  } else {
    const auto names = columns_.names();
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (!taken(i) && !names[i].empty()) labels_.emplace_back(names[i], i);
    }
  }
  std::ranges::sort(labels_);
  labels_.erase(std::unique(labels_.begin(), labels_.end()), labels_.end());
  return {};
}

Result<bool> ExecutionCsvParser::next(Response& out) {
  PLUMB_TRY(record_, reader_.next());
  if (record_.empty()) return false;
  PLUMB_CHECK_RESULT(columns_.check_width(reader_, record_));
  out.response = record_[*response_].text;
  const auto text_of = [&](Column column) {
    const CsvField* cell = given(column);
    return cell == nullptr ? std::optional<std::string>() : std::string(cell->text);
  };
  out.id = text_of(id_).value_or(std::string());
  out.prompt = text_of(prompt_);
  out.severity.reset();
  if (const CsvField* cell = given(severity_)) {
    const auto level = read_severity(cell->text);
    if (!level) return bad(*cell, level.error());
    out.severity = *level;
  }
  out.tools.reset();
  if (const CsvField* cell = given(tools_)) {
    PLUMB_CHECK_RESULT(read_tools_cell(*cell, out.tools.emplace()));
  }
  out.embedding.clear();
  if (const CsvField* cell = given(embedding_)) {
    PLUMB_CHECK_RESULT(read_embedding_cell(*cell, out.embedding));
  }
  out.labels.clear();
  for (const auto& [name, column] : labels_) {
    if (!record_[column].text.empty()) out.labels.emplace_back(name, record_[column].text);
  }
  return true;
}

Result<void> ExecutionCsvParser::read_tools_cell(const CsvField& cell, std::vector<ToolCall>& out) {
  if (stripped_cell(cell.text).starts_with('[')) {
    auto done = json_.parse_value(cell.text);
    if (done) done = read_tools(json_, json_.nodes().front(), "tools", out);
    if (!done) return bad(cell, fmt::format("\"tools\": {}", done.error().reason));
    return {};
  }
  const char separator = cell.text.find(';') != std::string_view::npos ? ';' : ',';
  for (std::string_view rest = cell.text;;) {
    const std::size_t end = std::min(rest.find(separator), rest.size());
    const std::string_view name = stripped_cell(rest.substr(0, end));
    if (auto fine = check_tool_name(name); !fine) return bad(cell, fine.error());
    out.push_back({std::string(name), {}, {}});
    if (end == rest.size()) return {};
    rest.remove_prefix(end + 1);
  }
}

Result<void> ExecutionCsvParser::read_embedding_cell(const CsvField& cell,
                                                     std::vector<float>& out) {
  if (!stripped_cell(cell.text).starts_with('[')) {
    return bad(cell, fmt::format("\"embedding\" is {}, not an array of numbers", shown(cell.text)));
  }
  auto done = json_.parse_value(cell.text);
  if (done) done = read_embedding(json_, json_.nodes().front(), "embedding", out);
  if (!done) return bad(cell, fmt::format("\"embedding\": {}", done.error().reason));
  return {};
}

const CsvField* ExecutionCsvParser::given(Column column) const {
  return column && !record_[*column].text.empty() ? &record_[*column] : nullptr;
}

std::string ExecutionCsvParser::id_place() const {
  return reader_.place(id_ ? record_[*id_].offset : 0);
}

std::unexpected<Error> ExecutionCsvParser::bad(const CsvField& cell,
                                               std::string_view reason) const {
  return fail(ErrorCode::invalid_input, fmt::format("{}: {}", reader_.place(cell.offset), reason));
}

}  // namespace plumb
