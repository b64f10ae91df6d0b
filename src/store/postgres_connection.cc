#include "store/postgres_connection.h"

#include <fmt/format.h>
#include <libpq-fe.h>

#include <array>
#include <bit>
#include <charconv>
#include <cstring>
#include <vector>

#include "store/checked_text.h"
#include "store/dialect.h"

namespace plumb {
namespace {

struct ClearResult {
  void operator()(PGresult* result) const { PQclear(result); }
};
using Answer = std::unique_ptr<PGresult, ClearResult>;

// Numbers travel as eight bytes, the highest first.
std::array<char, 8> wire_bytes(std::uint64_t value) {
  std::array<char, 8> bytes;
  const std::uint64_t swapped = __builtin_bswap64(value);
  std::memcpy(bytes.data(), &swapped, bytes.size());
  return bytes;
}

std::uint64_t from_wire(const char* bytes, int size) {
  std::uint64_t value = 0;
  for (int i = 0; i < size; ++i) value = value << 8U | static_cast<unsigned char>(bytes[i]);
  return value;
}

// The parameters of one call as libpq wants them: pointers into the values or into `numbers`.
struct Parameters {
  explicit Parameters(std::span<const SqlValue> values)
      : numbers(values.size()),
        data(values.size()),
        sizes(values.size()),
        formats(values.size(), 1) {
    for (std::size_t i = 0; i < values.size(); ++i) add(i, values[i]);
  }

  void add(std::size_t i, const SqlValue& value) {
    if (value.is_null()) return;
    switch (value.type()) {
      case SqlValue::Type::integer:
        numbers[i] = wire_bytes(static_cast<std::uint64_t>(value.integer()));
        break;
      case SqlValue::Type::real:
        numbers[i] = wire_bytes(std::bit_cast<std::uint64_t>(value.real()));
        break;
      case SqlValue::Type::text:
      case SqlValue::Type::bytes:
        data[i] = value.text().empty() ? "" : value.text().data();
        sizes[i] = static_cast<int>(value.text().size());
        return;
    }
    data[i] = numbers[i].data();
    sizes[i] = static_cast<int>(numbers[i].size());
  }

  std::vector<std::array<char, 8>> numbers;
  std::vector<const char*> data;
  std::vector<int> sizes;
  std::vector<int> formats;  // 1: binary
};

// Numbers of the types in PostgreSQL's catalogue; they never change.
Oid type_number(SqlValue::Type type) {
  switch (type) {
    case SqlValue::Type::integer:
      return 20;
    case SqlValue::Type::real:
      return 701;
    case SqlValue::Type::text:
      return 25;
    case SqlValue::Type::bytes:
      return 17;
  }
  std::unreachable();
}

class PostgresRow final : public SqlRow {
 public:
  explicit PostgresRow(const PGresult* result) : result_(result) {}
  void go_to(int row) { row_ = row; }

  bool is_null(int column) const override { return PQgetisnull(result_, row_, column) != 0; }
  std::int64_t integer(int column) const override {
    const int size = PQgetlength(result_, row_, column);
    const std::uint64_t value = from_wire(PQgetvalue(result_, row_, column), size);
    return size == 4 ? static_cast<std::int32_t>(value) : static_cast<std::int64_t>(value);
  }
  double real(int column) const override {
    return std::bit_cast<double>(from_wire(PQgetvalue(result_, row_, column), 8));
  }
  std::string_view bytes(int column) const override {
    return {PQgetvalue(result_, row_, column),
            static_cast<std::size_t>(PQgetlength(result_, row_, column))};
  }

