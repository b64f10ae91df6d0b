// fetch_once NAME: one fetch in a process of its own. Prints where the model came
// from ("there" where nothing was fetched), notices on standard error.
#include <cstdio>
#include <string>

#include "model/fetch.h"

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  plumb::FetchOptions options;
  options.notice = [](std::string_view sentence) {
    std::fprintf(stderr, "%s\n", std::string(sentence).c_str());
  };
  const auto fetched = plumb::fetch_model(argv[1], options);
  if (!fetched) {
    std::fprintf(stderr, "%s\n", fetched.error().message.c_str());
    return 1;
  }
  std::printf("%s\n", fetched->from.empty() ? "there" : fetched->from.c_str());
  return 0;
}
