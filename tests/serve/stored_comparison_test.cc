// A stored comparison is the comparison that `plumb compare --json` makes of the same results.
#include "serve/stored_comparison.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>

#include "encode/embedder.h"
#include "model/locate.h"
#include "record/comparison_json.h"
#include "record/execution_json.h"
#include "serve/execution_embedding.h"
#include "serve/stored_profile.h"
#include "service_under_test.h"
#include "support/places.h"

namespace plumb {
namespace {

using nlohmann::json;
using testing::made_responses;
using testing::MadeExecution;

void write_lines(const std::filesystem::path& path, const std::vector<Response>& responses,
                 const std::string& header = {}) {
  std::string text = header;
  for (const Response& response : responses) append_json_line(text, response);
  std::ofstream(path, std::ios::binary) << text;
}

json said_by_plumb(const std::string& arguments) {
  const std::string command =
      "\"" + build_path("bin/plumb") + "\" compare " + arguments + " --json --quiet";
  FILE* const pipe = ::popen(command.c_str(), "r");
  if (pipe == nullptr) return nullptr;
  std::string text;
  std::array<char, 65'536> piece;
  for (std::size_t size = 0; (size = std::fread(piece.data(), 1, piece.size(), pipe)) > 0;) {
    text.append(piece.data(), size);
  }
  EXPECT_EQ(::pclose(pipe), 0) << command;
  return json::parse(text, nullptr, false);
}

// Where the results came from is the one thing that may differ.
json without_sources(json document) {
  for (const char* side : {"current", "baseline"}) {
    document["sides"][side].erase("source");
    document["sides"][side].erase("name");
  }
  return document;
}

Result<Comparison> compare(ServiceUnderTest& service, ExecutionId current, ExecutionId baseline,
                           bool with_vectors = true) {
  auto executions = service.store().executions();
  return compare_stored(service.services(), must(executions.get(service.project(), current)),
                        must(executions.get(service.project(), baseline)), with_vectors);
}

json document_of(const Comparison& comparison) {
  return json::parse(json_line(to_json(comparison)));
}

void embed(ServiceUnderTest& service, ExecutionId id) {
  const auto execution = must(service.store().executions().get(service.project(), id));
  const auto progress =
      must(embed_results(service.services(), execution, 0, execution.results, [] { return true; }));
  EXPECT_TRUE(progress.complete);
}

TEST(StoredComparison, IsTheDocumentOfPlumbCompareWithVectorsThatCameAlong) {
  ServiceUnderTest service;
  auto current = made_responses({.results = 900, .words = 25, .shift = 0.4}, 1);
  const auto baseline = made_responses({.results = 1'100}, 2);
  current[3].response = " \n ";  // blank: its vector is left out by both
  write_lines(service.folder() / "c.jsonl", current,
              "{\"plumb\":\"execution/1\",\"embedding_model\":\"mine\"}\n");
  write_lines(service.folder() / "b.jsonl", baseline,
              "{\"plumb\":\"execution/1\",\"embedding_model\":\"mine\"}\n");
  const json wanted = said_by_plumb((service.folder() / "c.jsonl").string() + " --baseline " +
                                    (service.folder() / "b.jsonl").string());
  ASSERT_TRUE(wanted.is_object());

  const ExecutionId first = service.send("c", current, "mine");
  const auto made = compare(service, first, service.send("b", baseline, "mine"));
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_EQ(without_sources(document_of(*made)), without_sources(wanted));
  EXPECT_EQ(made->current.name, "c");
  EXPECT_EQ(made->current.source, "executions/1");
  EXPECT_EQ(made->provenance.vectors->model, "mine");
}

TEST(StoredComparison, IsTheDocumentOfPlumbCompareWithoutVectors) {
  ServiceUnderTest service;
  const auto current = answers(300, 1);
  const auto baseline = answers(200, 2);
  write_lines(service.folder() / "c.jsonl", current);
  write_lines(service.folder() / "b.jsonl", baseline);
  const json wanted =
      said_by_plumb((service.folder() / "c.jsonl").string() + " --no-embeddings --baseline " +
                    (service.folder() / "b.jsonl").string());
  const ExecutionId first = service.send("", current);
  const auto made = compare(service, first, service.send("", baseline), false);
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_EQ(without_sources(document_of(*made)), without_sources(wanted));
}

TEST(StoredComparison, IsTheDocumentOfPlumbCompareWithTheModel) {
  const auto folder = locate_model("all-MiniLM-L6-v2");
  if (!folder) GTEST_SKIP() << folder.error().message;
  ServiceUnderTest service(SqliteAddress{}, [&]() -> Result<TextEncoder> {
    PLUMB_TRY(Embedder embedder, Embedder::load(*folder));
    return text_encoder(std::move(embedder));
  });
  auto current = other_answers(60, 1);
  current[7].response = "";
  for (int i = 0; i < 400; ++i) current[9].response += " and then";  // truncated
  const auto baseline = answers(50, 2);
  write_lines(service.folder() / "c.jsonl", current);
  write_lines(service.folder() / "b.jsonl", baseline);
  const json wanted = said_by_plumb((service.folder() / "c.jsonl").string() + " --baseline " +
                                    (service.folder() / "b.jsonl").string());
  const ExecutionId first = service.send("", current);
  const ExecutionId second = service.send("", baseline);
  embed(service, first);
  embed(service, second);
  const auto made = compare(service, first, second);
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_EQ(made->current.truncated, 1U);
  EXPECT_EQ(without_sources(document_of(*made)), without_sources(wanted));  // provenance too
}

TEST(StoredComparison, CountsTruncatedAndBlankResponsesOfStoredVectors) {
  ServiceUnderTest service;
  auto current = answers(40, 1);
  current[0].response = std::string(500, 'x');
  current[1].response = "   ";
  const ExecutionId a = service.send("a", current);
  const ExecutionId b = service.send("b", answers(40, 2));
  embed(service, a);
  embed(service, b);
  const auto made = must(compare(service, a, b));
  EXPECT_EQ(made.current.truncated, 1U);
  EXPECT_EQ(made.current.blank, 1U);
  EXPECT_EQ(made.provenance.vectors->model, "letters");
  EXPECT_EQ(made.provenance.vectors->dimension, 8U);
}

TEST(StoredComparison, SaysWhatIsInTheWay) {
  ServiceUnderTest service;
  const ExecutionId open = service.receive("open", answers(20, 1));
  const ExecutionId plain = service.send("plain", answers(20, 2));
  const ExecutionId empty = service.send("empty", {});
  auto own = made_responses({.results = 20}, 3);
  const ExecutionId brought = service.send("brought", own, "mine");
  own[4].embedding.clear();
  const ExecutionId mixed = service.send("mixed", own, "mine");
  const ExecutionId reserved = service.send("reserved", answers(20, 4), "plumb:letters");

  EXPECT_EQ(compare(service, open, plain).error().code, ErrorCode::conflict);
  EXPECT_EQ(compare(service, plain, brought).error().code, ErrorCode::conflict);  // not embedded
  EXPECT_EQ(compare(service, empty, plain).error().code, ErrorCode::invalid_input);
  EXPECT_EQ(compare(service, mixed, brought).error().code, ErrorCode::invalid_input);
  EXPECT_EQ(compare(service, reserved, plain).error().code, ErrorCode::invalid_input);
  embed(service, plain);
  const auto differ = compare(service, plain, brought);
  ASSERT_FALSE(differ);
  EXPECT_TRUE(differ.error().message.contains("letters")) << differ.error().message;
  EXPECT_TRUE(differ.error().message.contains("mine")) << differ.error().message;
}

TEST(StoredComparison, IsTheSameFromTheCacheAndAcrossPages) {
  ServiceUnderTest service;
  const ExecutionId a = service.send("a", made_responses({.results = 5'000}, 1), "mine");
  const ExecutionId b = service.send("b", made_responses({.results = 300, .shift = 1}, 2), "mine");
  const json cold = document_of(must(compare(service, a, b)));
  EXPECT_GT(service.services().profiles.bytes(), 0U);
  EXPECT_GT(service.services().prepared.bytes(), 0U);
  EXPECT_EQ(document_of(must(compare(service, a, b))), cold);
  service.services().profiles.clear();
  service.services().prepared.clear();
  EXPECT_EQ(document_of(must(compare(service, a, b))), cold);
}

TEST(ProfileCache, KeepsWhatWasUsedLastWithinItsBound) {
  const auto profile = std::make_shared<const ExecutionProfile>(
      testing::profile_of(made_responses({.results = 50}, 1)));
  ProfileCache cache(5 * size_of(*profile));
  for (int i = 0; i < 5; ++i) cache.keep(std::to_string(i), profile);
  EXPECT_TRUE(cache.find("0"));
  cache.keep("5", profile);
  EXPECT_FALSE(cache.find("1"));  // "0" was used since
  EXPECT_TRUE(cache.find("0"));
  EXPECT_LE(cache.bytes(), 5 * size_of(*profile));
  ProfileCache small(2 * size_of(*profile));
  small.keep("large", profile);
  EXPECT_FALSE(small.find("large"));
}

TEST(WindowProfile, HoldsThePiecesOfAllExecutions) {
  ServiceUnderTest service;
  const ExecutionId a = service.receive("s", answers(10, 1));
  const ExecutionId b = service.receive("s", answers(10, 1));  // the same ids
  for (const ExecutionId id : {a, b}) embed(service, id);
  const auto profile =
      must(window_profile(service.services(), service.project(), {{a, 4, 10}, {b, 8, 10}}));
  EXPECT_EQ(profile.results(), 8U);
  EXPECT_EQ(profile.embeddings().count(), 8U);
  std::vector<std::string> ids;
  for (const ProfileRow& row : profile.sample()) ids.push_back(row.id);
  std::ranges::sort(ids);
  EXPECT_EQ(ids, (std::vector<std::string>{"1/r4", "1/r5", "1/r6", "1/r7", "1/r8", "1/r9", "2/r8",
                                           "2/r9"}));
}

}  // namespace
}  // namespace plumb
