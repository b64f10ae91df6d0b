#include "encode/sentence_pipeline.h"

#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>

#include "base/json_depth.h"

namespace plumb {
namespace {

constexpr std::array<std::string_view, 3> kComputed = {"Transformer", "Pooling", "Normalize"};
constexpr std::size_t kMostShown = 80;  // bytes of a name in a sentence

std::string text_at(const nlohmann::json& module, const char* field) {
  const auto found = module.find(field);
  return found != module.end() && found->is_string() ? found->get<std::string>() : std::string();
}

// "Pooling" of "sentence_transformers.models.Pooling"; another package's classes are others,
// whatever they are called.
std::string_view kind_of(std::string_view type) {
  if (!type.starts_with("sentence_transformers.")) return type;
  return type.substr(type.rfind('.') + 1);
}

bool is_plain_name(std::string_view path) {
  return !path.empty() && path != "." && path != ".." &&
         path.find_first_of(std::string_view("/\\\0", 3)) == std::string_view::npos;
}

}  // namespace

Result<SentencePipeline> read_sentence_pipeline(std::string_view text, std::string_view file) {
  const auto json = json_nests_too_deep(text)
                        ? nlohmann::json()
                        : nlohmann::json::parse(text, nullptr, /*allow_exceptions=*/false);
  const auto corrupt = [&] {
    return fail(ErrorCode::corrupt,
                fmt::format("{} is not a list of modules; get a good copy of the model", file));
  };
  if (!json.is_array()) return corrupt();
  SentencePipeline pipeline;
  std::size_t next = 0;
  for (const auto& module : json) {
    if (!module.is_object()) return corrupt();
    const std::string type = text_at(module, "type");
    const std::string path = text_at(module, "path");
    const std::string_view kind = kind_of(type);
    if (next == kComputed.size() || kind != kComputed[next]) {
      return fail(ErrorCode::unsupported,
                  fmt::format("{}: the module \"{}\" is none that Plumb computes here; it computes "
                              "a Transformer, Pooling by the mean and Normalize, in this order",
                              file, type.substr(0, kMostShown)));
    }
    const bool is_in_place =
        kind == "Pooling" ? is_plain_name(path) : kind == "Normalize" || path.empty();
    if (!is_in_place) {
      return fail(ErrorCode::unsupported,
                  fmt::format("{}: the module \"{}\" is in \"{}\", where Plumb does not look", file,
                              type.substr(0, kMostShown), path.substr(0, kMostShown)));
    }
    if (kind == "Pooling") pipeline.pooling = path;
    ++next;
  }
  if (next == kComputed.size()) return pipeline;
  return fail(
      ErrorCode::unsupported,
      fmt::format("{} has no module {}; Plumb's vectors are those of a Transformer, Pooling "
                  "by the mean and Normalize, which gives them unit length",
                  file, kComputed[next]));
}

}  // namespace plumb
