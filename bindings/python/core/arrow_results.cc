#include "arrow_results.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "errors.h"
#include "ingest/execution_fields.h"
#include "text/utf8.h"

namespace plumb::python {
namespace nb = nanobind;
namespace {

using Column = std::optional<ArrowColumn>;

void check_type(const Column& column, bool fits, std::string_view expected) {
  if (!column || fits) return;
  refuse(fmt::format("the column \"{}\" is an Arrow array of the format \"{}\"; {} are expected",
                     column->name(), column->format(), expected));
}

void check_texts(const Column& column) {
  check_type(column, column && column->is_text(), "strings");
}

// What a row lacks or has wrong, by the id that people know it by.
std::unexpected<Error> bad(std::string_view id, std::string_view reason) {
  return fail(ErrorCode::invalid_input, fmt::format("the result \"{}\": {}", shown(id), reason));
}

// A text that is there and is UTF-8, which engines do not all promise.
Result<std::optional<std::string_view>> text_of(const Column& column, std::int64_t row,
                                                std::string_view id) {
  if (!column || column->is_null(row)) return std::nullopt;
  const std::string_view text = column->text(row);
  if (is_valid_utf8(text)) return text;
  return bad(replace_invalid_utf8(id), fmt::format("\"{}\" is not UTF-8", column->name()));
}

}  // namespace

struct ArrowResults::Batch {
  HeldArrow held;
  std::int64_t rows = 0;
  Column id, prompt, response, severity, tools, labels, embedding;

