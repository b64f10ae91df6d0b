#include "store/streams.h"

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <queue>
#include <tuple>
#include <utility>

#include "store/result_key.h"

namespace plumb {
namespace {

// Those that may still receive come first, then by the time of their completion, which is no
// earlier than that of their last result. $3: those that were completed before it are left out.
constexpr std::string_view kExecutions =
    "SELECT id, results, completed_at FROM executions WHERE project_id = $1 AND removed = 0 AND "
    "($2 = '' OR name = $2) AND results > 0 AND (completed_at IS NULL OR completed_at >= $3) "
    "ORDER BY CASE WHEN completed_at IS NULL THEN 0 ELSE 1 END, completed_at DESC, id DESC";
constexpr std::string_view kReceived = "SELECT received_at FROM results WHERE key = $1";
constexpr std::string_view kLastReceived =
    "SELECT number, received_at FROM results WHERE key BETWEEN $1 AND $2 ORDER BY key DESC LIMIT "
    "$3";

struct Part {
  ExecutionId execution{};
  std::int64_t results = 0;
  std::optional<UtcTime> completed;
};

struct Arrival {
  UtcTime time;
  ExecutionId execution{};
  std::int64_t number = 0;

  auto key() const { return std::tuple(time, execution, number); }
  friend bool operator>(const Arrival& a, const Arrival& b) { return a.key() > b.key(); }
};

Result<Part> read_part(const SqlRow& row) {
  Part part;
  PLUMB_CHECK_RESULT(row.read(part.execution, part.results, part.completed));
  return part;
}

// The newest arrivals of all that were added: the oldest of them on top.
class Newest {
 public:
  explicit Newest(std::int64_t most) : most_(static_cast<std::size_t>(most)) {}

  bool admits(UtcTime time) const { return kept_.size() < most_ || time >= kept_.top().time; }
  void add(const Arrival& arrival) {
    kept_.push(arrival);
    if (kept_.size() > most_) kept_.pop();
  }

  // A piece an execution, from the first number that stayed to the end.
  std::vector<WindowPiece> pieces(const std::vector<Part>& parts) {
    std::vector<WindowPiece> pieces;
    for (const Part& part : parts) pieces.push_back({part.execution, part.results, part.results});
    std::ranges::sort(pieces, {}, &WindowPiece::execution);
    for (; !kept_.empty(); kept_.pop()) {
      const Arrival& arrival = kept_.top();
      const auto piece =
          std::ranges::lower_bound(pieces, arrival.execution, {}, &WindowPiece::execution);
      piece->from = std::min(piece->from, arrival.number);
    }
    std::erase_if(pieces, [](const WindowPiece& piece) { return piece.results() == 0; });
    return pieces;
  }

 private:
  std::size_t most_;
  std::priority_queue<Arrival, std::vector<Arrival>, std::greater<>> kept_;
};

// The first number whose result arrived at `time` or later: arrivals ascend with the numbers.
Result<std::int64_t> first_since(SqlConnection& connection, const Part& part, UtcTime time) {
  std::int64_t low = 0;
  std::int64_t high = part.results;
  while (low < high) {
    const std::int64_t middle = low + (high - low) / 2;
    PLUMB_TRY(const std::int64_t received,
              connection.number(kReceived, result_key(part.execution, middle)));
    if (received >= time.time_since_epoch().count()) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

}  // namespace

Result<std::vector<WindowPiece>> Streams::newest(ProjectId project, std::string_view stream,
                                                 std::int64_t most) {
  using Pieces = std::vector<WindowPiece>;
  if (most < 1) return Pieces();
  return database_.read([&](SqlConnection& connection) -> Result<Pieces> {
    PLUMB_TRY(const auto parts,
              connection.rows(read_part, kExecutions, project, stream, UtcTime::min()));
    Newest newest(most);
    for (const Part& part : parts) {
      if (part.completed && !newest.admits(*part.completed)) break;
      const auto add = [&](const SqlRow& row) -> Result<void> {
        Arrival arrival;
        arrival.execution = part.execution;
        PLUMB_CHECK_RESULT(row.read(arrival.number, arrival.time));
        newest.add(arrival);
        return {};
      };
      const std::array<SqlValue, 3> values = {result_key(part.execution, 0),
                                              last_result_key(part.execution),
                                              std::min(most, part.results)};
      PLUMB_CHECK_RESULT(connection.run(kLastReceived, values, add));
    }
    return newest.pieces(parts);
  });
}

Result<std::vector<WindowPiece>> Streams::since(ProjectId project, std::string_view stream,
                                                UtcTime time) {
  using Pieces = std::vector<WindowPiece>;
  return database_.read([&](SqlConnection& connection) -> Result<Pieces> {
    PLUMB_TRY(const auto parts, connection.rows(read_part, kExecutions, project, stream, time));
    Pieces pieces;
    for (const Part& part : parts) {
      PLUMB_TRY(const std::int64_t from, first_since(connection, part, time));
      if (from < part.results) pieces.push_back({part.execution, from, part.results});
    }
    std::ranges::sort(pieces, {}, &WindowPiece::execution);
    return pieces;
  });
}

std::int64_t results_in(const std::vector<WindowPiece>& window) {
  std::int64_t results = 0;
  for (const WindowPiece& piece : window) results += piece.results();
  return results;
}

}  // namespace plumb
