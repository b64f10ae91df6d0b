#include "ingest/execution_csv.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace plumb {
namespace {

std::string_view stripped(std::string_view text) {
  const std::size_t begin = std::min(text.find_first_not_of(" \t"), text.size());
  return text.substr(begin, text.find_last_not_of(" \t") + 1 - begin);
}

std::string listed(std::span<const std::string> names) {
  return fmt::format("\"{}\"", fmt::join(names, "\", \""));
}

std::optional<std::size_t> index_of(std::span<const std::string> names, std::string_view name) {
  const auto found = std::ranges::find(names, name);
  if (found == names.end()) return std::nullopt;
  return static_cast<std::size_t>(found - names.begin());
}

// A file of another separator is one column whose name holds all of them.
std::string_view separator_hint(std::span<const std::string> names) {
  const bool other = names.size() == 1 && names[0].find_first_of(";\t|") != std::string::npos;
  return other ? "; fields are separated by commas here" : "";
}

}  // namespace

Result<ExecutionCsvParser> ExecutionCsvParser::open(CsvReader reader,
                                                    const ExecutionColumns& columns) {
  ExecutionCsvParser parser(std::move(reader));
  PLUMB_TRY(const auto header, parser.reader_.next());
  if (header.empty()) {
    return fail(ErrorCode::invalid_input,
                fmt::format("{} is empty; the first line of a CSV file names its columns",
                            parser.reader_.lines().name()));
  }
  std::vector<std::string> names;
  for (const CsvField& field : header) {
    names.emplace_back(stripped(field.text));
    const auto first = index_of(names, names.back());
    if (!names.back().empty() && *first + 1 < names.size()) {
      return parser.bad(field, fmt::format("the column \"{}\" comes twice", shown(names.back())));
    }
  }
  PLUMB_CHECK_RESULT(parser.map(names, columns));
  PLUMB_CHECK_RESULT(parser.map_labels(names, columns));
  return parser;
}

Result<void> ExecutionCsvParser::map(std::span<const std::string> names,
                                     const ExecutionColumns& columns) {
  static const ExecutionColumns kUsual;
  width_ = names.size();
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
    wanted.column = index_of(names, wanted.name);
    if (wanted.column || (!wanted.required && wanted.name == wanted.usual)) continue;
    return fail(ErrorCode::invalid_input,
                fmt::format("{}:{}:1: there is no column \"{}\" for the {}; the columns are {}{}",
                            reader_.lines().name(), reader_.line(), wanted.name, wanted.usual,
                            listed(names), separator_hint(names)));
  }
  return {};
}

Result<void> ExecutionCsvParser::map_labels(std::span<const std::string> names,
                                            const ExecutionColumns& columns) {
  const auto taken = [&](std::size_t i) {
    const auto is = [i](const Column& column) { return column == i; };
    return is(id_) || is(prompt_) || is(response_) || is(severity_) || is(tools_) || is(embedding_);
  };
  if (columns.labels) {
    for (const std::string& name : *columns.labels) {
      const auto column = index_of(names, name);
      if (!column) {
        return fail(ErrorCode::invalid_input,
                    fmt::format("{}:{}:1: there is no column \"{}\" for a label; the columns are "
                                "{}{}",
                                reader_.lines().name(), reader_.line(), name, listed(names),
                                separator_hint(names)));
      }
      labels_.emplace_back(name, *column);
    }
  } else {
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
  if (record_.size() != width_) {
    return bad(record_.front(),
               fmt::format("the record has {} field{}, but the header names {}", record_.size(),
                           record_.size() == 1 ? "" : "s", width_));
  }
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
  if (stripped(cell.text).starts_with('[')) {
    auto done = json_.parse_value(cell.text);
    if (done) done = read_tools(json_, json_.nodes().front(), "tools", out);
    if (!done) return bad(cell, fmt::format("\"tools\": {}", done.error().reason));
    return {};
  }
  const char separator = cell.text.find(';') != std::string_view::npos ? ';' : ',';
  for (std::string_view rest = cell.text;;) {
    const std::size_t end = std::min(rest.find(separator), rest.size());
    const std::string_view name = stripped(rest.substr(0, end));
    if (auto fine = check_tool_name(name); !fine) return bad(cell, fine.error());
    out.push_back({std::string(name), {}, {}});
    if (end == rest.size()) return {};
    rest.remove_prefix(end + 1);
  }
}

Result<void> ExecutionCsvParser::read_embedding_cell(const CsvField& cell,
                                                     std::vector<float>& out) {
  if (!stripped(cell.text).starts_with('[')) {
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
