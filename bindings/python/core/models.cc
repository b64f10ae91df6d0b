#include "models.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <utility>

#include "base/suggest.h"
#include "errors.h"

namespace plumb::python {
namespace nb = nanobind;
using namespace nb::literals;
namespace {

// An array that numpy owns, of values that were made here.
template <class T>
nb::object to_numpy(std::vector<T>&& values, std::initializer_list<std::size_t> shape) {
  auto* owned = new std::vector<T>(std::move(values));
  const nb::capsule owner(owned,
                          [](void* made) noexcept { delete static_cast<std::vector<T>*>(made); });
  return nb::cast(nb::ndarray<nb::numpy, T>(owned->data(), shape, owner));
}

nb::object to_numpy(const std::vector<bool>& values) {
  auto* owned = new bool[values.size() + 1];
  std::ranges::copy(values, owned);
  const nb::capsule owner(owned, [](void* made) noexcept { delete[] static_cast<bool*>(made); });
  return nb::cast(nb::ndarray<nb::numpy, bool>(owned, {values.size()}, owner));
}

Precision precision_of(const std::string& name) {
  if (name != "f32" && name != "int8") {
    refuse(fmt::format("precision is \"{}\"; it can be \"f32\" or \"int8\"", name));
  }
  return name == "int8" ? Precision::int8 : Precision::f32;
}

EmbedderOptions options_of(const std::string& precision, int threads,
                           const std::string& instruction_set) {
  EmbedderOptions options;
  options.precision = precision_of(precision);
  if (threads < 0) refuse(fmt::format("threads is {}; 0 means every CPU, else 1 or more", threads));
  options.threads = threads;
  if (instruction_set.empty()) return options;
  std::vector<std::string> names;
  for (const InstructionSet set : available_instruction_sets()) {
    if (name_of(set) == instruction_set) options.instruction_set = set;
    names.emplace_back(name_of(set));
  }
  if (!options.instruction_set) {
    refuse(fmt::format("this CPU does not run the instruction set \"{}\"; it runs {}{}",
                       instruction_set, fmt::join(names, ", "),
                       did_you_mean(instruction_set, names)));
  }
  return options;
}

Embedder load_embedder(const std::string& model, const std::string& precision, int threads,
                       const std::string& instruction_set) {
  const EmbedderOptions options = options_of(precision, threads, instruction_set);
  const nb::gil_scoped_release unlocked;
  return value(Embedder::load(value(locate_embedding_model(model)), options));
}

ChosenClassifier load_classifier(const std::string& name, int threads, std::size_t labels) {
  ClassifierOptions options = {.threads = options_of("f32", threads, "").threads};
  if (labels > 0) options.labels = labels;
  const nb::gil_scoped_release unlocked;
  return value(choose_classifier(name, options));
}

// In windows, so that Ctrl-C is heard and `progress` told meanwhile.
Embeddings embed_all(Embedder& embedder, std::span<const std::string_view> texts,
                     const std::function<void(std::size_t)>& progress) {
  Embeddings out;
  out.dimension = embedder.dimension();
  out.values.resize(texts.size() * embedder.dimension());
  out.tokens.resize(texts.size());
  out.truncated.resize(texts.size());
  std::size_t done = 0;
  const StreamOptions windows{.window_tokens = 16'384};  // Ctrl-C waits for one at most
  const auto keep = [&](const EmbeddingStream::Item& item) -> Result<void> {
    std::ranges::copy(item.vector, out.values.begin() + static_cast<std::ptrdiff_t>(
                                                            item.index * embedder.dimension()));
    out.tokens[item.index] = item.tokens;
    out.truncated[item.index] = item.truncated;
    ++done;
    return {};
  };
  EmbeddingStream stream(embedder, keep, windows);
  std::size_t told = 0;
  const auto tell = [&] {
    if (done == told) return;
    told = done;
    check_signals();
    if (progress) progress(done);
  };
  for (const std::string_view text : texts) {
    value(stream.push(text));
    tell();
  }
  value(stream.finish());
  tell();
  return out;
}

}  // namespace

template <class T>
Threaded<T>::Threaded(T&& made) : made_(std::make_unique<T>(std::move(made))), owner_(::getpid()) {}

template <class T>
Threaded<T>::~Threaded() {
  if (::getpid() != owner_) static_cast<void>(made_.release());
}

template <class T>
T& Threaded<T>::get() {
  if (::getpid() == owner_) return *made_;
  refuse(
      "this model was loaded before the process forked, and its threads are not here; load it "
      "again in the child");
}

template class Threaded<Embedder>;
template class Threaded<ChosenClassifier>;

EmbeddingModel::EmbeddingModel(const std::string& model, const std::string& precision, int threads,
                               const std::string& instruction_set)
    : embedder_(load_embedder(model, precision, threads, instruction_set)) {}

nb::tuple EmbeddingModel::embed(nb::handle source, nb::object progress, const std::string& what,
                                bool skip_nulls) {
  const Texts texts(source, what.c_str(), skip_nulls ? Nulls::left_out : Nulls::refused);
  Embedder& model = embedder();
  std::function<void(std::size_t)> tell;
  if (!progress.is_none()) {
    tell = [&](std::size_t done) {
      const nb::gil_scoped_acquire lock;
      progress(done);
    };
  }
  Embeddings found;
  {
    const nb::gil_scoped_release unlocked;
    found = embed_all(model, texts.all(), tell);
  }
  const std::size_t count = texts.size();
  return nb::make_tuple(to_numpy(std::move(found.values), {count, model.dimension()}),
                        to_numpy(std::move(found.tokens), {count}), to_numpy(found.truncated));
}

nb::dict EmbeddingModel::provenance() {
  const EmbedderProvenance& from = embedder().provenance();
  nb::dict out;
  out["model"] = from.model;
  out["weights_sha256"] = from.weights_sha256;
  out["precision"] = std::string(name_of(from.precision));
  out["instruction_set"] = std::string(name_of(from.instruction_set));
  out["max_tokens"] = from.max_tokens;
  out["plumb_version"] = PLUMB_VERSION;
  return out;
}

void check_embedder(const std::string& precision, const std::string& instruction_set) {
  static_cast<void>(precision_of(precision));
  if (instruction_set.empty()) return;
  std::vector<std::string> names;
  for (const InstructionSet set : kInstructionSets) names.emplace_back(name_of(set));
  if (std::ranges::find(names, instruction_set) != names.end()) return;
  refuse(fmt::format("there is no instruction set \"{}\"; there are {}{}", instruction_set,
                     fmt::join(names, ", "), did_you_mean(instruction_set, names)));
}

EmbedTexts embed_for_measure(EmbeddingModel& model) {
  return [&embedder = model.embedder()](std::span<const std::string_view> texts) {
    check_signals();
    return embed_all(embedder, texts, {});
  };
}

TokenizerModel::TokenizerModel(const std::string& model)
    : tokenizer_(
          value(WordPiece::open(value(locate_embedding_model(model)).path / "tokenizer.json"))) {}

nb::list TokenizerModel::encode(nb::handle source, std::size_t max_tokens) const {
  if (max_tokens < 2) {
    refuse(fmt::format("max_tokens is {}; the two special tokens need 2", max_tokens));
  }
  const Texts texts(source, "texts");
  nb::list rows;
  std::vector<TokenId> ids;
  for (const std::string_view text : texts.all()) {
    ids.clear();
    const Encoded encoded = tokenizer_.encode(text, max_tokens, ids);
    rows.append(nb::make_tuple(nb::cast(ids), encoded.truncated));
  }
  return rows;
}

ClassifierModel::ClassifierModel(const std::string& name, int threads, std::size_t labels)
    : chosen_(load_classifier(name, threads, labels)) {}

nb::tuple ClassifierModel::classify(nb::handle source, nb::handle pair_source) {
  const Texts texts(source, "texts");
  std::optional<Texts> pairs;
  if (!pair_source.is_none()) pairs.emplace(pair_source, "pairs");
  if (pairs && pairs->size() != texts.size()) {
    refuse(fmt::format("texts has {} entries and pairs {}; a pair a text is expected", texts.size(),
                       pairs->size()));
  }
  std::vector<ClassifierInput> inputs(texts.size());
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    inputs[i].text = texts.all()[i];
    if (pairs) inputs[i].pair = pairs->all()[i];
  }
  Classifier& classifier = chosen().classifier;
  Classifications found;
  found.labels = classifier.labels().size();
  {
    const nb::gil_scoped_release unlocked;
    const auto mine = turn();
    constexpr std::size_t kWindow = 64;  // Ctrl-C waits for one at most
    for (std::size_t from = 0; from < inputs.size(); from += kWindow) {
      check_signals();
      const auto part = std::span(inputs).subspan(from, std::min(kWindow, inputs.size() - from));
      const Classifications some = value(classifier.classify(part));
      found.logits.insert(found.logits.end(), some.logits.begin(), some.logits.end());
      found.probabilities.insert(found.probabilities.end(), some.probabilities.begin(),
                                 some.probabilities.end());
      found.tokens.insert(found.tokens.end(), some.tokens.begin(), some.tokens.end());
      found.truncated.insert(found.truncated.end(), some.truncated.begin(), some.truncated.end());
    }
  }
  const std::size_t count = texts.size();
  return nb::make_tuple(to_numpy(std::move(found.probabilities), {count, found.labels}),
                        to_numpy(std::move(found.logits), {count, found.labels}),
                        to_numpy(std::move(found.tokens), {count}), to_numpy(found.truncated));
}

nb::dict ClassifierModel::provenance() {
  const ClassifierProvenance& from = chosen().classifier.provenance();
  nb::dict out;
  out["classifier"] = from.model;
  out["weights_sha256"] = from.weights_sha256;
  out["architecture"] = from.architecture;
  if (!from.base.empty()) {
    out["base"] = from.base;
    out["base_sha256"] = from.base_sha256;
  }
  out["instruction_set"] = std::string(name_of(from.instruction_set));
  out["max_tokens"] = from.max_tokens;
  out["plumb_version"] = PLUMB_VERSION;
  return out;
}

void bind_models(nb::module_& module) {
  module.def(
      "model_folder",
      [](const std::string& name) { return value(locate_model(name)).path.string(); }, "name"_a);
  module.def(
      "model_name", [](const std::string& name) { return value(locate_model(name)).name; },
      "name"_a);
  module.def("check_embedder", &check_embedder, "precision"_a, "instruction_set"_a);
  nb::class_<EmbeddingModel>(module, "EmbeddingModel")
      .def(nb::init<const std::string&, const std::string&, int, const std::string&>(), "model"_a,
           "precision"_a, "threads"_a, "instruction_set"_a)
      .def("embed", &EmbeddingModel::embed, "texts"_a, "progress"_a = nb::none(),
           "what"_a = "texts", "skip_nulls"_a = false)
      .def_prop_ro("dimension", &EmbeddingModel::dimension)
      .def_prop_ro("max_tokens", &EmbeddingModel::max_tokens)
      .def_prop_ro("threads", &EmbeddingModel::threads)
      .def_prop_ro("provenance", &EmbeddingModel::provenance);
  nb::class_<TokenizerModel>(module, "TokenizerModel")
      .def(nb::init<const std::string&>(), "model"_a)
      .def("encode", &TokenizerModel::encode, "texts"_a, "max_tokens"_a)
      .def("decode", &TokenizerModel::decode, "ids"_a);
  nb::class_<ClassifierModel>(module, "ClassifierModel")
      .def(nb::init<const std::string&, int, std::size_t>(), "name"_a, "threads"_a, "labels"_a)
      .def("classify", &ClassifierModel::classify, "texts"_a, "pairs"_a = nb::none())
      .def_prop_ro("labels", &ClassifierModel::labels)
      .def_prop_ro("note", &ClassifierModel::note)
      .def_prop_ro("provenance", &ClassifierModel::provenance);
}

}  // namespace plumb::python
