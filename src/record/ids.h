// The numbers by which the store knows things. Distinct types: a BaselineId does not compile
// where an ExecutionId is asked for.
#pragma once

#include <cstdint>

namespace plumb {

enum class ProjectId : std::int64_t {};
enum class ApiKeyId : std::int64_t {};
enum class ExecutionId : std::int64_t {};
enum class BaselineId : std::int64_t {};
enum class ComparisonId : std::int64_t {};
enum class SessionId : std::int64_t {};
enum class ExperimentId : std::int64_t {};
enum class StereotypeAnalysisId : std::int64_t {};
enum class JobId : std::int64_t {};
enum class MonitorId : std::int64_t {};
enum class AuditLineId : std::int64_t {};

template <class Id>
constexpr std::int64_t number_of(Id id) {
  return static_cast<std::int64_t>(id);
}

}  // namespace plumb
