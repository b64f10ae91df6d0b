// In place of embedded_adapter.cc.in where the tree has no adapter to carry.
#include "encode/embedded_adapter.h"

namespace plumb {

EmbeddedAdapter embedded_adapter() {
  return {};
}

}  // namespace plumb
