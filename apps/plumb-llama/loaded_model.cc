#include "loaded_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <mutex>

#include "text/utf8.h"

namespace plumb {
namespace {

constexpr std::uint32_t kDefaultContext = 4096;

// llama.cpp reports from several threads while it loads.
struct Complaints {
  std::mutex mutex;
  std::string first;
  bool in_error = false;
};

Complaints& complaints() {
  static Complaints instance;
  return instance;
}

void note_complaint(ggml_log_level level, const char* text, void*) {
  Complaints& known = complaints();
  const std::lock_guard lock(known.mutex);
  if (level != GGML_LOG_LEVEL_CONT) known.in_error = level == GGML_LOG_LEVEL_ERROR;
  if (!known.in_error) return;
  std::fputs(text, stderr);
  if (known.first.empty()) known.first = text;
}

// "llama_model_load: error loading model: tensor 'x' data is not within the file bounds"
std::string first_complaint() {
  Complaints& known = complaints();
  const std::lock_guard lock(known.mutex);
  std::string text = replace_invalid_utf8(known.first);
  known.first.clear();
  text.erase(text.find_last_not_of(" \r\n") + 1);
  const std::size_t colon = text.find(": ");
  return colon == std::string::npos ? text : text.substr(colon + 2);
}

std::string meta(const llama_model* model, const char* key) {
  std::array<char, 256> value{};
  const int length = llama_model_meta_val_str(model, key, value.data(), value.size());
  return length < 0 ? "" : replace_invalid_utf8(value.data());
}

// Keys and values of 16 bits, for each layer. Models whose layers differ are counted by their
// first; it is an estimate that decides how many conversations fit, not what is allocated.
std::uint64_t cache_bytes_per_token(const llama_model* model) {
  const auto heads = static_cast<std::uint64_t>(std::max(llama_model_n_head(model), 1));
  const auto kv_heads = static_cast<std::uint64_t>(std::max(llama_model_n_head_kv(model), 1));
  const auto width = static_cast<std::uint64_t>(std::max(llama_model_n_embd(model), 1));
  const auto layers = static_cast<std::uint64_t>(std::max(llama_model_n_layer(model), 1));
  return 2 * 2 * layers * width * kv_heads / heads;
}

std::string text_of_token(const llama_vocab* vocab, llama_token token) {
  const char* text = token == LLAMA_TOKEN_NULL ? nullptr : llama_vocab_get_text(vocab, token);
  return text == nullptr ? "" : text;
}

llama_model* load_file(const WorkerLoad& wish, ParentLink& parent) {
  llama_model_params params = llama_model_default_params();
  params.use_extra_bufts = false;
  params.check_tensors = true;  // a NaN in the weights is a bad file, not a strange reply
  params.progress_callback = [](float, void* link) {
    static_cast<ParentLink*>(link)->sign();
    return true;
  };
  params.progress_callback_user_data = &parent;
  return llama_model_load_from_file(wish.model.c_str(), params);
}

}  // namespace

void collect_complaints() {
  llama_log_set(note_complaint, nullptr);
}

Result<LoadedModel> LoadedModel::load(const WorkerLoad& wish, ParentLink& parent) {
  LoadedModel loaded;
  loaded.model_.reset(load_file(wish, parent));
  if (!loaded.model_) {
    return fail(ErrorCode::corrupt, fmt::format("{} is no model that llama.cpp can read: {}",
                                                wish.model, first_complaint()));
  }
  const llama_model* model = loaded.model_.get();
  const char* chat_template = llama_model_chat_template(model, nullptr);
  if (llama_model_has_encoder(model) || !llama_model_has_decoder(model) ||
      chat_template == nullptr) {
    return fail(ErrorCode::unsupported,
                fmt::format("{} is no chat model: it has no chat template, or it does not "
                            "continue a text",
                            wish.model));
  }
  loaded.vocab_ = llama_model_get_vocab(model);
  PLUMB_TRY(loaded.template_,
            ChatTemplate::parse(chat_template,
                                text_of_token(loaded.vocab_, llama_vocab_bos(loaded.vocab_)),
                                text_of_token(loaded.vocab_, llama_vocab_eos(loaded.vocab_))));
  const ChatMessage probe{ChatRole::user, "?"};
  PLUMB_CHECK_RESULT(loaded.prompt({&probe, 1}));
  PLUMB_CHECK_RESULT(loaded.open_context(wish));
  return loaded;
}

Result<void> LoadedModel::open_context(const WorkerLoad& wish) {
  const auto trained =
      static_cast<std::uint32_t>(std::max(llama_model_n_ctx_train(model_.get()), 1));
  context_tokens_ =
      wish.context_tokens == 0 ? std::min(trained, kDefaultContext) : wish.context_tokens;
  if (context_tokens_ > trained) {
    return fail(ErrorCode::invalid_input,
                fmt::format("{} was trained for {} tokens of context; {} are too many", wish.model,
                            trained, context_tokens_));
  }
  const std::uint64_t each =
      std::max<std::uint64_t>(context_tokens_ * cache_bytes_per_token(model_.get()), 1);
  side_by_side_ = static_cast<std::uint32_t>(
      std::clamp<std::uint64_t>(wish.cache_bytes / each, 1, wish.side_by_side));
  llama_context_params params = llama_context_default_params();
  params.n_ctx = context_tokens_ * side_by_side_;
  params.n_seq_max = side_by_side_;
  params.n_batch = std::max(kChunk, side_by_side_);
  params.n_ubatch = params.n_batch;
  params.n_outputs_max = side_by_side_;
  params.n_threads = static_cast<std::int32_t>(wish.threads);
  params.n_threads_batch = params.n_threads;
  params.flash_attn_type = LLAMA_FLASH_ATTN_TYPE_DISABLED;
  params.kv_unified = false;
  params.swa_full = true;
  context_.reset(llama_init_from_model(model_.get(), params));
  if (context_) return {};
  return fail(ErrorCode::io,
              fmt::format("cannot make room for {} times {} tokens of context of {}: {}",
                          side_by_side_, context_tokens_, wish.model, first_complaint()));
}

Result<std::vector<llama_token>> LoadedModel::prompt(std::span<const ChatMessage> messages) const {
  PLUMB_TRY(std::string text, template_->render(messages));
  // A template may write the token that the tokenizer puts in front by itself.
  const std::string begin = text_of_token(vocab_, llama_vocab_bos(vocab_));
  if (llama_vocab_get_add_bos(vocab_) && !begin.empty() && text.starts_with(begin)) {
    text.erase(0, begin.size());
  }
  const auto length = static_cast<std::int32_t>(text.size());
  std::vector<llama_token> tokens(text.size() + 16);  // never more than bytes and what is added
  const std::int32_t count = llama_tokenize(vocab_, text.data(), length, tokens.data(),
                                            static_cast<std::int32_t>(tokens.size()),
                                            /*add_special=*/true, /*parse_special=*/true);
  if (count <= 0) return fail(ErrorCode::corrupt, "the model's tokenizer failed on a prompt");
  tokens.resize(static_cast<std::size_t>(count));
  return tokens;
}

std::string LoadedModel::piece(llama_token token) const {
  std::string bytes(64, '\0');
  std::int32_t length = llama_token_to_piece(vocab_, token, bytes.data(),
                                             static_cast<std::int32_t>(bytes.size()), 0, false);
  if (length < 0) {
    bytes.resize(static_cast<std::size_t>(-length));
    length = llama_token_to_piece(vocab_, token, bytes.data(),
                                  static_cast<std::int32_t>(bytes.size()), 0, false);
  }
  bytes.resize(static_cast<std::size_t>(std::max(length, 0)));
  return bytes;
}

std::uint32_t LoadedModel::vocabulary_size() const {
  return static_cast<std::uint32_t>(llama_vocab_n_tokens(vocab_));
}

WorkerReady LoadedModel::description() const {
  std::array<char, 128> kind{};
  llama_model_desc(model_.get(), kind.data(), kind.size());
  WorkerReady ready{context_tokens_, side_by_side_, {}};
  ready.details = {{"library", fmt::format("llama.cpp of llama-cpp-python {}", llama_version())},
                   {"model_kind", replace_invalid_utf8(kind.data())},
                   {"model_name", meta(model_.get(), "general.name")},
                   {"chunk_tokens", std::to_string(kChunk)}};
  return ready;
}

}  // namespace plumb
