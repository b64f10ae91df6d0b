#include "ingest/task_import.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "ingest/task_reader.h"
#include "record/task_json.h"

namespace plumb {
namespace {

std::string words(std::size_t count, std::string_view word = "word") {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += fmt::format("{}{}", i == 0 ? "" : " ", word);
  return text;
}

TaskImportOptions sizes(std::size_t min_words, std::size_t max_words, std::size_t count = 4) {
  TaskImportOptions options;
  options.min_words = min_words;
  options.max_words = max_words;
  options.count = count;
  return options;
}

std::string xsum_line(std::size_t id, std::size_t count) {
  return fmt::format(R"({{"document": "{}", "id": "{}"}})", words(count, fmt::format("w{}", id)),
                     id) +
         "\n";
}

TEST(TaskImport, TakesNewsOfTheSizeAskedFor) {
  const std::string file = xsum_line(1, 9) + xsum_line(2, 10) + xsum_line(3, 20) + xsum_line(4, 21);
  const auto import = parse_task_import(TaskDataset::xsum, file, "x.jsonl", sizes(10, 20));
  ASSERT_TRUE(import) << import.error().message;
  EXPECT_EQ(import->articles, 4U);
  EXPECT_EQ(import->out_of_size, 2U);
  ASSERT_EQ(import->tasks.size(), 2U);
  EXPECT_EQ(import->tasks[0].id, "summarization_0");
  EXPECT_EQ(import->tasks[1].id, "summarization_1");
  EXPECT_EQ(import->tasks[0].steps.size(), 7U);
}

TEST(TaskImport, LeavesOutBlankArticlesWhereAnySizeWillDo) {
  const std::string file = "{\"document\": \" \", \"id\": 1}\n" + xsum_line(2, 1);
  const auto import = parse_task_import(TaskDataset::xsum, file, "x.jsonl", sizes(0, 20));
  ASSERT_TRUE(import) << import.error().message;
  EXPECT_EQ(import->tasks.size(), 1U);
}

TEST(TaskImport, ChoosesTheSameArticlesWhateverTheirOrder) {
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < 50; ++i) lines.push_back(xsum_line(i, 12));
  const auto import = [&] {
    std::string file;
    for (const std::string& line : lines) file += line;
    return parse_task_import(TaskDataset::xsum, file, "x.jsonl", sizes(10, 20, 5))->tasks;
  };
  const auto forward = import();
  std::ranges::reverse(lines);
  EXPECT_EQ(forward, import());
  EXPECT_EQ(forward.size(), 5U);
}

TEST(TaskImport, AnotherSeedChoosesOthers) {
  std::string file;
  for (std::size_t i = 0; i < 50; ++i) file += xsum_line(i, 12);
  TaskImportOptions options = sizes(10, 20, 5);
  const auto first = parse_task_import(TaskDataset::xsum, file, "x.jsonl", options);
  options.seed = 7;
  const auto second = parse_task_import(TaskDataset::xsum, file, "x.jsonl", options);
  EXPECT_NE(first->tasks, second->tasks);
}

TEST(TaskImport, JoinsAnAbstractWithItsQuestionAndLabels) {
  const std::string document =
      R"({"77": {"QUESTION": "Does rest help?", "CONTEXTS": ["To see.", "It did."],
          "LABELS": ["AIM", "RESULTS"], "final_decision": "yes"}})";
  const auto import =
      parse_task_import(TaskDataset::pubmedqa, document, "ori_pqal.json", sizes(1, 50));
  ASSERT_TRUE(import) << import.error().message;
  EXPECT_EQ(import->tasks[0].source_text,
            "Research question: Does rest help?\n\nAIM: To see.\n\nRESULTS: It did.");
  const std::string line =
      R"({"pubid": 77, "question": "Does rest help?", "context": {"contexts": ["To see.",
          "It did."], "labels": ["AIM", "RESULTS"]}})";
  std::string one_line = line;
  std::erase(one_line, '\n');
  const auto lines = parse_task_import(TaskDataset::pubmedqa, one_line, "pqal.jsonl", sizes(1, 50));
  ASSERT_TRUE(lines) << lines.error().message;
  EXPECT_EQ(lines->tasks, import->tasks);
}

