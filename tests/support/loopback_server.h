// An HTTP/1.1 server on 127.0.0.1 for tests: one answer a connection, made by a
// function of the request; it can cut answers short, be slow or late, ignore ranges,
// or never answer.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace plumb {

struct LoopbackRequest {
  std::string method;
  std::string path;
  std::map<std::string, std::string> headers;  // names in lower case
  std::string body;
};

// How the end of a body is told: by its length, by an empty chunk, by the connection's end.
enum class BodyEnd { length, chunk, close };

struct LoopbackReply {
  int status = 200;
  std::vector<std::pair<std::string, std::string>> headers = {};
  std::string body = {};
  std::size_t cut_after = std::string::npos;  // bytes of the body; then the connection closes
  std::chrono::milliseconds pause{0};         // before each piece of the body
  std::size_t piece = 64 * 1024;
  std::chrono::milliseconds delay{0};  // before the first byte of the answer
  BodyEnd end = BodyEnd::length;
  bool never = false;  // then says nothing for as long as both sides are there
};

class LoopbackServer {
 public:
  using Handler = std::function<LoopbackReply(const LoopbackRequest&)>;

  // `handler` is called from one thread a connection.
  explicit LoopbackServer(Handler handler);
  ~LoopbackServer();
  LoopbackServer(const LoopbackServer&) = delete;
  LoopbackServer& operator=(const LoopbackServer&) = delete;

  std::string url() const;  // "http://127.0.0.1:PORT"
  std::vector<LoopbackRequest> requests() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// The answer of a server that knows ranges and entity tags.
LoopbackReply ranged_reply(const LoopbackRequest& request, const std::string& content,
                           const std::string& etag);

}  // namespace plumb
