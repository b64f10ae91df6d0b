// How the rows of commands that turn texts into something begin, and a text's
// start as the label of a line.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace plumb {

struct TextRowHead {
  std::uint64_t index = 0;
  std::string_view id;  // JSON; empty where there is none
  std::uint64_t tokens = 0;
  bool truncated = false;
  bool raw_csv = false;  // cells of text that a spreadsheet would run are left alone
};

inline constexpr std::string_view kTextRowCsvHeader = "index,id,tokens,truncated";

// An open JSON object, {"index":0,...; and the cells of kTextRowCsvHeader.
void append_json_head(std::string& out, const TextRowHead& head);
void append_csv_head(std::string& out, const TextRowHead& head);

// The start of a text in one line: white space and control characters become
// single spaces, and the cut never splits a character.
std::string label_of(std::string_view text);

}  // namespace plumb
