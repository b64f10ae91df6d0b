// Results come in whole or as a stream; what is told to be durable is there, and a retry doubles
// nothing.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "serve/api_document_json.h"
#include "serve/api_fixture.h"
#include "serve/new_results.h"
#include "serve/request_json.h"
#include "serve/write_once_json.h"

namespace plumb {
namespace {

class ResultsTest : public ApiTest {
 protected:
  void SetUp() override {
    ApiTest::SetUp();
    id_ = json_of(post("/api/v1/executions", {{"name", "run"}})).at("id");
    path_ = "/api/v1/executions/" + std::to_string(id_) + "/results";
  }

  std::int64_t stored() {
    return json_of(get("/api/v1/executions/" + std::to_string(id_))).at("total_results");
  }

  static std::string lines(int first, int count) {
    std::string all;
    for (int i = first; i < first + count; ++i) {
      all += R"({"id": "r)" + std::to_string(i) + R"(", "response": "answer"})" + "\n";
    }
    return all;
  }

  std::int64_t id_ = 0;
  std::string path_;
};

TEST_F(ResultsTest, AWholeBodyIsAddedOnce) {
  const Json body = {{"results",
                      {{{"id", "a"}, {"response", "x"}, {"severity", "high"}},
                       {{"id", 7}, {"response", ""}, {"tools", {"search", {{"name", "calc"}}}}},
                       {{"response", "no id"}}}}};
  const Json added = json_of(post(path_, body));
  EXPECT_EQ(added,
            Json({{"execution_id", id_}, {"durable_lines", 3}, {"added", 3}, {"repeated", 0}}));
  EXPECT_EQ(json_of(post(path_, body)).at("repeated"), 3);
  EXPECT_EQ(stored(), 3);
  const Json one = json_of(get(path_ + "/7"));
  EXPECT_EQ(one.at("tools"), Json({"search", "calc"}));
  EXPECT_EQ(get(path_ + "/nobody").status, 404);
}

TEST_F(ResultsTest, AWholeBodyAndALineAreTheSameResult) {
  const std::string line =
      R"({"id": "a", "response": "ü\n", "labels": {"n": 1.50, "big": 12345678901234567}})";
  ServedRequest whole = request_of("POST", path_, R"({"results": [)" + line + "]}");
  EXPECT_EQ(json_of(send(whole)).at("added"), 1);
  EXPECT_EQ(json_of(post_lines(path_, line)).at("repeated"), 1);
  const Json labels = json_of(get(path_ + "/a")).at("labels");
  EXPECT_EQ(labels.at("n"), "1.50");
  EXPECT_EQ(labels.at("big"), "12345678901234567");
}

TEST_F(ResultsTest, ABodyThatIsReadQuicklyAndItsLinesAreTheSameResults) {
  const std::string results[] = {
      R"({"id": "a", "prompt": "q \"x\" \u00e9\/", "response": "ü\n\t\\", "severity": "low"})",
      R"({"response": "no id", "tools": [], "labels": {}})",
      R"({"tools": ["b", "a b"], "labels": {"z": "1", "a": true, "m": -1.50, "n": null},
          "response": "order", "id": "b"})",
      R"({"id": null, "prompt": null, "response": "", "severity": null, "tools": null})",
      R"({"response": "no id", "tools": [], "labels": {}})",
      R"({"id": "c", "response": "\u0007\u007f", "embedding": [0.1, -2, 3e-3]})",
  };
  std::string body = R"({"results": [)";
  std::string all_lines;
  for (const std::string& result : results) {
    body += (body.ends_with('[') ? "" : ", ") + result;
    all_lines += result;
    std::erase(all_lines, '\n');
    all_lines += "\r";  // stands for the line's end until all are together
  }
  std::ranges::replace(all_lines, '\r', '\n');
  body += "]}";
  ASSERT_TRUE(surely_fits_new_results(body));
  EXPECT_EQ(json_of(send(request_of("POST", path_, body))).at("added"), 6);
  const Json again = json_of(post_lines(path_, all_lines));
  EXPECT_EQ(again.at("repeated"), 6) << again;
}

