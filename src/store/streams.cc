#include "store/streams.h"

#include <algorithm>
#include <array>
#include <queue>
#include <string_view>
#include <tuple>
#include <utility>

#include "store/result_key.h"

namespace plumb {
namespace {

// What came since the monitor started came last, so the index by arrival knows where it is.
constexpr std::string_view kUnread =
    "SELECT e.id, coalesce(p.next_number, 0), e.results, e.created_at FROM executions e LEFT JOIN "
    "monitor_positions p ON p.monitor_id = $1 AND p.execution_id = e.id WHERE e.project_id = $2 "
    "AND e.received_at >= $4 AND e.removed = 0 AND ($3 = '' OR e.name = $3) AND e.results > "
    "coalesce(p.next_number, 0) ORDER BY e.created_at, e.id";
constexpr std::string_view kNextReceived =
    "SELECT received_at FROM results WHERE key BETWEEN $1 AND $2 ORDER BY key LIMIT $3";

// Of an execution of the stream.
struct UnreadPart {
  WindowPiece piece;
  UtcTime created;
};

Result<UnreadPart> read_part(const SqlRow& row) {
  UnreadPart part;
  PLUMB_CHECK_RESULT(row.read(part.piece.execution, part.piece.from, part.piece.to, part.created));
  return part;
}

// By the time when the executions were made.
Result<std::vector<UnreadPart>> unread_parts(SqlConnection& connection, const Monitor& monitor) {
  return connection.rows(read_part, kUnread, monitor.id, monitor.project, monitor.settings.stream,
                         monitor.state.started);
}

struct Arrival {
  UtcTime time;
  ExecutionId execution{};
  std::int64_t number = 0;

  auto key() const { return std::tuple(time, execution, number); }
  friend bool operator<(const Arrival& a, const Arrival& b) { return a.key() < b.key(); }
};

// The oldest arrivals of all that were added: the newest of them on top.
class Oldest {
 public:
  explicit Oldest(std::int64_t most) : most_(static_cast<std::size_t>(most)) {}

  bool admits(UtcTime time) const { return kept_.size() < most_ || time <= kept_.top().time; }
  void add(const Arrival& arrival) {
    kept_.push(arrival);
    if (kept_.size() > most_) kept_.pop();
  }

  // A piece an execution, from its first number on.
  std::vector<WindowPiece> pieces(const std::vector<UnreadPart>& unread) {
    std::vector<WindowPiece> pieces;
    for (const UnreadPart& part : unread) {
      pieces.push_back({part.piece.execution, part.piece.from, part.piece.from});
    }
    std::ranges::sort(pieces, {}, &WindowPiece::execution);
    for (; !kept_.empty(); kept_.pop()) {
      const auto piece =
          std::ranges::lower_bound(pieces, kept_.top().execution, {}, &WindowPiece::execution);
      ++piece->to;
    }
    std::erase_if(pieces, [](const WindowPiece& piece) { return piece.results() == 0; });
    return pieces;
  }

 private:
  std::size_t most_;
  std::priority_queue<Arrival> kept_;
};

Result<void> add_arrivals(SqlConnection& connection, const WindowPiece& piece, std::int64_t most,
                          Oldest& oldest) {
  Arrival arrival{UtcTime::min(), piece.execution, piece.from};
  const auto add = [&](const SqlRow& row) -> Result<void> {
    UtcTime received;
    PLUMB_CHECK_RESULT(row.read(received));
    // Where a clock was set back: the order within an execution is that of the numbers.
    arrival.time = std::max(arrival.time, received);
    oldest.add(arrival);
    ++arrival.number;
    return {};
  };
  const std::array<SqlValue, 3> values = {result_key(piece.execution, piece.from),
                                          result_key(piece.execution, piece.to - 1),
                                          std::min(most, piece.results())};
  PLUMB_CHECK_RESULT(connection.run(kNextReceived, values, add));
  return {};
}

}  // namespace

Result<std::vector<WindowPiece>> Streams::unread(const Monitor& monitor) {
  using Pieces = std::vector<WindowPiece>;
  return database_.read([&](SqlConnection& connection) -> Result<Pieces> {
    PLUMB_TRY(const auto parts, unread_parts(connection, monitor));
    Pieces pieces;
    for (const UnreadPart& part : parts) pieces.push_back(part.piece);
    std::ranges::sort(pieces, {}, &WindowPiece::execution);
    return pieces;
  });
}

Result<std::vector<WindowPiece>> Streams::oldest_unread(const Monitor& monitor, std::int64_t most) {
  using Pieces = std::vector<WindowPiece>;
  if (most < 1) return Pieces();
  return database_.read([&](SqlConnection& connection) -> Result<Pieces> {
    PLUMB_TRY(const auto parts, unread_parts(connection, monitor));
    Oldest oldest(most);
    for (const UnreadPart& part : parts) {
      if (!oldest.admits(part.created)) break;  // no result is older than its execution
      PLUMB_CHECK_RESULT(add_arrivals(connection, part.piece, most, oldest));
    }
    return oldest.pieces(parts);
  });
}

std::int64_t results_in(const std::vector<WindowPiece>& window) {
  std::int64_t results = 0;
  for (const WindowPiece& piece : window) results += piece.results();
  return results;
}

}  // namespace plumb
