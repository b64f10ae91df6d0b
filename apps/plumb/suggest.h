// Where commands found it before it moved to base.
#pragma once

#include "base/suggest.h"  // IWYU pragma: export
