#include "record/access.h"

#include <utility>

namespace plumb {

std::string_view name_of(Scope scope) {
  switch (scope) {
    case Scope::read:
      return "read";
    case Scope::write:
      return "write";
    case Scope::admin:
      return "admin";
  }
  std::unreachable();
}

std::string_view name_of(KeyStatus status) {
  switch (status) {
    case KeyStatus::valid:
      return "valid";
    case KeyStatus::expired:
      return "expired";
    case KeyStatus::revoked:
      return "revoked";
  }
  std::unreachable();
}

KeyStatus ApiKey::status_at(UtcTime now) const {
  if (revoked) return KeyStatus::revoked;
  return expires && now >= *expires ? KeyStatus::expired : KeyStatus::valid;
}

}  // namespace plumb
