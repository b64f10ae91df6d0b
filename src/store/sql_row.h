// A row that a statement gives, read column by column into typed fields:
//
//   PLUMB_CHECK_RESULT(row.read(project.id, project.name, project.created));
//
// Names of enums are looked up again; one that this program does not know is an error, not a guess.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/secret.h"
#include "record/access.h"
#include "record/comparison.h"
#include "record/job.h"
#include "record/stored_execution.h"
#include "store/sql_value.h"

namespace plumb {

// Every enum that is stored by its name.
constexpr auto all_values(Scope) {
  return kScopes;
}
constexpr auto all_values(ExecutionState) {
  return kExecutionStates;
}
constexpr auto all_values(JobState) {
  return kJobStates;
}
constexpr auto all_values(Severity) {
  return kSeverities;
}
constexpr auto all_values(Verdict) {
  return std::array{Verdict::stable, Verdict::undecided, Verdict::drifted};
}
constexpr auto all_values(Grade) {
  return std::array{Grade::a, Grade::b, Grade::c, Grade::d, Grade::f};
}

class SqlRow {
 public:
  virtual ~SqlRow() = default;
  virtual bool is_null(int column) const = 0;
  virtual std::int64_t integer(int column) const = 0;
  virtual double real(int column) const = 0;
  // Text or bytes, until the next row.
  virtual std::string_view bytes(int column) const = 0;

  // The columns in their order. Fails with corrupt.
  template <class... Fields>
  Result<void> read(Fields&... fields) const {
    return read_from(0, fields...);
  }
  // Those from this one on.
  template <class... Fields>
  Result<void> read_from(int column, Fields&... fields) const {
    std::optional<Error> error;
    (get(column++, fields, error), ...);
    if (error) return std::unexpected<Error>(*std::move(error));
    return {};
  }

 private:
  using Failure = std::optional<Error>;

  template <std::integral T>
  void get(int column, T& out, Failure&) const {
    out = static_cast<T>(integer(column));
  }
  void get(int column, double& out, Failure&) const { out = real(column); }
  void get(int column, std::string& out, Failure&) const { out = bytes(column); }
  void get(int column, Secret& out, Failure&) const { out = bytes(column); }
  void get(int column, UtcTime& out, Failure&) const {
    out = UtcTime(std::chrono::milliseconds(integer(column)));
  }
  void get(int column, std::vector<float>& out, Failure& error) const {
    const std::string_view raw = bytes(column);
    if (raw.size() % sizeof(float) != 0) {
      error =
          Error{ErrorCode::corrupt, "the database holds a vector of " + std::to_string(raw.size()) +
                                        " bytes, which is no number of floats; run plumb db "
                                        "check, and restore a backup"};
      return;
    }
    out.resize(raw.size() / sizeof(float));
    if (!raw.empty()) std::memcpy(out.data(), raw.data(), raw.size());
  }
  template <IdNumber T>
  void get(int column, T& out, Failure&) const {
    out = static_cast<T>(integer(column));
  }
  template <NamedValue T>
  void get(int column, T& out, Failure& error) const {
    const std::string_view name = bytes(column);
    for (const T each : all_values(T{})) {
      if (name_of(each) == name) {
        out = each;
        return;
      }
    }
    error =
        Error{ErrorCode::corrupt, "the database holds the word \"" + std::string(name) +
                                      "\" where this Plumb knows none such; run plumb db check"};
  }
  template <class T>
  void get(int column, std::optional<T>& out, Failure& error) const {
    if (is_null(column)) {
      out.reset();
    } else {
      get(column, out.emplace(), error);
    }
  }
};

}  // namespace plumb
