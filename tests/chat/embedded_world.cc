#include "chat/embedded_world.h"

#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>

#include "chat/chat_weights.h"
#include "chat/embedded_backend.h"
#include "chat/worker_programs.h"

namespace plumb {

std::string missing_for_embedded() {
  if (const auto weights = locate_chat_weights(kDefaultChatModel); !weights) {
    return weights.error().message;
  }
  if (const auto worker = find_worker(""); !worker) return worker.error().message;
  return "";
}

ChatRequest turn_of(std::size_t conversation, const std::vector<std::string>& said,
                    std::uint32_t max_tokens) {
  struct Topic {
    const char* article;
    std::array<const char*, 4> questions;
  };
  static constexpr std::array<Topic, 5> kTopics = {{
      {"The harbour of Lindesnes was rebuilt after the flood of 1971. Its new pier is 340 metres "
       "long, and the fishing fleet grew from nine boats to thirty within six years. The council "
       "still argues about the lighthouse, whose lamp was moved twice.",
       {"Summarise the text in one sentence.", "How long is the pier?", "What is disputed?",
        "Write a headline for it."}},
      {"Une étude de 2019 montre que les abeilles préfèrent les prairies anciennes. 東京の研究者も"
       "同じ結果を得た。 The sample was 412 hives.",
       {"What was studied?", "Answer in French, please.", "How many hives were there?",
        "Is the result certain?"}},
      {"def area(r):\n    return 3.14159 * r * r\n\nprint(area(2))  # 12.56636\n",
       {"What does this program print?", "Make it more exact.", "Explain the formula.",
        "Write a test for it."}},
      {"Contract: the tenant pays 950 a month, due on the third day; after seven days of delay a "
       "fee of 4 per cent applies. Either party may end the lease with ninety days of notice.",
       {"What does the tenant pay?", "When does a fee apply?", "How can the lease be ended?",
        "List the duties of the tenant as three points."}},
      {"Short.", {"Why?", "And then?", "Who says so?", "Tell a story about it."}},
  }};
  const Topic& topic = kTopics[conversation % kTopics.size()];
  ChatRequest request;
  request.conversation = "conversation " + std::to_string(conversation);
  request.messages = {
      {ChatRole::system, "You are careful, and answer from the text you are given."}};
  for (std::size_t turn = 0; turn <= said.size(); ++turn) {
    std::string question = topic.questions[turn % topic.questions.size()];
    if (turn == 0) question = std::string(topic.article) + "\n\n" + question;
    request.messages.push_back({ChatRole::user, question});
    if (turn < said.size()) request.messages.push_back({ChatRole::assistant, said[turn]});
  }
  request.sampling.max_tokens = max_tokens;
  return request;
}

std::vector<int> child_processes() {
  std::vector<int> children;
  for (const auto& task : std::filesystem::directory_iterator("/proc/self/task")) {
    std::ifstream file(task.path() / "children");
    for (int child = 0; file >> child;) children.push_back(child);
  }
  return children;
}

}  // namespace plumb
