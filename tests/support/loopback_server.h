// An HTTP/1.1 server on 127.0.0.1 for tests: one answer a connection, made by a
// function of the request; it can cut answers short, be slow, ignore ranges.
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
  std::string path;
  std::map<std::string, std::string> headers;  // names in lower case
};

struct LoopbackReply {
  int status = 200;
  std::vector<std::pair<std::string, std::string>> headers;
  std::string body;
  std::size_t cut_after = std::string::npos;  // bytes of the body; then the connection closes
  std::chrono::milliseconds pause{0};         // before each 64 KiB of the body
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
