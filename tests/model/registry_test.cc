#include "model/registry.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

namespace plumb {
namespace {

using Json = nlohmann::json;

Json good() {
  return Json::parse(R"({"plumb": "models/1", "models": [{
    "name": "tiny", "kind": "embedding", "description": "d", "licence": "l", "weights": "w.bin",
    "files": [{"name": "w.bin", "size": 4, "sha256":
      "0000000000000000000000000000000000000000000000000000000000000000"}],
    "sources": [{"kind": "hub", "repository": "o/tiny", "revision": "main"}]}]})");
}

std::string refusal(const Json& document) {
  const auto registry = parse_registry(document.dump(), "r");
  return registry ? "accepted" : registry.error().message;
}

TEST(Registry, TheOneInTheBinaryIsValidAndHasTheDefaultModel) {
  const auto registry = parse_registry(embedded_registry_json(), "registry.json");
  ASSERT_TRUE(registry) << registry.error().message;
  const auto entry = registry->find("all-MiniLM-L6-v2");
  ASSERT_TRUE(entry);
  EXPECT_EQ(entry->kind, ModelKind::embedding);
  EXPECT_EQ(entry->licence, "Apache-2.0");
  EXPECT_EQ(name_of(entry->sources.front()), "pypi");
  EXPECT_EQ(entry->files.front().sha256,
            "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db");
}

TEST(Registry, NamesWhatThereIsWhenANameIsUnknown) {
  const auto registry = parse_registry(good().dump(), "r");
  ASSERT_TRUE(registry) << registry.error().message;
  EXPECT_EQ(registry->find("nope").error().message,
            "no model is called \"nope\"; the registry has tiny");
}

TEST(Registry, RefusesWhatItDoesNotKnow) {
  Json document = good();
  document["models"][0]["colour"] = "red";
  EXPECT_EQ(refusal(document), "r.models[0].colour is an unknown field");
  document = good();
  document["models"][0]["kind"] = "toy";
  EXPECT_EQ(refusal(document), "r.models[0].kind \"toy\" is none of embedding, chat, classifier");
  document = good();
  document["plumb"] = "models/2";
  EXPECT_EQ(refusal(document), "r.plumb is \"models/2\"; this Plumb reads \"models/1\"");
  EXPECT_EQ(refusal(Json::array()), "r is not an object");
  EXPECT_EQ(parse_registry("{", "r").error().message, "r is not valid JSON");
}

TEST(Registry, RefusesFileNamesThatCouldLeaveTheFolder) {
  for (const char* name :
       {"../w", "/etc/w", "a/../../w", "a//b", ".hidden", "a/", "a\\b", "", "a b"}) {
    Json document = good();
    document["models"][0]["files"][0]["name"] = name;
    EXPECT_NE(refusal(document), "accepted") << name;
    document = good();
    document["models"][0]["name"] = name;
    EXPECT_NE(refusal(document), "accepted") << name;
  }
}

TEST(Registry, RefusesHashesAndSizesThatAreNone) {
  for (const char* hash :
       {"", "12", "G000000000000000000000000000000000000000000000000000000000000000"}) {
    Json document = good();
    document["models"][0]["files"][0]["sha256"] = hash;
    EXPECT_NE(refusal(document), "accepted") << hash;
  }
  for (const Json& size : {Json(-1), Json(0), Json(1.5), Json("4"), Json(~std::uint64_t{0})}) {
    Json document = good();
    document["models"][0]["files"][0]["size"] = size;
    EXPECT_NE(refusal(document), "accepted") << size;
  }
}

TEST(Registry, TheWeightsAreAPinnedFileOfTheModel) {
  Json document = good();
  document["models"][0]["weights"] = "other.bin";
  EXPECT_EQ(refusal(document), "r.models[0].weights names no pinned file of the model");
  document = good();
  document["models"][0]["files"][0].erase("sha256");
  EXPECT_EQ(refusal(document), "r.models[0].weights names no pinned file of the model");
}

}  // namespace
}  // namespace plumb