 private:
  const PGresult* result_;
  int row_ = 0;
};

std::string first_line(std::string_view text) {
  return std::string(text.substr(0, text.find('\n')));
}

bool is_success(const PGresult* result) {
  const ExecStatusType status = PQresultStatus(result);
  return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
}

}  // namespace

Result<std::unique_ptr<PostgresConnection>> PostgresConnection::open(
    const PostgresServer& server, const std::string& name, std::chrono::milliseconds patience) {
  std::unique_ptr<PostgresConnection> made(new PostgresConnection(name, server.password));
  const std::string password(server.password.reveal());
  // The last wins. What the address says comes before, but for the password.
  const std::array<const char*, 6> words = {"connect_timeout",  "dbname",          "password",
                                            "application_name", "client_encoding", nullptr};
  const std::array<const char*, 6> values = {
      "10",   server.uri.c_str(), password.empty() ? nullptr : password.c_str(), "plumb", "UTF8",
      nullptr};
  made->handle_ = PQconnectdbParams(words.data(), values.data(), 1);
  if (PQstatus(made->handle_) != CONNECTION_OK) return made->failure(nullptr);
  PQsetNoticeProcessor(made->handle_, [](void*, const char*) {}, nullptr);
  PLUMB_CHECK_RESULT(made->set_up(patience));
  return made;
}

Result<void> PostgresConnection::set_up(std::chrono::milliseconds patience) {
  // A database or a user may have durability switched off; Plumb's commits never do.
  return run_script(
      fmt::format("SET search_path TO plumb; SET lock_timeout TO {}; SET bytea_output TO hex;"
                  "SELECT set_config('synchronous_commit', 'on', false)"
                  "  WHERE current_setting('synchronous_commit') = 'off'",
                  patience.count()));
}

PostgresConnection::~PostgresConnection() {
  PQfinish(handle_);
}

bool PostgresConnection::is_usable() const {
  return PQstatus(handle_) == CONNECTION_OK;
}

Result<const std::string*> PostgresConnection::prepare(std::string_view sql,
                                                       std::span<const SqlValue> values) {
  const auto known = statements_.find(std::string(sql));
  if (known != statements_.end()) return &known->second;
  constexpr std::size_t kMost = 500;  // lists with filters come in many shapes
  if (statements_.size() >= kMost) {
    PLUMB_CHECK_RESULT(run_script("DEALLOCATE ALL"));
    statements_.clear();
  }
  std::vector<Oid> types;
  for (const SqlValue& value : values) types.push_back(type_number(value.type()));
  std::string name = fmt::format("plumb_{}", statements_.size());
  const Answer answer(PQprepare(handle_, name.c_str(),
                                spelled_for(Dialect::postgresql, sql).c_str(),
                                static_cast<int>(types.size()), types.data()));
  if (!is_success(answer.get())) return failure(answer.get());
  return &statements_.emplace(sql, std::move(name)).first->second;
}

Result<std::int64_t> PostgresConnection::run(std::string_view sql, std::span<const SqlValue> values,
                                             const EachRow& each) {
  for (const SqlValue& value : values) PLUMB_CHECK_RESULT(check_text(value));
  PLUMB_TRY(const std::string* const name, prepare(sql, values));
  const Parameters parameters(values);
  const Answer answer(PQexecPrepared(handle_, name->c_str(), static_cast<int>(values.size()),
                                     parameters.data.data(), parameters.sizes.data(),
                                     parameters.formats.data(), 1));
  if (!is_success(answer.get())) return failure(answer.get());
  PostgresRow row(answer.get());
  for (int i = 0; each && i < PQntuples(answer.get()); ++i) {
    row.go_to(i);
    PLUMB_CHECK_RESULT(each(row));
  }
  const std::string_view changed = PQcmdTuples(answer.get());
  std::int64_t count = 0;
  std::from_chars(changed.data(), changed.data() + changed.size(), count);
  return count;
}

Result<void> PostgresConnection::run_script(std::string_view sql) {
  const Answer answer(PQexec(handle_, spelled_for(Dialect::postgresql, sql).c_str()));
  if (!is_success(answer.get())) return failure(answer.get());
  return {};
}

Result<void> PostgresConnection::begin(Access access) {
  // A reader sees one moment, as SQLite's do.
  return run_script(access == Access::write ? "BEGIN"
                                            : "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
}

Result<void> PostgresConnection::commit() {
  const Answer answer(PQexec(handle_, "COMMIT"));
  if (!is_usable()) {
    return fail(ErrorCode::io,
                fmt::format("the connection to {} was lost during a commit, so nobody knows "
                            "whether it is there; send the same again: nothing is doubled",
                            name_));
  }
  if (!is_success(answer.get())) return failure(answer.get());
  // A transaction in which a statement failed is rolled back by the word COMMIT.
  if (std::string_view(PQcmdStatus(answer.get())) == "ROLLBACK") {
    return fail(ErrorCode::io, fmt::format("{} rolled the write back", name_));
  }
  return {};
}

void PostgresConnection::roll_back() {
  if (is_usable() && PQtransactionStatus(handle_) != PQTRANS_IDLE) {
    const Answer ignored(PQexec(handle_, "ROLLBACK"));
  }
}

std::unexpected<Error> PostgresConnection::failure(const pg_result* result) const {
  const char* state = result == nullptr ? nullptr : PQresultErrorField(result, PG_DIAG_SQLSTATE);
  const char* primary =
      result == nullptr ? nullptr : PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
  const std::string_view code = state == nullptr ? "" : state;
  const std::string said =
      password_.hidden_in(first_line(primary == nullptr ? PQerrorMessage(handle_) : primary));
  const auto because = [&](ErrorCode kind, std::string_view sentence) {
    return fail(kind, fmt::format(fmt::runtime(sentence), name_, said));
  };
  if (code.empty() || code.starts_with("08") || code.starts_with("57P")) {
    return because(ErrorCode::io, "cannot reach {}: {}");
  }
  if (code == "53100") {
    return because(ErrorCode::full,
                   "the disk of {} is full, and nothing of this write was kept; make room and "
                   "send it again");
  }
  if (code == "55P03") {
    return because(ErrorCode::io, "{} is locked by another process ({}); try again");
  }
  if (code == "40P01" || code == "40001") {
    return because(ErrorCode::io, "{} gave way to another write ({}); send it again");
  }
  if (code.starts_with("23")) return because(ErrorCode::conflict, "{} refuses the change: {}");
  if (code == "XX001" || code == "XX002") {
    return because(ErrorCode::corrupt, "{} is damaged ({}); restore a backup");
  }
  if (code == "42501") {
    return because(ErrorCode::invalid_input,
                   "the user may not do this in {} ({}); its owner can grant it");
  }
  return because(ErrorCode::io, "{}: {}");
}

}  // namespace plumb
