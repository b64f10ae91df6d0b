// The quick look at a body of results, the one body that comes by the megabyte.
#pragma once

#include <memory>
#include <string_view>

#include "ingest/json_line.h"

namespace plumb {

// A body that surely is as the document describes the body of result.add, read once: what is
// checked here is what is stored from.
class NewResults {
 public:
  // Reads by simdjson in one pass, and makes no document. nullptr also where it would take more to
  // know (calls with arguments, ids that are numbers, escapes of surrogates): then the check by the
  // document decides, with its sentences.
  static std::shared_ptr<const NewResults> look(std::string_view body);

  const JsonLineParser& parser() const { return parser_; }
  // The array, whose items are the results, each with all of its members.
  const JsonNode& results() const { return *parser_.find("results"); }

 private:
  NewResults();

  JsonLineParser parser_;
};

// Whether NewResults::look() finds something.
bool surely_fits_new_results(std::string_view body);

}  // namespace plumb