TEST_F(ResultsTest, AWholeNumberIsOneIdHoweverItIsWritten) {
  post_lines(path_, "{\"id\": 7, \"response\": \"x\"}\n");
  EXPECT_EQ(json_of(post_lines(path_, "{\"id\": 7.0, \"response\": \"x\"}")).at("repeated"), 1);
  EXPECT_EQ(post_lines(path_, "{\"id\": 7.5, \"response\": \"x\"}").status, 422);
  EXPECT_EQ(post_lines(path_, "{\"id\": 7e0, \"response\": \"x\"}").status, 422);
}

TEST_F(ResultsTest, ABadResultIsNamedByItsPlace) {
  const ServedResponse refused =
      post(path_, {{"results", {{{"response", "x"}}, {{"respnse", "y"}, {"response", 3}}}}});
  EXPECT_EQ(refused.status, 422);
  const Json errors = json_of(refused).at("errors");
  ASSERT_EQ(errors.size(), 2U);
  EXPECT_EQ(errors[0].at("field"), "/results/1/respnse");
  EXPECT_EQ(errors[0].at("message"), "is not known here; did you mean response?");
  EXPECT_EQ(errors[1].at("field"), "/results/1/response");
  EXPECT_EQ(errors[1].at("value"), "3");
  EXPECT_EQ(stored(), 0);
}

TEST(NewResults, WhatTheQuickLookTakesTheDocumentTakesToo) {
  const auto document = ApiDocument::merge(api_fragments()).value();
  const auto rule = std::ranges::find(document->operations(), "result.add", &OperationRule::id);
  ASSERT_NE(rule, document->operations().end());
  const auto media = std::ranges::find(rule->media, "application/json", &MediaRule::type);
  const auto fits = [&](const std::string& body) {
    const auto read = read_json_body(body);
    return read && document->schemas().check(media->schema, *read, "").empty();
  };
  // One member of a result, and whether the quick look is sure of it.
  const std::pair<const char*, bool> members[] = {
      {R"("id": "a")", true},
      {R"("id": "")", false},
      {R"("id": 7)", false},
      {R"("id": null, "prompt": null, "severity": null, "tools": null, "labels": null)", true},
      {R"("prompt": "\u00e9 \n")", true},
      {R"("prompt": "\ud83d\ude00")", false},
      {R"("prompt": "\ud83d")", false},
      {R"("prompt": "\u0000")", false},
      {R"("prompt": 3)", false},
      {"\"prompt\": \"\xff\"", false},
      {R"("severity": "low")", true},
      {R"("severity": "LOW")", false},
      {R"("tools": ["search", "a b"])", true},
      {R"("tools": [" "])", false},
      {R"("tools": ["a\u0007"])", false},
      {R"("tools": [{"name": "a"}])", false},
      {R"("labels": {"a": "b", "c": 1.5, "d": true, "e": null})", true},
      {R"("labels": {"a": "b", "a": "c"})", false},
      {R"("labels": {"a": []})", false},
      {R"("labels": {"a": 1e400})", false},
      {R"("labels": [])", false},
      {R"("embedding": [1, -0.5, 1e-3])", true},
      {R"("embedding": ["1"])", false},
      {R"("response": "twice")", false},
      {R"("respnse": "x")", false},
  };
  for (const auto& [member, is_sure] : members) {
    const std::string body = fmt::format("{{\"results\": [{{\"response\": \"x\", {}}}]}}", member);
    EXPECT_EQ(surely_fits_new_results(body), is_sure) << body;
    EXPECT_TRUE(!is_sure || fits(body)) << body;
  }
  for (const char* body : {"", "[]", "{}", R"({"results": {}})", R"({"results": [3]})",
                           R"({"results": [{}]})", R"({"results": [], "more": 1})",
                           R"({"results": [], "results": []})", R"({"results": []} x)"}) {
    EXPECT_FALSE(surely_fits_new_results(body)) << body;
  }
  EXPECT_TRUE(surely_fits_new_results("\n{\"results\": []}\n"));
}

TEST_F(ResultsTest, AWholeBodyWithAKnownIdAndAnotherContentAddsNothing) {
  post(path_, {{"results", {{{"id", "a"}, {"response", "x"}}}}});
  const ServedResponse refused = post(
      path_, {{"results", {{{"id", "b"}, {"response", "new"}}, {{"id", "a"}, {"response", "y"}}}}});
  EXPECT_EQ(refused.status, 409);
  EXPECT_EQ(json_of(refused).at("durable_lines"), 0);
  EXPECT_EQ(stored(), 1);
  EXPECT_EQ(json_of(get(path_ + "/a")).at("response"), "x");
}

