// What the embedded backend and its worker process say to each other.
//
// Commands go to the worker, events come back. Each is one JSON document in a frame: its
// length as 32 bits, least significant byte first, then that many bytes. Both sides bound what
// they read and believe nothing: the worker has had a foreign model file in its hands.
//
//   WorkerLoad  ->  WorkerReady, or WorkerFailure
//   WorkerAsk   ->  a WorkerReply for each request, in any order
//   WorkerStop  ->  no answer; requests not begun are replied to with `interrupted`
//   WorkerCount ->  WorkerCounted, or WorkerFailure
//
// A WorkerSign may come at any time in between: the worker is alive, and this far.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/result.h"
#include "chat/backend.h"

namespace plumb {

inline constexpr std::size_t kMaxFrameBytes = 64 * 1024 * 1024;
inline constexpr std::size_t kFrameHeadBytes = 4;
inline constexpr int kWorkerSocket = 3;  // the file descriptor that a worker is started with

struct WorkerLoad {
  std::string model;  // path of a GGUF file
  std::uint32_t threads = 1;
  std::uint32_t context_tokens = 0;  // of a conversation; 0: what the model was trained for
  std::uint32_t side_by_side = 1;    // conversations decoded in one batch
  std::uint64_t cache_bytes = 0;  // bounds side_by_side, and again what is kept of those that wait
  bool reuse = true;              // of a conversation's known beginning
};

struct WorkerAsk {
  std::vector<ChatRequest> requests;
  bool digest = false;  // hash the logits that every token was chosen by
};

struct WorkerStop {};

struct WorkerCount {
  std::vector<ChatMessage> messages;
};

using WorkerCommand = std::variant<WorkerLoad, WorkerAsk, WorkerStop, WorkerCount>;

struct WorkerReady {
  std::uint64_t context_tokens = 0;
  std::uint64_t side_by_side = 1;
  std::vector<std::pair<std::string, std::string>> details;
};

struct WorkerReply {
  std::size_t index = 0;  // of the request in its WorkerAsk
  Result<ChatReply> reply;
  std::string digest;  // hex, where it was asked for
};

struct WorkerCounted {
  std::uint64_t tokens = 0;
};

struct WorkerSign {
  std::uint64_t tokens = 0;  // computed since the worker started
};

struct WorkerFailure {
  Error error;
};

using WorkerEvent =
    std::variant<WorkerReady, WorkerReply, WorkerCounted, WorkerSign, WorkerFailure>;

// The frame, head and all. Fails with invalid_input where it would pass kMaxFrameBytes.
// Texts have to be valid UTF-8 (check_request sees to it).
Result<std::string> encode_frame(const WorkerCommand& command);
Result<std::string> encode_frame(const WorkerEvent& event);

// The length that a frame's head states. Fails with corrupt past kMaxFrameBytes.
Result<std::size_t> frame_length(std::string_view head);

// What is behind the head. Fails with corrupt; unknown members are passed over.
Result<WorkerCommand> parse_command(std::string_view json);
Result<WorkerEvent> parse_event(std::string_view json);

}  // namespace plumb
