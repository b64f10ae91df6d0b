// Who may do what: projects, and the API keys that open them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "record/ids.h"

namespace plumb {

// Everything but a project belongs to one project, and is invisible from the others.
struct Project {
  ProjectId id{};
  std::string name;
  UtcTime created;
  std::optional<std::int64_t> retention_days;  // none: kept for ever

  friend bool operator==(const Project&, const Project&) = default;
};

// Each includes those before it.
enum class Scope { read, write, admin };
inline constexpr std::array kScopes = {Scope::read, Scope::write, Scope::admin};
std::string_view name_of(Scope scope);

// What one key may take of a server; none: what the server's other keys may.
struct KeyLimits {
  std::optional<double> rate{};              // requests a second
  std::optional<std::int64_t> body_limit{};  // bytes of a request's body, a stream's too

  friend bool operator==(const KeyLimits&, const KeyLimits&) = default;
};
inline constexpr double kLeastKeyRate = 0.001;
inline constexpr double kMostKeyRate = 1'000'000;
inline constexpr std::int64_t kLeastKeyBody = 1;
inline constexpr std::int64_t kMostKeyBody = std::int64_t{1} << 40;

enum class KeyStatus { valid, expired, revoked };
std::string_view name_of(KeyStatus status);

// What is kept of a key; the key itself is shown once, when it is made.
struct ApiKey {
  ApiKeyId id{};
  ProjectId project{};
  std::string name;
  std::string prefix;  // the key's public part, by which people know it again
  Scope scope = Scope::read;
  UtcTime created;
  std::optional<UtcTime> expires;
  std::optional<UtcTime> revoked;
  KeyLimits limits{};

  // Revoked counts before expired.
  KeyStatus status_at(UtcTime now) const;
  bool is_valid_at(UtcTime now) const { return status_at(now) == KeyStatus::valid; }
  bool allows(Scope wanted) const { return wanted <= scope; }

  friend bool operator==(const ApiKey&, const ApiKey&) = default;
};

// Who did what to which thing, when: one for each write.
struct AuditLine {
  AuditLineId id{};
  ProjectId project{};
  UtcTime time;
  std::string actor;    // an API key's prefix, or "loopback"
  std::string action;   // "execution.create"
  std::string subject;  // "executions/17"
  std::string detail;   // a sentence; may be empty, never holds a secret

  friend bool operator==(const AuditLine&, const AuditLine&) = default;
};

}  // namespace plumb
