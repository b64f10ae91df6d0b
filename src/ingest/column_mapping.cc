#include "ingest/column_mapping.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "base/suggest.h"

namespace plumb {
namespace {

std::unexpected<Error> no_field(std::string_view field, const MappedRecord& record) {
  std::vector<std::string> names;
  if (record.labels != nullptr) names.emplace_back("label");
  for (const MappedRecord::Field& each : record.fields) names.push_back(each.name);
  return fail(ErrorCode::invalid_input,
              fmt::format("{} have no field \"{}\"; they have {}{}", record.many, field,
                          fmt::join(names, ", "), did_you_mean(field, names)));
}

}  // namespace

Result<void> map_columns(std::span<const ColumnMapping> mappings, const MappedRecord& record) {
  for (std::size_t i = 0; i < mappings.size(); ++i) {
    const auto& [field, column] = mappings[i];
    if (field == "label" && record.labels != nullptr) {
      if (!*record.labels) record.labels->emplace();
      (*record.labels)->push_back(column);
      continue;
    }
    const auto found = std::ranges::find(record.fields, field, &MappedRecord::Field::name);
    if (found == record.fields.end()) return no_field(field, record);
    if (std::ranges::find(mappings.first(i), field, &ColumnMapping::field) !=
        mappings.begin() + static_cast<std::ptrdiff_t>(i)) {
      return fail(ErrorCode::invalid_input,
                  fmt::format("{} is named twice, as \"{}\" and \"{}\"; {} has one", field,
                              *found->column, column, record.one));
    }
    *found->column = column;
  }
  return {};
}

void GivenNames::expect(std::string path, std::string what) {
  unseen_.push_back({std::move(path), std::move(what)});
}

void GivenNames::see(const JsonLineParser& line) {
  if (unseen_.empty()) return;
  std::erase_if(unseen_, [&](const Name& name) { return line.find(name.path) != nullptr; });
}

Result<void> GivenNames::check(std::string_view file) const {
  if (unseen_.empty()) return {};
  return fail(ErrorCode::invalid_input,
              fmt::format("{}: there is no \"{}\" for {} in any line", file, unseen_.front().path,
                          unseen_.front().what));
}

}  // namespace plumb
