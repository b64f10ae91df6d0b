// Both encodings, their limits, and what is wrong with foreign bytes. That real exporters are read
// is in otlp_golden_test.cc.
#include "ingest/otlp_trace.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

namespace plumb {
namespace {

// Protobuf by hand.
std::string varint(std::uint64_t value) {
  std::string out;
  for (; value >= 0x80; value >>= 7) out += static_cast<char>(0x80 | (value & 0x7F));
  return out + static_cast<char>(value);
}
std::string field(unsigned number, std::string_view bytes) {
  return varint(number << 3 | 2) + varint(bytes.size()) + std::string(bytes);
}
std::string number_field(unsigned number, std::uint64_t value) {
  return varint(number << 3) + varint(value);
}
std::string fixed_field(unsigned number, std::uint64_t value) {
  std::string out = varint(number << 3 | 1);
  for (int i = 0; i < 8; ++i) out += static_cast<char>(value >> (8 * i));
  return out;
}
std::string ids() {
  return field(1, std::string(15, '\0') + "\xAB") + field(2, std::string(7, '\0') + "\x01") +
         fixed_field(7, 1'700'000'000'000'000'000);
}
std::string request(std::string_view span) {
  return field(1, field(2, field(2, span)));
}
std::string attribute(std::string_view key, std::string_view value) {
  return field(9, field(1, key) + field(2, value));
}

const OtlpValue* first_attribute(const Result<OtlpTraces>& traces) {
  if (!traces || traces->spans.size() != 1 || traces->spans[0].attributes.empty()) return nullptr;
  return &traces->spans[0].attributes[0];
}

TEST(OtlpProtobuf, ReadsASpan) {
  const std::string bytes =
      request(ids() + field(5, "chat") + fixed_field(8, 1'700'000'000'500'000'000) +
              attribute("gen_ai.operation.name", field(1, "chat")) +
              field(15, field(2, "it broke") + number_field(3, 2)));
  const auto traces = read_otlp_protobuf(bytes);
  ASSERT_TRUE(traces) << traces.error().message;
  ASSERT_EQ(traces->spans.size(), 1U);
  const OtlpSpan& span = traces->spans[0];
  EXPECT_EQ(span.trace_id, "000000000000000000000000000000ab");
  EXPECT_EQ(span.span_id, "0000000000000001");
  EXPECT_EQ(span.parent_span_id, "");
  EXPECT_EQ(span.name, "chat");
  EXPECT_EQ(span.end - span.start, 500'000'000U);
  EXPECT_EQ(span.status, OtlpStatus::error);
  EXPECT_EQ(span.status_message, "it broke");
  EXPECT_EQ(find_attribute(span.attributes, "gen_ai.operation.name")->text, "chat");
}

TEST(OtlpProtobuf, AnEmptyRequestHasNoSpan) {
  EXPECT_TRUE(read_otlp_protobuf("")->spans.empty());
  EXPECT_TRUE(read_otlp_protobuf(field(1, ""))->spans.empty());
}

TEST(OtlpProtobuf, SkipsFieldsThatItDoesNotKnowAndThoseOfAnotherWireType) {
  const std::string odd = number_field(9, 5) + field(900, "x") + fixed_field(5, 1) +
                          varint(31 << 3 | 5) + std::string(4, 'z');
  EXPECT_EQ(read_otlp_protobuf(request(odd + ids() + field(5, "kept") + odd))->spans[0].name,
            "kept");
}

TEST(OtlpProtobuf, MergesAMessageThatComesTwiceAndTakesTheLastOfAScalar) {
  const std::string lists = field(5, field(1, field(1, "a"))) + field(5, field(1, field(1, "b")));
  const std::string twice = request(ids() + attribute("k", lists));
  const auto merged = read_otlp_protobuf(twice);
  ASSERT_NE(first_attribute(merged), nullptr);
  EXPECT_EQ(to_json(*first_attribute(merged)), R"(["a","b"])");
  const std::string scalar_last = request(ids() + attribute("k", lists + number_field(3, 7)));
  const auto replaced = read_otlp_protobuf(scalar_last);
  EXPECT_EQ(to_json(*first_attribute(replaced)), "7");
}

TEST(OtlpProtobuf, ReadsEveryKindOfValue) {
  double real = 0.5;
  std::uint64_t bits = 0;
  std::memcpy(&bits, &real, 8);
  const std::string map = field(6, field(1, field(1, "yes") + field(2, number_field(2, 1))) +
                                       field(1, field(1, "n") + field(2, number_field(3, ~0ULL))) +
                                       field(1, field(1, "x") + field(2, fixed_field(4, bits))) +
                                       field(1, field(1, "none") + field(2, "")));
  const std::string bytes = request(ids() + attribute("k", map));
  const auto traces = read_otlp_protobuf(bytes);
  ASSERT_NE(first_attribute(traces), nullptr);
  EXPECT_EQ(to_json(*first_attribute(traces)), R"({"yes":true,"n":-1,"x":0.5,"none":null})");
}

TEST(OtlpProtobuf, ATextThatIsNoUtf8IsRepaired) {
  const std::string bytes = request(ids() + field(5, "caf\xC3"));
  const auto traces = read_otlp_protobuf(bytes);
  EXPECT_EQ(traces->spans[0].name, "caf\uFFFD");
}

TEST(OtlpProtobuf, RefusesEveryCut) {
  const std::string bytes =
      request(ids() + field(5, "chat") + attribute("k", field(5, field(1, field(1, "a")))));
  for (std::size_t size = 1; size < bytes.size(); ++size) {
    const auto traces = read_otlp_protobuf(std::string_view(bytes).substr(0, size));
    ASSERT_FALSE(traces) << size;
    EXPECT_EQ(traces.error().code, ErrorCode::invalid_input);
  }
}

TEST(OtlpProtobuf, RefusesGroupsFieldZeroAndLengthsPastTheEnd) {
  EXPECT_FALSE(read_otlp_protobuf(varint(5 << 3 | 3) + varint(5 << 3 | 4)));
  EXPECT_FALSE(read_otlp_protobuf(field(0, "x")));
  EXPECT_FALSE(read_otlp_protobuf(varint(1 << 3 | 2) + varint(0xFFFF'FFFF)));
  EXPECT_FALSE(read_otlp_protobuf(varint(1 << 3 | 2) + std::string(10, '\xFF') + "\x01"));
}

TEST(OtlpProtobuf, ASpanThatCannotBeIsRejectedAloneAndTold) {
  const std::string good = field(2, ids() + field(5, "good"));
  const std::string no_ids = field(2, field(5, "bad"));
  const std::string zeros =
      field(2, field(1, std::string(16, '\0')) + field(2, "12345678") + fixed_field(7, 1));
  const std::string no_time = field(2, field(1, "1234567890123456") + field(2, "12345678"));
  const std::string bytes = field(1, field(2, no_ids + good + zeros + no_time));
  const auto traces = read_otlp_protobuf(bytes);
  ASSERT_TRUE(traces);
  ASSERT_EQ(traces->spans.size(), 1U);
  EXPECT_EQ(traces->spans[0].name, "good");
  EXPECT_EQ(traces->rejected, 3U);
  EXPECT_NE(traces->first_rejected.find("\"bad\""), std::string::npos) << traces->first_rejected;
}

TEST(OtlpProtobuf, BoundsItemsAndDepth) {
  std::string items;
  for (int i = 0; i < 2'000; ++i) items += field(1, "");
  const std::string many = request(ids() + attribute("k", field(5, items)));
  EXPECT_TRUE(read_otlp_protobuf(many));
  const auto passed = read_otlp_protobuf(many, {.most_items = 1'000});
  ASSERT_FALSE(passed);
  EXPECT_EQ(passed.error().code, ErrorCode::unsupported);

  std::string deep = field(1, "x");
  for (int i = 0; i < 32; ++i) deep = field(5, field(1, deep));
  EXPECT_TRUE(read_otlp_protobuf(request(ids() + attribute("k", deep))));
  deep = field(5, field(1, deep));
  EXPECT_FALSE(read_otlp_protobuf(request(ids() + attribute("k", deep))));
  for (int i = 0; i < 2'000; ++i) deep = field(5, field(1, deep));
  EXPECT_FALSE(read_otlp_protobuf(request(ids() + attribute("k", deep))));
}

std::string json_request(std::string_view span) {
  return R"({"resourceSpans":[{"resource":{"attributes":[{"key":"service.name","value":)"
         R"({"stringValue":"bot"}}]},"scopeSpans":[{"scope":{"name":"lib"},"spans":[)" +
         std::string(span) + "]}]}]}";
}
constexpr std::string_view kIds =
    R"("traceId":"000000000000000000000000000000AB","spanId":"0000000000000001",)"
    R"("startTimeUnixNano":"1700000000000000000")";

std::string span_with(std::string_view members) {
  return json_request("{" + std::string(kIds) + (members.empty() ? "" : ",") +
                      std::string(members) + "}");
}

std::string error_of(std::string_view json) {
  const auto traces = read_otlp_json(json);
  return traces ? "" : traces.error().message;
}

TEST(OtlpJson, ReadsASpanInBothSpellings) {
  const auto camel = read_otlp_json(
      span_with(R"("parentSpanId":"","name":"chat","endTimeUnixNano":1700000000000000001,)"
                R"("status":{"code":2,"message":"m"},"events":[{"timeUnixNano":"5","name":"e"}])"));
  ASSERT_TRUE(camel) << camel.error().message;
  const auto snake = read_otlp_json(
      "\n"
      R"({"resource_spans":[{"resource":{"attributes":[{"key":"service.name","value":)"
      R"({"string_value":"bot"}}]},"scope_spans":[{"scope":{"name":"lib"},"spans":[)"
      R"({"trace_id":"000000000000000000000000000000ab","span_id":"0000000000000001",)"
      R"("start_time_unix_nano":1700000000000000000,"parent_span_id":"0000000000000000",)"
      R"("name":"chat","end_time_unix_nano":"1700000000000000001",)"
      R"("status":{"code":"STATUS_CODE_ERROR","message":"m"},)"
      R"("events":[{"time_unix_nano":5,"name":"e"}]}]}]}]})");
  ASSERT_TRUE(snake) << snake.error().message;
  ASSERT_EQ(camel->spans.size(), 1U);
  EXPECT_EQ(camel->spans, snake->spans);
  EXPECT_EQ(camel->resources, snake->resources);
  EXPECT_EQ(camel->spans[0].scope, "lib");
  EXPECT_EQ(camel->spans[0].status, OtlpStatus::error);
  EXPECT_EQ(camel->spans[0].events[0].time, 5U);
}

TEST(OtlpJson, ReadsEveryKindOfValue) {
  const auto traces = read_otlp_json(span_with(
      R"("attributes":[{"key":"k","value":{"kvlistValue":{"values":[)"
      R"({"key":"a","value":{"arrayValue":{"values":[{"intValue":"-9223372036854775808"},)"
      R"({"boolValue":false},{"doubleValue":1.5},{"doubleValue":"NaN"},{"bytesValue":"AAE="},{}]}}},)"
      R"({"key":"t","value":{"stringValue":"x\ud800\u00e9"}}]}}}])"));
  ASSERT_TRUE(traces) << traces.error().message;
  const OtlpValue& value = traces->spans[0].attributes[0];
  EXPECT_EQ(to_json(value),
            "{\"a\":[-9223372036854775808,false,1.5,null,null,null],"
            "\"t\":\"x\uFFFD\u00e9\"}");
  EXPECT_TRUE(std::isnan(value.items[0].items[3].real));
  EXPECT_EQ(value.items[0].items[4].text, std::string_view("\0\1", 2));
}

TEST(OtlpJson, AWholeNumberMayBeSpelledWithAPointOrAnExponent) {
  const auto traces = read_otlp_json(span_with(
      R"("endTimeUnixNano":1.6e18,"attributes":[{"key":"k","value":{"intValue":-7.0}}])"));
  ASSERT_TRUE(traces) << traces.error().message;
  EXPECT_EQ(traces->spans[0].end, 1'600'000'000'000'000'000U);
  EXPECT_EQ(traces->spans[0].attributes[0].integer, -7);
  for (const char* const refused :
       {"1.5", "-1.0", "18446744073709551616.0", "18446744073709551616", "1e400", "\"7.0\""}) {
    EXPECT_NE(error_of(span_with(R"("endTimeUnixNano":)" + std::string(refused)))
                  .find("not a whole number"),
              std::string::npos)
        << refused;
  }
}

TEST(OtlpJson, NullIsTheSameAsAbsent) {
  const auto traces = read_otlp_json(span_with(R"("attributes":null,"status":null,"name":null)"));
  ASSERT_TRUE(traces) << traces.error().message;
  EXPECT_EQ(traces->spans.size(), 1U);
}

TEST(OtlpJson, SaysWhatIsWrongAndWhere) {
  EXPECT_NE(error_of("").find("no OTLP JSON"), std::string::npos);
  EXPECT_NE(error_of("[]").find("not an object"), std::string::npos);
  EXPECT_NE(error_of(R"({"resourceSpans":{}})").find("\"resourceSpans\" is {}, not an array"),
            std::string::npos);
  EXPECT_NE(error_of(span_with(R"("name":5)")).find("\"name\" is 5, not text"), std::string::npos);
  EXPECT_NE(error_of(span_with(R"("endTimeUnixNano":"x")")).find("not a whole number"),
            std::string::npos);
  EXPECT_NE(error_of(span_with(R"("endTimeUnixNano":-1)")).find("not a whole number"),
            std::string::npos);
  EXPECT_NE(error_of(span_with(R"("attributes":[{"key":"k","value":{"doubleValue":1e400}}])"))
                .find("1e400"),
            std::string::npos);
  EXPECT_NE(error_of(span_with(R"("attributes":[{"key":"k","value":{"bytesValue":"?"}}])"))
                .find("not Base64"),
            std::string::npos);
}

TEST(OtlpJson, ASpanThatCannotBeIsRejectedAlone) {
  const auto traces = read_otlp_json(json_request(
      R"({"traceId":"zz","spanId":"01","startTimeUnixNano":1},{)" + std::string(kIds) + "}"));
  ASSERT_TRUE(traces);
  EXPECT_EQ(traces->spans.size(), 1U);
  EXPECT_EQ(traces->rejected, 1U);
  EXPECT_NE(traces->first_rejected.find("\"zz\""), std::string::npos);
}

TEST(OtlpJson, BoundsTheValuesOfItsText) {
  const std::string json = R"({"unknown": [1, 2, 3, 4, 5, 6, 7, 8]})";
  EXPECT_TRUE(read_otlp_json(json, {.most_json_values = 10}));
  const auto refused = read_otlp_json(json, {.most_json_values = 9});
  ASSERT_FALSE(refused);
  EXPECT_TRUE(refused.error().message.contains("more than 9 values")) << refused.error().message;
}

TEST(OtlpJson, BoundsItemsAndDepth) {
  std::string deep = R"({"stringValue":"x"})";
  for (int i = 0; i < 32; ++i) deep = R"({"arrayValue":{"values":[)" + deep + "]}}";
  const auto attributes = [](const std::string& value) {
    return span_with(R"("attributes":[{"key":"k","value":)" + value + "}]");
  };
  EXPECT_EQ(error_of(attributes(deep)), "");
  deep = R"({"arrayValue":{"values":[)" + deep + "]}}";
  EXPECT_NE(error_of(attributes(deep)).find("deeper than 32 levels"), std::string::npos);
  for (int i = 0; i < 1'000; ++i) deep = R"({"arrayValue":{"values":[)" + deep + "]}}";
  EXPECT_NE(error_of(attributes(deep)), "");
  std::string items = "{}";
  for (int i = 0; i < 2'000; ++i) items += ",{}";
  const std::string many = attributes(R"({"arrayValue":{"values":[)" + items + "]}}");
  EXPECT_TRUE(read_otlp_json(many));
  EXPECT_EQ(read_otlp_json(many, {.most_items = 1'000}).error().code, ErrorCode::unsupported);
}

}  // namespace
}  // namespace plumb
