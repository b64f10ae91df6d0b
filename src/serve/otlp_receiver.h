// OTLP over HTTP, as an OpenTelemetry exporter or collector sends it to POST /v1/traces: from the
// body as it came to the answer that the protocol asks for.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "ingest/gzip.h"
#include "ingest/otlp_trace.h"
#include "record/ids.h"
#include "serve/trace_intake.h"
#include "store/store.h"

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
  TraceOutcome outcome{};
};

// 200 with an ExportTraceServiceResponse, or 400 with a google.rpc.Status where the body cannot be
// read, which a client does not send again. Fails as the store does: that may pass.
Result<OtlpReply> receive_traces(Store& store, ProjectId project, OtlpEncoding encoding,
                                 std::string_view content_encoding, std::string_view body,
                                 const OtlpReceiverOptions& options = {});

}  // namespace plumb