TEST_F(ResultsTest, AStreamIsTakenInWhateverPieces) {
  for (const std::size_t window : {1U, 7U, 64U, 100'000U}) {
    const Json added = json_of(post_lines(path_,
                                          "\xef\xbb\xbf{\"plumb\": \"execution/1\"}\r\n\n" +
                                              lines(0, 2'500) + R"({"response": "last"})",
                                          window));
    EXPECT_EQ(added.at("durable_lines"), 2'503);  // with the header and the blank line
    EXPECT_EQ(stored(), 2'501);
  }
}

TEST_F(ResultsTest, ABadLineSaysHowManyAreDurable) {
  const ServedResponse refused =
      post_lines(path_, lines(0, 1'234) + "{\"response\": 3}\n" + lines(2'000, 10));
  EXPECT_EQ(refused.status, 422);
  const Json problem = json_of(refused);
  EXPECT_EQ(problem.at("line"), 1'235);
  EXPECT_EQ(problem.at("durable_lines"), 1'234);
  EXPECT_NE(problem.at("detail").get<std::string>().find("line 1235, column 14: \"response\" is 3"),
            std::string::npos)
      << problem;
  EXPECT_EQ(stored(), 1'234);
}

TEST_F(ResultsTest, ABrokenStreamKeepsWholeBatchesAndCanBeSentAgain) {
  ServedRequest request = request_of("POST", path_);
  request.headers["content-type"] = "application/x-ndjson";
  request.headers["transfer-encoding"] = "chunked";
  {
    auto stream = api().stream(request);
    const std::string all = lines(0, 2'500);
    EXPECT_FALSE(stream->take(all));
    ServedResponse too_slow = api().refuse(408, "the request's body came too slowly");
    stream->tell_durable(too_slow);
    const Json told = json_of(too_slow);
    EXPECT_EQ(told.at("status"), 408);
    EXPECT_EQ(told.at("durable_lines"), 2'000);
    EXPECT_EQ(told.at("added"), 2'000);
    stream->broke_off();
  }
  EXPECT_EQ(stored(), 2'000);  // two batches of 1,000; the third was not acknowledged
  const Json added = json_of(post_lines(path_, lines(0, 2'500)));
  EXPECT_EQ(added.at("added"), 500);
  EXPECT_EQ(added.at("repeated"), 2'000);
}

TEST_F(ResultsTest, DifferingLinesAreTold) {
  post_lines(path_, lines(0, 3));
  const ServedResponse refused =
      post_lines(path_, lines(3, 1) + R"({"id": "r1", "response": "another"})");
  EXPECT_EQ(refused.status, 409);
  EXPECT_EQ(json_of(refused).at("differing_results"), Json({1}));
  EXPECT_EQ(json_of(refused).at("durable_lines"), 2);
  EXPECT_EQ(stored(), 4);
}

TEST_F(ResultsTest, ABrokenLineHidesNoLineThatDiffers) {
  post_lines(path_, lines(0, 1));
  const std::string sent = R"({"id": "r0", "response": "another"})"
                           "\n" +
                           lines(1, 1);
  const ServedResponse refused = post_lines(path_, sent + "{\"response\": 3}\n");
  EXPECT_EQ(refused.status, 422);
  const Json problem = json_of(refused);
  EXPECT_EQ(problem.at("durable_lines"), 2);
  EXPECT_EQ(problem.at("added"), 1);
  EXPECT_EQ(problem.at("repeated"), 0);
  EXPECT_EQ(problem.at("differing"), 1);
  EXPECT_EQ(problem.at("differing_results"), Json::array({0}));
}

TEST_F(ResultsTest, AStreamThatTheServerEndsTellsWhatDiffers) {
  post_lines(path_, lines(0, 1));
  ServedRequest request = request_of("POST", path_);
  request.headers["content-type"] = "application/x-ndjson";
  request.headers["transfer-encoding"] = "chunked";
  auto stream = api().stream(request);
  EXPECT_FALSE(stream->take(R"({"id": "r0", "response": "another"})"
                            "\n" +
                            lines(1, 1'200)));
  ServedResponse too_slow = api().refuse(408, "the request's body came too slowly");
  stream->tell_durable(too_slow);
  EXPECT_EQ(json_of(too_slow).at("durable_lines"), 1'000);
  EXPECT_EQ(json_of(too_slow).at("differing_results"), Json::array({0}));
  stream->broke_off();
}

TEST_F(ResultsTest, OfLinesThatDifferTheFirstHundredAreTold) {
  post_lines(path_, lines(0, 2'500), 65'536);
  std::string others = lines(0, 2'500);
  for (std::size_t at = 0; (at = others.find("answer", at)) != std::string::npos; ++at) {
    others[at] = 'A';
  }
  const Json problem = json_of(post_lines(path_, others, 65'536));
  EXPECT_EQ(problem.at("differing"), 2'500);
  EXPECT_EQ(problem.at("durable_lines"), 2'500);
  const auto places = problem.at("differing_results").get<std::vector<int>>();
  ASSERT_EQ(places.size(), 100U);
  EXPECT_EQ(places.front(), 0);
  EXPECT_EQ(places.back(), 99);
}

TEST_F(ResultsTest, AStreamSaysWhatItHolds) {
  ServedRequest request = request_of("POST", path_);
  request.headers["content-type"] = "application/x-ndjson";
  request.headers["transfer-encoding"] = "chunked";
  const auto stream = api().stream(request);
  const std::string text(500'000, 'x');
  EXPECT_FALSE(stream->take(R"({"id": "a", "response": ")" + text + "\"}\n"));
  EXPECT_GE(stream->held_bytes(), 500'000U) << "a result that is not sent yet";
  EXPECT_FALSE(stream->take(R"({"id": "b", "response": ")" + text));
  EXPECT_GE(stream->held_bytes(), 1'000'000U) << "and a line without its end";
  EXPECT_EQ(json_of(stream->take("3}\n").value()).at("durable_lines"), 1);
}

TEST_F(ResultsTest, APageOfLargeResultsEndsByItsBytes) {
  const ProjectId project = must(store().projects().find("default")).id;
  const std::size_t megabytes[] = {3, 3, 9, 1, 1, 1};
  std::vector<StoredResult> results;
  for (const std::size_t size : megabytes) {
    Response response;
    response.id = "r" + std::to_string(results.size());
    response.response = std::string(size << 20, 'x');
    results.push_back(to_stored_result(response));
  }
  must(store().results().append(project, ExecutionId{id_}, results));
  std::vector<std::vector<std::string>> pages;
  std::string cursor;
  do {
    const Json page = json_of(send_unchecked(
        request_of("GET", path_ + "?limit=200" + (cursor.empty() ? "" : "&cursor=" + cursor))));
    pages.emplace_back();
    for (const Json& item : page.at("items")) pages.back().push_back(item.at("id"));
    cursor = page.at("next_cursor").is_null() ? "" : page.at("next_cursor").get<std::string>();
  } while (!cursor.empty() && pages.size() < 10);
  EXPECT_EQ(pages,
            (std::vector<std::vector<std::string>>{{"r0", "r1"}, {"r2"}, {"r3", "r4", "r5"}}));
}

TEST_F(ResultsTest, EqualLinesWithoutIdsAreAllKeptAndNotDoubled) {
  const std::string twice = "{\"response\": \"same\"}\n{\"response\":\"same\"}\n";
  EXPECT_EQ(json_of(post_lines(path_, twice)).at("added"), 2);
  EXPECT_EQ(json_of(post_lines(path_, twice)).at("repeated"), 2);
  EXPECT_EQ(stored(), 2);
}

TEST_F(ResultsTest, LinesThatCannotBeKeptAreRefusedWithASentence) {
  const std::string longest(501, 'x');
  const std::pair<std::string, const char*> cases[] = {
      {"{\"response\": \"\xff\"}", "not valid UTF-8"},
      {"{\"response\": \"x\", \"id\": \"a\\u0000\"}", "U+0000"},
      {R"({"response": "x\u0000"})", "column 16: the character U+0000"},
      {R"({"response": "\\\u0000"})", "column 17: the character U+0000"},
      {R"({"response": "x", "labels": {"a\u0000": "b"}})", "U+0000"},
      {R"({"response": "x", "unknown": ["\u0000"]})", "U+0000"},
      {R"({"response": "x", "response": "y"})", "the key \\\"response\\\" comes twice"},
      {R"({"response": "x", "id": "a", "id": null})", "the key \\\"id\\\" comes twice"},
      {R"({"response": "x", "labels": {"a": "b", "c": "d", "a": "b"}})", "comes twice"},
      {"{\"response\": \"x\", \"id\": \"" + longest + "\"}", "501 bytes"},
      {"{\"response\": \"x\"", "not valid JSON"},
      {"[1]", "column 1"},
      {"{\"response\": \"" + std::string(1 << 20, 'x') + "\"}", "more than 1048576 bytes"},
      {"{\"plumb\": \"execution/2\"}", "execution/1 is taken"},
      {"{\"plumb\": \"execution/1\", \"embedding_model\": \"other\"}", "made the vectors"},
  };
  for (const auto& [line, words] : cases) {
    const ServedResponse refused = post_lines(path_, line, 4'096);
    EXPECT_EQ(refused.status, 422) << line.substr(0, 80);
    EXPECT_NE(refused.body.find(words), std::string::npos) << refused.body;
  }
}

TEST_F(ResultsTest, ABackslashBeforeAnEscapesLettersIsNoEscape) {
  const std::string line = R"({"id": "a", "response": "\\u0000 \\\\u0000"})";
  EXPECT_EQ(json_of(post_lines(path_, line)).at("added"), 1);
  EXPECT_EQ(json_of(get(path_ + "/a")).at("response"), R"(\u0000 \\u0000)");
}

TEST_F(ResultsTest, VectorsOfOneRequestHaveOneLength) {
  const ServedResponse refused = post_lines(path_,
                                            "{\"response\":\"x\",\"embedding\":[1]}\n"
                                            "{\"response\":\"x\",\"embedding\":[1,2]}");
  EXPECT_EQ(refused.status, 409);
  EXPECT_NE(refused.body.find("has 2 numbers"), std::string::npos) << refused.body;
  EXPECT_EQ(json_of(refused).at("durable_lines"), 1);
}

TEST_F(ResultsTest, VectorsOfLaterRequestsHaveTheLengthOfTheFirst) {
  const std::string first = R"({"id":"a","response":"x","embedding":[1,2]})";
  EXPECT_EQ(post_lines(path_, first).status, 200);
  const ServedResponse line = post_lines(path_, R"({"id":"b","response":"x","embedding":[3,4]})"
                                                "\n"
                                                R"({"id":"c","response":"x","embedding":[1,2,3]})");
  EXPECT_EQ(line.status, 409);
  EXPECT_EQ(json_of(line).at("line"), 2);
  EXPECT_EQ(json_of(line).at("durable_lines"), 1);
  EXPECT_NE(line.body.find("has 3 numbers, and those before it have 2"), std::string::npos);
  const Json longer = {{"id", "d"}, {"response", "x"}, {"embedding", {1, 2, 3}}};
  const ServedResponse whole = post(path_, {{"results", {{{"response", "none"}}, longer}}});
  EXPECT_EQ(whole.status, 409);
  EXPECT_EQ(json_of(whole).at("errors")[0].at("field"), "/results/1");
  EXPECT_EQ(stored(), 2);
}

TEST_F(ResultsTest, ACompletedExecutionTakesRetriesAlone) {
  post_lines(path_, lines(0, 2));
  send(request_of("POST", "/api/v1/executions/" + std::to_string(id_) + "/complete"));
  EXPECT_EQ(json_of(post_lines(path_, lines(0, 2))).at("repeated"), 2);
  const ServedResponse refused = post_lines(path_, lines(0, 3));
  EXPECT_EQ(refused.status, 409);
  EXPECT_EQ(json_of(refused).at("durable_lines"), 0);
  EXPECT_EQ(stored(), 2);
}

TEST_F(ResultsTest, AnUnknownExecutionIsRefusedBeforeTheFirstByte) {
  ServedRequest request = request_of("POST", "/api/v1/executions/99/results");
  request.headers["content-type"] = "application/x-ndjson";
  request.headers["content-length"] = "100";
  const auto refused = api().stream(request)->take("");
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->status, 404);
}

TEST_F(ResultsTest, ListsComeInPagesInTheOrderOfArrival) {
  post_lines(path_, lines(0, 5));
  std::vector<std::string> seen;
  std::string cursor;
  do {
    const Json page =
        json_of(get(path_ + "?limit=2" + (cursor.empty() ? "" : "&cursor=" + cursor)));
    for (const Json& item : page.at("items")) seen.push_back(item.at("id"));
    cursor = page.at("next_cursor").is_null() ? "" : page.at("next_cursor").get<std::string>();
  } while (!cursor.empty());
  EXPECT_EQ(seen, (std::vector<std::string>{"r0", "r1", "r2", "r3", "r4"}));
  EXPECT_EQ(get(path_ + "?cursor=00").status, 422);
  EXPECT_EQ(get(path_ + "?cursor=made-up").status, 422);
  EXPECT_EQ(get(path_ + "?limit=0").status, 422);
  EXPECT_EQ(get(path_ + "?limt=2").status, 422);
}

TEST_F(ResultsTest, ACursorOfAnotherListIsRefusedByItsName) {
  post_lines(path_, lines(0, 5));
  const std::int64_t other = json_of(post("/api/v1/executions", {{"name", "other"}})).at("id");
  const std::string other_path = "/api/v1/executions/" + std::to_string(other) + "/results";
  post_lines(other_path, lines(0, 5));
  const std::string cursor = json_of(get(path_ + "?limit=2")).at("next_cursor");
  EXPECT_EQ(get(path_ + "?limit=3&cursor=" + cursor).status, 200);
  for (const std::string& list : {other_path + "?", path_ + "?severity=low&",
                                  path_ + "?order=desc&", std::string("/api/v1/executions?")}) {
    const auto refused = get(list + "cursor=" + cursor);
    ASSERT_EQ(refused.status, 422) << list;
    const Json error = json_of(refused).at("errors")[0];
    EXPECT_EQ(error.at("field"), "cursor");
    EXPECT_NE(error.at("message").get<std::string>().find("of another list"), std::string::npos);
  }
}

// ---- idempotency keys ----

class OnceTest : public ResultsTest {
 protected:
  ServedResponse send_with_key(ServedRequest request, const std::string& key) {
    request.headers["idempotency-key"] = key;
    return send(std::move(request));
  }
};

TEST_F(OnceTest, ARequestSentTwiceIsDoneOnceAndAnsweredTwiceTheSame) {
  const ServedRequest request = request_of("POST", "/api/v1/executions", R"({"name": "once"})");
  const ServedResponse first = send_with_key(request, "k1");
  const ServedResponse second = send_with_key(request, "k1");
  EXPECT_EQ(first.status, 201);
  EXPECT_EQ(second.status, 201);
  EXPECT_EQ(first.body, second.body);
  EXPECT_EQ(header_of(first, "idempotency-replayed"), "");
  EXPECT_EQ(header_of(second, "idempotency-replayed"), "true");
  EXPECT_EQ(json_of(get("/api/v1/executions?name=once")).at("items").size(), 1U);
  EXPECT_NE(send_with_key(request, "k2").body, first.body);
}

TEST_F(OnceTest, AnAnswerThatIsGivenAgainHasItsHeaders) {
  const ServedRequest request = request_of("POST", "/api/v1/executions", R"({"name": "once"})");
  const std::string location = header_of(send_with_key(request, "k1"), "location");
  EXPECT_FALSE(location.empty());
  EXPECT_EQ(header_of(send_with_key(request, "k1"), "location"), location);
}

TEST_F(OnceTest, AKeyOfAnotherRequestIsAWrongValue) {
  send_with_key(request_of("POST", "/api/v1/executions", R"({"name": "a"})"), "k");
  const ServedResponse other =
      send_with_key(request_of("POST", "/api/v1/executions", R"({"name": "b"})"), "k");
  EXPECT_EQ(other.status, 422);
  const Json problem = json_of(other);
  EXPECT_EQ(problem.at("errors").at(0).at("field"), "Idempotency-Key") << other.body;
  EXPECT_EQ(problem.at("errors").at(0).at("value"), "\"k\"") << other.body;
  EXPECT_TRUE(other.body.contains("was used for another request")) << other.body;
  EXPECT_EQ(json_of(get("/api/v1/executions?name=b")).at("items").size(), 0U);
}

// Of an operation that takes its time, and of one that is a single transaction.
TEST_F(OnceTest, AKeyWhoseFirstRequestIsAtWorkIsAConflict) {
  const ProjectId project = must(store().projects().find("default")).id;
  const Json step = {{"session", "s"}, {"step", 0}, {"prompt", "p"}, {"response", "r"}};
  const std::pair<std::string, Json> requests[] = {
      {"/api/v1/sessions", {{"steps", Json::array({step})}}},
      {"/api/v1/executions", {{"name", "run"}}},
  };
  for (const auto& [path, body] : requests) {
    const ServedRequest request = request_of("POST", path, body.dump());
    const auto lease = std::chrono::minutes(2);
    must(store().idempotency_keys().claim(project, path, fingerprint_of(request), lease));
    const ServedResponse waits = send_with_key(request, path);
    EXPECT_EQ(waits.status, 409) << waits.body;
    EXPECT_EQ(json_of(waits).at("errors").at(0).at("field"), "Idempotency-Key") << waits.body;
    EXPECT_TRUE(waits.body.contains("is still at work")) << waits.body;
    pass(lease);  // the first one was killed
    EXPECT_EQ(send_with_key(request, path).status, 201);
  }
}

TEST_F(OnceTest, EveryOperationThatTakesAKeyDescribesItsRefusals) {
  std::size_t with_key = 0;
  for (const auto& [path, methods] : document().openapi().at("paths").items()) {
    for (const auto& [method, operation] : methods.items()) {
      const auto parameters = operation.value("parameters", nlohmann::ordered_json::array());
      const nlohmann::ordered_json key = {{"$ref", "#/components/parameters/IdempotencyKey"}};
      if (std::ranges::find(parameters, key) == parameters.end()) continue;
      ++with_key;
      EXPECT_EQ(method, "post");
      for (const char* status : {"409", "422"}) {
        EXPECT_TRUE(operation.at("responses").contains(status)) << path << " " << status;
      }
    }
  }
  EXPECT_GE(with_key, 15U);
}

TEST_F(OnceTest, ARefusedRequestLeavesItsKeyFree) {
  post_lines(path_, lines(0, 1));
  const ServedRequest request =
      request_of("POST", "/api/v1/baselines", R"({"execution_id": )" + std::to_string(id_) + "}");
  EXPECT_EQ(send_with_key(request, "k").status, 409);  // not completed
  send(request_of("POST", "/api/v1/executions/" + std::to_string(id_) + "/complete"));
  EXPECT_EQ(send_with_key(request, "k").status, 201);
  EXPECT_EQ(send_with_key(request, "k").status, 201);
  EXPECT_EQ(json_of(get("/api/v1/baselines")).at("items").size(), 1U);
}

TEST_F(OnceTest, AStreamsKeyIsHonouredAndNeverHidesLines) {
  ServedRequest request = request_of("POST", path_, lines(0, 3));
  request.headers["content-type"] = "application/x-ndjson";
  const ServedResponse first = send_with_key(request, "s");
  EXPECT_EQ(json_of(first).at("added"), 3);
  const ServedResponse second = send_with_key(request, "s");
  EXPECT_EQ(second.body, first.body);
  EXPECT_EQ(header_of(second, "idempotency-replayed"), "true");
  request.body = lines(3, 2);
  const ServedResponse other = send_with_key(request, "s");
  EXPECT_EQ(other.status, 422);
  EXPECT_EQ(json_of(other).at("durable_lines"), 2);  // and they are there
  EXPECT_EQ(stored(), 5);
}

TEST_F(OnceTest, AKeyThatIsNoneIsRefused) {
  for (const std::string& key : {std::string(), std::string(201, 'x'), std::string("a b")}) {
    EXPECT_EQ(send_with_key(request_of("POST", "/api/v1/executions", "{}"), key).status, 422)
        << key;
  }
}

TEST_F(ResultsTest, NumbersThatNoDoubleHoldsKeepTheirDigits) {
  const std::string path = "/api/v1/executions/" + std::to_string(id_) + "/results";
  const std::string digits = "123456789012345678901234567890";
  const std::string result = R"({"id":"r","response":"a","tools":[{"name":"t","arguments":{"n":)" +
                             digits + R"(}}],"labels":{"l":-)" + digits + "}}";
  EXPECT_EQ(send(request_of("POST", path, R"({"results":[)" + result + "]}")).status, 200);
  for (const std::string& shown : {get(path + "/r").body, get(path).body}) {
    EXPECT_TRUE(shown.contains(R"("n":)" + digits + "}")) << shown;
    EXPECT_TRUE(shown.contains(R"("l":"-)" + digits + "\"")) << shown;
  }
}

}  // namespace
}  // namespace plumb
