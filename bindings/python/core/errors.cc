#include "errors.h"

namespace plumb::python {
namespace nb = nanobind;
namespace {

const char* class_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::invalid_input:
      return "InvalidInput";
    case ErrorCode::not_found:
      return "NotFound";
    case ErrorCode::conflict:
      return "Conflict";
    case ErrorCode::corrupt:
      return "Corrupt";
    case ErrorCode::unsupported:
      return "Unsupported";
    case ErrorCode::io:
    case ErrorCode::full:
      return "IoFailure";
    case ErrorCode::interrupted:
      return "Interrupted";
  }
  std::unreachable();
}

}  // namespace

void register_failures(nb::module_&) {
  nb::register_exception_translator([](const std::exception_ptr& thrown, void*) {
    try {
      std::rethrow_exception(thrown);
    } catch (const Failure& failure) {
      const nb::object type =
          nb::module_::import_("plumb_drift.errors").attr(class_of(failure.error.code));
      PyErr_SetString(type.ptr(), failure.error.message.c_str());
    }
  });
}

void refuse(std::string message) {
  throw Failure{Error{ErrorCode::invalid_input, std::move(message)}};
}

void check_signals() {
  const nb::gil_scoped_acquire lock;
  if (PyErr_CheckSignals() != 0) throw nb::python_error();
}

}  // namespace plumb::python
