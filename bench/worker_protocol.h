// What the bench's own workers share: a corpus read from JSON Lines, and the loop
// that obeys one command a line with one line of JSON. bench/peers/worker.py
// documents the protocol.
#pragma once

#include <fmt/format.h>

#include <charconv>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace plumb::bench {

inline Result<int> parse_count(std::string_view text) {
  int value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (code != std::errc{} || end != text.data() + text.size() || value < 1) {
    return fail(ErrorCode::invalid_input, fmt::format("'{}' is not a count from 1 up", text));
  }
  return value;
}

// The "text" of each line.
inline Result<std::vector<std::string>> read_texts(const std::string& path) {
  std::ifstream file(path);
  if (!file) return fail(ErrorCode::not_found, fmt::format("cannot open {}", path));
  std::vector<std::string> texts;
  for (std::string line; std::getline(file, line);) {
    const auto record = nlohmann::json::parse(line, nullptr, false);
    if (!record.is_object() || !record.contains("text") || !record["text"].is_string()) {
      return fail(ErrorCode::invalid_input,
                  fmt::format("{} line {} has no \"text\"", path, texts.size() + 1));
    }
    texts.push_back(record["text"].get<std::string>());
  }
  return texts;
}

// Greets, then answers worker.obey(verb, argument) for each line until there is none.
template <class Worker>
int serve(Result<Worker> worker, std::string_view program) {
  if (!worker) {
    fmt::print(stderr, "{}: {}\n", program, worker.error().message);
    return 2;
  }
  std::cout << worker->greeting() << std::endl;
  for (std::string line; std::getline(std::cin, line);) {
    const std::size_t space = line.find(' ');
    const std::string_view verb = std::string_view(line).substr(0, space);
    const std::string argument = space == std::string::npos ? "" : line.substr(space + 1);
    const Result<std::string> answer = worker->obey(verb, argument);
    const nlohmann::json problem{{"error", answer ? "" : answer.error().message}};
    std::cout << (answer ? *answer : problem.dump()) << std::endl;
  }
  return 0;
}

}  // namespace plumb::bench
