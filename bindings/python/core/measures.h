// The measures, as functions of the module.
#pragma once

#include <nanobind/nanobind.h>

namespace plumb::python {

void bind_measures(nanobind::module_& module);

}  // namespace plumb::python
