#include <gtest/gtest.h>

#include <set>
#include <string>

#include "judge/metric_catalogue.h"

namespace plumb {
namespace {

TEST(MetricCatalogue, EveryEntryIsWhole) {
  std::set<std::string_view> names;
  for (const MetricEntry& entry : metric_catalogue()) {
    EXPECT_TRUE(names.insert(entry.name).second) << entry.name << " is there twice";
    for (const std::string_view text : {entry.command, entry.summary, entry.meaning, entry.formula,
                                        entry.bands, entry.weaknesses, entry.example}) {
      EXPECT_FALSE(text.empty()) << entry.name;
      EXPECT_NE(text.back(), '\n') << entry.name;
    }
    EXPECT_LE(entry.summary.size(), 60u) << entry.name;
    EXPECT_EQ(find_metric(entry.name)->summary, entry.summary);
  }
  EXPECT_EQ(find_metric("no_such_metric"), nullptr);
}

TEST(MetricCatalogue, LinesFitATerminal) {
  for (const MetricEntry& entry : metric_catalogue()) {
    for (const std::string_view text :
         {entry.meaning, entry.formula, entry.bands, entry.weaknesses, entry.example}) {
      std::size_t start = 0;
      while (start <= text.size()) {
        const std::size_t end = std::min(text.find('\n', start), text.size());
        EXPECT_LE(end - start, 86u) << entry.name << ": " << text.substr(start, end - start);
        start = end + 1;
      }
    }
  }
}

}  // namespace
}  // namespace plumb
