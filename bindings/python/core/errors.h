// From Plumb's errors, which are values, to Python's exceptions.
//
// Everything here is for the bindings alone. A function of the module calls `value()` on a
// Result; the exception's class is one of plumb_drift.errors.
#pragma once

#include <nanobind/nanobind.h>

#include <utility>

#include "base/result.h"

namespace plumb::python {

// An Error on its way to Python.
struct Failure {
  Error error;
};

// Makes Failure a Python exception; called once by the module.
void register_failures(nanobind::module_& module);

template <class T>
T value(Result<T>&& result) {
  if (!result) throw Failure{std::move(result.error())};
  if constexpr (!std::is_void_v<T>) return *std::move(result);
}

[[noreturn]] void refuse(std::string message);

// Ctrl-C while the interpreter's lock is released: throws the KeyboardInterrupt that waits.
// Call it from the thread that Python called, between steps of long work.
void check_signals();

}  // namespace plumb::python
