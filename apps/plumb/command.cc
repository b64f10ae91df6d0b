#include "command.h"

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <utility>

#include "base/environment.h"
#include "ingest/conversion.h"
#include "report/output_file.h"
#include "report/terminal_text.h"
#include "whole_number.h"

namespace plumb {
namespace {

void say(std::string_view line) {
  std::string out(line);
  out += '\n';
  // One write, so that lines of several processes do not mix; nobody is left to
  // tell where standard error itself is closed.
  [[maybe_unused]] const ssize_t ignored = ::write(STDERR_FILENO, out.data(), out.size());
}

// Sentences quote files, servers and models, whose words could command the terminal.
std::string harmless(std::string_view sentence) {
  constexpr std::size_t kMostColumns = 4000;
  return printable(sentence, std::min(sentence.size() + 1, kMostColumns));
}

}  // namespace

int exit_code_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::invalid_input:
    case ErrorCode::not_found:
    case ErrorCode::conflict:
    case ErrorCode::corrupt:
    case ErrorCode::unsupported:
      return 2;
    case ErrorCode::io:
    case ErrorCode::full:
    case ErrorCode::interrupted:
      return 3;
  }
  std::unreachable();
}

void CommandContext::fail(const Error& error) {
  exit_code = exit_code_of(error.code);
  say(fmt::format("plumb: {}error:{} {}", error_color ? "\033[1;31m" : "",
                  error_color ? "\033[0m" : "", harmless(error.message)));
}

void CommandContext::warn(std::string_view sentence) const {
  if (quiet) return;
  say(fmt::format("plumb: {}warning:{} {}", error_color ? "\033[1;33m" : "",
                  error_color ? "\033[0m" : "", harmless(sentence)));
}

void CommandContext::warn_of_skipped(std::uint64_t lines, std::string_view first) const {
  if (lines > 0) warn(skipped_sentence(lines, first));
}

void CommandContext::warn_of_failed(std::uint64_t records, std::string_view first) const {
  if (records == 0) return;
  warn(fmt::format("{} record{} an error in place of an answer and {} left out; the first: {}",
                   records, records == 1 ? " has" : "s have", records == 1 ? "is" : "are", first));
}

void CommandContext::warn_of_left_out(std::uint64_t labels) const {
  if (labels > 0) warn(left_out_sentence(labels));
}

void CommandContext::warn_of_repeated(std::uint64_t spans, std::string_view first) const {
  if (spans > 0) warn(repeated_sentence(spans, first));
}

void CommandContext::note(std::string_view sentence) const {
  if (!quiet) say(fmt::format("plumb: {}", harmless(sentence)));
}

void CommandContext::print(std::string_view text) {
  auto out = OutputFile::standard_output();
  auto done = out.write(text);
  if (done) done = out.commit();
  if (!done) fail(done.error());
}

bool CommandContext::accept_no_outputs(std::string_view command) {
  if (outputs.empty()) return true;
  fail({ErrorCode::invalid_input,
        fmt::format("plumb {} writes no file, so -o {} means nothing to it", command,
                    outputs.front())});
  return false;
}

void CommandContext::resolve_color() {
  no_color = no_color || !environment("NO_COLOR").empty() || environment("TERM") == "dumb";
  color = !no_color && ::isatty(STDOUT_FILENO) == 1;
  error_color = !no_color && ::isatty(STDERR_FILENO) == 1;
}

std::string skipped_sentence(std::uint64_t lines, std::string_view first) {
  return fmt::format("{} bad line{} left out; the first: {}", lines, lines == 1 ? " was" : "s were",
                     first);
}

CLI::Validator number_from(double low, double high) {
  return {[low, high](const std::string& text) {
            double value = 0;
            const bool inside =
                CLI::detail::lexical_cast(text, value) && value >= low && value <= high;
            return inside ? std::string()
                          : fmt::format("\"{}\" is no number from {} to {}", text, low, high);
          },
          fmt::format("from {} to {}", low, high)};
}

CLI::Validator whole_number_from(std::uint64_t low, std::uint64_t high) {
  return {[low, high](std::string& text) {
            const auto number = parse_whole_number(text, low, high);
            if (!number) {
              return fmt::format("\"{}\" is no whole number from {} to {}", text, low, high);
            }
            text = fmt::format("{}", *number);  // without the zeros before it
            return std::string();
          },
          fmt::format("from {} to {}", low, high)};
}

void add_line_limit(CLI::App& command, CommandContext& context) {
  command.add_option("--max-line-bytes", context.max_line_bytes, "a longer line is an error")
      ->type_name("N")
      ->transform(whole_number_from(1, std::size_t{1} << 30))
      ->capture_default_str();
}

}  // namespace plumb
