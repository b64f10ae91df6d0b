// Any bytes as a plumb.toml: settings or one sentence, and never half of both.
#include "settings.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "command.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  plumb::CommandContext context;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto applied = plumb::apply_settings_text(context, text, "plumb.toml");
  if (!applied && !applied.error().message.starts_with("plumb.toml:")) std::abort();
  if (context.precision != "f32" && context.precision != "int8") std::abort();
  if (context.experiment.agents.empty() || context.experiment.repeats == 0) std::abort();
  if (context.threads < 0 || context.threads > 1024) std::abort();
  return 0;
}