  void find_columns();
  void check_columns() const;
};

void ArrowResults::Batch::find_columns() {
  const ArrowColumn all(held.schema, held.array);
  if (all.format() != "+s") {
    refuse(fmt::format("a batch is an Arrow array of the format \"{}\"; a record batch is expected",
                       all.format()));
  }
  rows = all.length();
  for (std::int64_t i = 0; i < all.children(); ++i) {
    const ArrowColumn column = all.child(i);
    if (column.name() == "id") id = column;
    if (column.name() == "prompt") prompt = column;
    if (column.name() == "response") response = column;
    if (column.name() == "severity") severity = column;
    if (column.name() == "tools") tools = column;
    if (column.name() == "labels") labels = column;
    if (column.name() == "embedding") embedding = column;
  }
}

void ArrowResults::Batch::check_columns() const {
  if (!id || !response) {
    refuse(fmt::format("a batch has no column \"{}\", which every result needs",
                       id ? "response" : "id"));
  }
  for (const Column* each : {&id, &prompt, &response, &severity}) check_texts(*each);
  check_type(tools, tools && tools->is_list() && !tools->is_map() && tools->child(0).is_text(),
             "lists of strings");
  check_type(embedding, embedding && embedding->is_list() && embedding->child(0).is_number(),
             "lists of floats");
  if (!labels) return;
  bool is_texts = labels->is_map() && labels->child(0).children() == 2;
  for (int64_t i = 0; is_texts && i < 2; ++i) is_texts = labels->child(0).child(i).is_text();
  check_type(labels, is_texts, "maps of strings to strings");
}

ArrowResults::ArrowResults(nb::handle batches)
    : batches_(nb::steal(PyObject_GetIter(batches.ptr()))) {
  if (!batches_.is_valid()) throw nb::python_error();
}

ArrowResults::~ArrowResults() = default;

bool ArrowResults::next_batch() {
  const nb::gil_scoped_acquire lock;
  batch_.reset();
  const nb::object source = nb::steal(PyIter_Next(batches_.ptr()));
  if (PyErr_Occurred() != nullptr) throw nb::python_error();
  if (!source.is_valid()) return false;
  if (!nb::hasattr(source, "__arrow_c_array__")) {
    refuse(fmt::format("a batch is of the type {}; a record batch of Arrow is expected",
                       Py_TYPE(source.ptr())->tp_name));
  }
  const nb::tuple capsules = nb::tuple(source.attr("__arrow_c_array__")());
  auto batch = std::make_unique<Batch>();
  auto* schema = PyCapsule_GetPointer(capsules[0].ptr(), "arrow_schema");
  auto* array = PyCapsule_GetPointer(capsules[1].ptr(), "arrow_array");
  if (schema == nullptr || array == nullptr) throw nb::python_error();
  batch->held.take(*static_cast<ArrowSchema*>(schema), *static_cast<ArrowArray*>(array));
  batch->find_columns();
  if (batch->rows > 0) batch->check_columns();
  batch_ = std::move(batch);
  row_ = 0;
  return true;
}

Result<const Response*> ArrowResults::next() {
  while (!batch_ || row_ == batch_->rows) {
    if (!next_batch()) return nullptr;
  }
  PLUMB_CHECK_RESULT(read(row_++));
  return &response_;
}

Result<void> ArrowResults::read(std::int64_t row) {
  ++results_;
  const Batch& from = *batch_;
  PLUMB_TRY(const auto id, text_of(from.id, row, "?"));
  if (!id || id->empty()) {
    return fail(ErrorCode::invalid_input,
                "a row has no id; give every row one before they are split, as by its source and "
                "line");
  }
  if (ids_.insert(*id, results_)) {
    return bad(*id, "its id comes twice; give each result its own");
  }
  response_.id = *id;
  PLUMB_TRY(const auto response, text_of(from.response, row, *id));
  if (!response) return bad(*id, "there is no response; fill it, or leave the row out");
  response_.response = *response;
  PLUMB_TRY(const auto prompt, text_of(from.prompt, row, *id));
  response_.prompt.reset();
  if (prompt) response_.prompt.emplace(*prompt);
  PLUMB_TRY(const auto severity, text_of(from.severity, row, *id));
  response_.severity.reset();
  if (severity) {
    const auto level = read_severity(*severity);
    if (!level) return bad(*id, level.error());
    response_.severity = *level;
  }
  PLUMB_CHECK_RESULT(read_tools(row));
  PLUMB_CHECK_RESULT(read_labels(row));
  return read_embedding(row);
}

Result<void> ArrowResults::read_tools(std::int64_t row) {
  const Column& tools = batch_->tools;
  response_.tools.reset();
  if (!tools || tools->is_null(row)) return {};
  const Column names = tools->child(0);
  response_.tools.emplace();
  for (auto [at, end] = tools->elements(row); at < end; ++at) {
    PLUMB_TRY(const auto name, text_of(names, at, response_.id));
    if (!name) return bad(response_.id, "a tool's name is null");
    if (const auto fine = check_tool_name(*name); !fine) return bad(response_.id, fine.error());
    response_.tools->push_back({std::string(*name), "", ""});
  }
  return {};
}

Result<void> ArrowResults::read_labels(std::int64_t row) {
  const Column& labels = batch_->labels;
  response_.labels.clear();
  if (!labels || labels->is_null(row)) return {};
  const Column names = labels->child(0).child(0);
  const Column values = labels->child(0).child(1);
  for (auto [at, end] = labels->elements(row); at < end; ++at) {
    PLUMB_TRY(const auto name, text_of(names, at, response_.id));
    PLUMB_TRY(const auto label, text_of(values, at, response_.id));
    if (name && label) response_.labels.emplace_back(*name, *label);
  }
  std::ranges::sort(response_.labels);
  const auto twice = std::ranges::adjacent_find(
      response_.labels, [](const auto& a, const auto& b) { return a.first == b.first; });
  if (twice == response_.labels.end()) return {};
  return bad(response_.id, fmt::format("the label \"{}\" comes twice", shown(twice->first)));
}

Result<void> ArrowResults::read_embedding(std::int64_t row) {
  const Column& embedding = batch_->embedding;
  response_.embedding.clear();
  if (!embedding || embedding->is_null(row)) return {};
  const ArrowColumn numbers = embedding->child(0);
  for (auto [at, end] = embedding->elements(row); at < end; ++at) {
    if (numbers.is_null(at)) return bad(response_.id, "a component of its embedding is null");
    response_.embedding.push_back(numbers.number(at));
  }
  return {};
}

}  // namespace plumb::python
