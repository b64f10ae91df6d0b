#include "serve/otlp_receiver.h"

#include <fmt/format.h>

#include "record/document_json.h"

namespace plumb {
namespace {

constexpr int kInvalidArgument = 3;  // google.rpc.Code

void append_varint(std::string& out, std::uint64_t value) {
  for (; value >= 0x80; value >>= 7) out += static_cast<char>(0x80 | (value & 0x7F));
  out += static_cast<char>(value);
}

void append_number(std::string& out, unsigned field, std::uint64_t value) {
  if (value == 0) return;
  append_varint(out, field << 3);
  append_varint(out, value);
}

void append_bytes(std::string& out, unsigned field, std::string_view bytes) {
  if (bytes.empty()) return;
  append_varint(out, field << 3 | 2);
  append_varint(out, bytes.size());
  out += bytes;
}

// Nothing at all where everything was taken.
std::string export_body(OtlpEncoding encoding, const TraceOutcome& outcome) {
  const bool is_partial = outcome.rejected > 0 || !outcome.message.empty();
  if (encoding == OtlpEncoding::json) {
    nlohmann::ordered_json reply = nlohmann::ordered_json::object();
    if (is_partial) {
      // 64-bit numbers are text in protobuf's JSON.
      reply["partialSuccess"] = {{"rejectedSpans", std::to_string(outcome.rejected)},
                                 {"errorMessage", outcome.message}};
    }
    return json_line(reply);
  }
  std::string partial;
  append_number(partial, 1, outcome.rejected);
  append_bytes(partial, 2, outcome.message);
  std::string reply;
  append_bytes(reply, 1, partial);
  return reply;
}

OtlpReply refusal(OtlpEncoding encoding, std::string_view sentence) {
  OtlpReply reply{.status = 400, .body = {}};
  if (encoding == OtlpEncoding::json) {
    reply.body = json_line({{"code", kInvalidArgument}, {"message", sentence}});
  } else {
    append_number(reply.body, 1, kInvalidArgument);
    append_bytes(reply.body, 2, sentence);
  }
  return reply;
}

Result<std::string> unpacked(std::string_view content_encoding, std::string_view body,
                             const GunzipLimits& limits) {
  if (content_encoding.empty() || content_encoding == "identity") return std::string();
  if (content_encoding == "gzip") return gunzip(body, limits);
  return fail(ErrorCode::unsupported,
              fmt::format("the content encoding \"{:.40}\" is not known; send gzip or none",
                          content_encoding));
}

}  // namespace

std::expected<std::shared_ptr<const ReadTraces>, OtlpReply> read_traces(
    OtlpEncoding encoding, std::string_view content_encoding, std::string_view body,
    const OtlpReceiverOptions& options) {
  const auto read = std::make_shared<ReadTraces>();
  Result<std::string> opened = unpacked(content_encoding, body, options.gunzip);
  if (!opened) return std::unexpected(refusal(encoding, opened.error().message));
  read->unpacked = *std::move(opened);
  const bool is_plain = content_encoding.empty() || content_encoding == "identity";
  const std::string_view bytes = is_plain ? body : std::string_view(read->unpacked);
  Result<OtlpTraces> traces = encoding == OtlpEncoding::json
                                  ? read_otlp_json(bytes, options.limits)
                                  : read_otlp_protobuf(bytes, options.limits);
  if (!traces) return std::unexpected(refusal(encoding, traces.error().message));
  read->traces = *std::move(traces);
  return read;
}

OtlpReply export_reply(OtlpEncoding encoding, const TraceOutcome& outcome) {
  return {.status = 200, .body = export_body(encoding, outcome)};
}

}  // namespace plumb
