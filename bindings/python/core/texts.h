// Texts as Python has them: a list, tuple or other sequence of str, or whatever speaks the Arrow
// C data interface. Their bytes are not copied; the objects live as long as this does.
//
// Made and destroyed while the interpreter's lock is held; read without it.
#pragma once

#include <nanobind/nanobind.h>

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "arrow_texts.h"

namespace plumb::python {

class Texts {
 public:
  // `what` is the argument's name in errors: "texts[3] is None". Throws InvalidInput. Nulls of
  // Arrow can be left out; a None of a sequence is refused.
  Texts(nanobind::handle source, const char* what, Nulls nulls = Nulls::refused);

  std::span<const std::string_view> all() const {
    return arrow_ ? std::span(arrow_->texts()) : std::span(texts_);
  }
  std::size_t size() const { return all().size(); }

 private:
  std::optional<ArrowTexts> arrow_;
  nanobind::object items_;  // a tuple or list of its own: nobody else changes it meanwhile
  std::vector<std::string_view> texts_;
};

}  // namespace plumb::python