TEST(TaskImport, NumbersTheClausesOfAContractInItsOrder) {
  const std::string document = R"({"data": [{"title": "A", "paragraphs": [{"context": "", "qas": [
      {"answers": [{"text": "ends after one year", "answer_start": 50}]},
      {"answers": [{"text": "one year", "answer_start": 61},
                   {"text": "governed by the law of Ohio", "answer_start": 7}]}]}]}]})";
  const auto import = parse_task_import(TaskDataset::cuad, document, "CUAD_v1.json", sizes(1, 50));
  ASSERT_TRUE(import) << import.error().message;
  EXPECT_EQ(import->tasks[0].source_text,
            "Clause 1. governed by the law of Ohio\n\nClause 2. ends after one year");
}

TEST(TaskImport, JoinsTheReviewsOfAProductWithTheirStars) {
  const std::string lines =
      "{\"asin\": \"B1\", \"reviewText\": \"It is loud.\", \"overall\": 4.0}\n"
      "{\"asin\": \"B2\", \"reviewText\": \"Alone.\", \"overall\": 2.0}\n"
      "{\"asin\": \"B1\", \"overall\": 5.0}\n"
      "{\"asin\": \"B1\", \"reviewText\": \"It broke.\", \"overall\": 1.0}\n"
      "{\"parent_asin\": \"B1\", \"text\": \"Fine.\", \"rating\": 3}\n";
  const auto import = parse_task_import(TaskDataset::amazon, lines, "reviews.jsonl", sizes(1, 50));
  ASSERT_TRUE(import) << import.error().message;
  EXPECT_EQ(import->articles, 2U);
  ASSERT_EQ(import->tasks.size(), 1U);  // the other product has one review
  EXPECT_EQ(import->tasks[0].source_text,
            "Review 1 (4 of 5 stars): It is loud.\n\nReview 2 (1 of 5 stars): It broke.\n\n"
            "Review 3 (3 of 5 stars): Fine.");
}

TEST(TaskImport, WhatItMakesIsATasksFile) {
  std::string file;
  for (std::size_t i = 0; i < 9; ++i) file += xsum_line(i, 12);
  TaskImportOptions options = sizes(10, 20, 3);
  options.first_number = 8;
  const auto import = parse_task_import(TaskDataset::xsum, file, "x.jsonl", options);
  const auto read = parse_tasks(tasks_document(import->tasks), "tasks.json");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(*read, import->tasks);
  EXPECT_EQ(read->at(2).id, "summarization_10");
}

TEST(TaskImport, SaysWhereARecordLacksWhatItsDataSetHas) {
  const auto message = [](TaskDataset dataset, std::string_view bytes, std::string_view name) {
    const auto import = parse_task_import(dataset, bytes, name, sizes(1, 50));
    return import ? std::string("read") : import.error().message;
  };
  EXPECT_EQ(message(TaskDataset::xsum, "{\"document\": \"a b\"}\n{\"text\": \"a\"}\n", "x.jsonl"),
            "x.jsonl:2: there is no \"document\"");
  EXPECT_EQ(message(TaskDataset::pubmedqa, R"({"7": {"CONTEXTS": []}})", "p.json"),
            "p.json: [\"7\"] has no \"QUESTION\" or \"question\"");
  EXPECT_EQ(message(TaskDataset::cuad, "{}", "c.json"), "c.json: there is no \"data\"");
  EXPECT_EQ(message(TaskDataset::amazon, "{\"reviewText\": \"a\"}", "a.jsonl"),
            "a.jsonl:1: there is no \"parent_asin\" or \"asin\"");
}

TEST(TaskImport, AFileWithoutAnArticleOfTheSizeIsAnError) {
  const auto import =
      parse_task_import(TaskDataset::xsum, xsum_line(1, 5), "x.jsonl", sizes(10, 20));
  ASSERT_FALSE(import);
  EXPECT_EQ(import.error().message,
            "x.jsonl: of 1 articles none has 10 to 20 words; ask for another size");
}

TEST(TaskImport, RefusesSizesThatCross) {
  const auto import =
      parse_task_import(TaskDataset::xsum, xsum_line(1, 5), "x.jsonl", sizes(20, 10));
  ASSERT_FALSE(import);
  EXPECT_EQ(import.error().code, ErrorCode::invalid_input);
}

}  // namespace
}  // namespace plumb
