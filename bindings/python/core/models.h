// Models as Python objects: an embedder, a tokenizer, a classifier.
//
// Each may be shared by threads; their calls take turns, since a model's own threads serve one
// caller. The interpreter's lock is released while a model loads and computes. An embedder's turn
// ends with each window, and nothing of Python runs in it: rows may embed while they are embedded.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <sys/types.h>

#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "encode/classifier_choice.h"
#include "encode/embedder.h"
#include "measure/text_vectors.h"
#include "texts.h"

namespace plumb::python {

// Holds what has threads. In a child that was forked from the process which made it those threads
// do not exist: there the object is left alone, since destroying it would wait for them for ever.
template <class T>
class Threaded {
 public:
  explicit Threaded(T&& made);
  ~Threaded();
  Threaded(const Threaded&) = delete;
  Threaded& operator=(const Threaded&) = delete;

  // Throws where this is such a child.
  T& get();

 private:
  std::unique_ptr<T> made_;
  pid_t owner_;
};

class EmbeddingModel {
 public:
  EmbeddingModel(const std::string& model, const std::string& precision, int threads,
                 const std::string& instruction_set);

  // (vectors, tokens, truncated): float32 (n, dimension), uint32 (n), bool (n). `progress` is
  // None, or called with the number of texts that are done; `what` is what errors call the texts;
  // with `skip_nulls`, nulls of Arrow are left out and n counts the others.
  nanobind::tuple embed(nanobind::handle texts, nanobind::object progress, const std::string& what,
                        bool skip_nulls);

  std::size_t dimension() { return embedder().dimension(); }
  std::size_t max_tokens() { return embedder().provenance().max_tokens; }
  int threads() { return embedder().threads(); }
  nanobind::dict provenance();

  // For measures, without the interpreter's lock.
  Embedder& embedder() { return embedder_.get(); }

 private:
  Threaded<Embedder> embedder_;
};

// Refuses a precision or an instruction set that no CPU has; whether this CPU runs it is told when
// a model is loaded. An empty name is the one that plumb doctor names.
void check_embedder(const std::string& precision, const std::string& instruction_set);

// Embeds for a measure, a window at a time, between which Ctrl-C is heard.
EmbedTexts embed_for_measure(EmbeddingModel& model);

class TokenizerModel {
 public:
  explicit TokenizerModel(const std::string& model);
  // [(ids, truncated), ...]
  nanobind::list encode(nanobind::handle texts, std::size_t max_tokens) const;
  std::string decode(const std::vector<TokenId>& ids) const { return tokenizer_.decode(ids); }

 private:
  WordPiece tokenizer_;
};

class ClassifierModel {
 public:
  ClassifierModel(const std::string& name, int threads, std::size_t labels);

  // (probabilities, logits, tokens, truncated); `pairs` is None or as long as `texts`.
  nanobind::tuple classify(nanobind::handle texts, nanobind::handle pairs);

  std::vector<std::string> labels() { return chosen_.get().classifier.labels(); }
  std::string note() { return chosen_.get().note; }
  nanobind::dict provenance();
  ChosenClassifier& chosen() { return chosen_.get(); }
  std::unique_lock<std::mutex> turn() { return std::unique_lock(mutex_); }

 private:
  Threaded<ChosenClassifier> chosen_;
  std::mutex mutex_;
};

void bind_models(nanobind::module_& module);

}  // namespace plumb::python
