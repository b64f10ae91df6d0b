// Reading records, and writing them in Plumb's own formats, as functions of the module.
#pragma once

#include <nanobind/nanobind.h>

namespace plumb::python {

void bind_records(nanobind::module_& module);

}  // namespace plumb::python
