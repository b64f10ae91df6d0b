// Writes every format of the example comparisons into a folder, for the checks that
// need another program: JSON Schema, an XML parser, a browser.
//
//   write_examples FOLDER
#include <cstdio>
#include <string>
#include <vector>

#include "report/formats.h"
#include "support/example_comparison.h"

int main(int argc, char** argv) {
  using namespace plumb;
  if (argc != 2) return 2;
  std::vector<Comparison> runs;
  for (int i = 0; i < 3; ++i) {
    runs.push_back(testing::example_comparison());
    runs.back().current.name += "-" + std::to_string(i);
  }
  runs[1].verdict = Verdict::stable;
  runs[1].results.front().verdict = Verdict::stable;
  const std::vector<std::pair<std::string, std::vector<Comparison>>> documents = {
      {"example", {testing::example_comparison()}},
      {"hostile", {testing::hostile_comparison()}},
      {"empty", {Comparison{}}},
      {"runs", runs},
      {"none", {}}};
  for (const auto& [name, comparisons] : documents) {
    for (const char* extension :
         {".json", ".jsonl", ".csv", ".md", ".html", ".junit.xml", ".sarif", ".png", ".svg"}) {
      const std::string path = std::string(argv[1]) + "/" + name + extension;
      if (const auto written = write_report(path, comparisons); !written) {
        std::fprintf(stderr, "%s\n", written.error().message.c_str());
        return 1;
      }
    }
  }
  return 0;
}
