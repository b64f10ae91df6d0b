// OTLP over HTTP, as an OpenTelemetry exporter or collector sends it to POST /v1/traces: from the
// body as it came to the answer that the protocol asks for.
#pragma once

#include <expected>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "ingest/gzip.h"
#include "ingest/otlp_trace.h"
#include "serve/trace_intake.h"

namespace plumb {

enum class OtlpEncoding { protobuf, json };

struct OtlpReceiverOptions {
  GunzipLimits gunzip{.most_bytes = std::size_t{32} << 20};
  OtlpLimits limits{.most_items = 500'000};
  TraceIntakeOptions intake{};
};

struct OtlpReply {
  int status = 200;
  std::string body;
};

// What is in a body. Its texts lie in `unpacked`, or in the body itself where that came plain: it
// has to outlive them.
struct ReadTraces {
  std::string unpacked;
  OtlpTraces traces;
};

// The spans of a body, or 400 with a google.rpc.Status where it cannot be read, which a client does
// not send again. In one place, since texts that are looked at stay where they are.
std::expected<std::shared_ptr<const ReadTraces>, OtlpReply> read_traces(
    OtlpEncoding encoding, std::string_view content_encoding, std::string_view body,
    const OtlpReceiverOptions& options = {});

// 200 with an ExportTraceServiceResponse: what came of take_traces().
OtlpReply export_reply(OtlpEncoding encoding, const TraceOutcome& outcome);

}  // namespace plumb
