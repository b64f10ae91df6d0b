// plumb_drift._core: Plumb's rooms for Python. Users see plumb_drift, which is written on top.
#include <nanobind/nanobind.h>

#include "errors.h"
#include "measures.h"
#include "models.h"
#include "profile.h"
#include "records.h"

NB_MODULE(_core, module) {
  // A model that is in use when the interpreter ends is no leak to tell the user about.
  nanobind::set_leak_warnings(false);
  module.attr("version") = PLUMB_VERSION;
  plumb::python::register_failures(module);
  plumb::python::bind_models(module);
  plumb::python::bind_profile(module);
  plumb::python::bind_measures(module);
  plumb::python::bind_records(module);
}
