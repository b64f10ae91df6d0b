// What the two databases spell differently. Statements and migrations hold these words in braces:
//
//   {identity}     a primary key that the database numbers, never reusing a number
//   {integer} {real} {text} {bytes}   types of columns; text sorts by its bytes
//   {strict}       behind a table: columns hold their type alone
//   {lock}         behind a SELECT: nobody else changes these rows before this transaction ends
//   {skip_locked}  the same, leaving out rows that another transaction holds
//   {numbers_of_1} the numbers of the first parameter, a JSON array
//   {bytes_of:COLUMN}  how long a text is
#pragma once

#include <string>
#include <string_view>

namespace plumb {

enum class Dialect { sqlite, postgresql };

// A word in braces that is not known is left as it is, and the database complains.
std::string spelled_for(Dialect dialect, std::string_view sql);

}  // namespace plumb
