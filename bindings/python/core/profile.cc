#include "profile.h"

#include <fmt/format.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <utility>

#include "arrow_results.h"
#include "errors.h"
#include "ingest/conversion.h"
#include "ingest/embedded_results.h"
#include "ingest/execution_reader.h"
#include "input.h"
#include "measure/profile_builder.h"
#include "profile_summary.h"

namespace plumb::python {
namespace nb = nanobind;
using namespace nb::literals;
namespace {

// Rows of a .npy file or of an array, which live as long as this does.
class GivenVectors {
 public:
  // `given` is None, a path, or a float32 array of two dimensions.
  explicit GivenVectors(nb::handle given) {
    if (given.is_none()) return;
    if (nb::isinstance<nb::str>(given)) {
      path_ = nb::cast<std::string>(given);
    } else {
      array_ = nb::cast<Array>(given);
    }
  }

  // The results of the reader with these vectors, or as they come where there are none.
  ResponseSource beside(ExecutionReader& reader) {
    if (path_.empty() && !array_) return [&reader] { return reader.next(); };
    if (!path_.empty()) file_.emplace(value(NpyRows::open(path_)));
    embedded_.emplace(reader, file_ ? rows_of(*file_) : rows_of_array());
    return [this] { return embedded_->next(); };
  }

 private:
  using Array = nb::ndarray<const float, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

  VectorRows rows_of_array() {
    return {"embeddings", array_->shape(0), [this](std::vector<float>& row) -> Result<bool> {
              if (at_ == array_->shape(0)) return false;
              const float* begin = array_->data() + at_++ * array_->shape(1);
              row.assign(begin, begin + array_->shape(1));
              return true;
            }};
  }

  std::string path_;
  std::optional<Array> array_;
  std::size_t at_ = 0;
  std::optional<NpyRows> file_;
  std::optional<EmbeddedResults> embedded_;
};

// The model of one call of add(): asked for when it is needed, and kept until the end.
class WantedModel {
 public:
  explicit WantedModel(const nb::object& maker) : maker_(maker) {}

  Result<Embedder*> operator()() {
    const nb::gil_scoped_acquire lock;
    object_ = maker_();
    return &nb::cast<EmbeddingModel*>(object_)->embedder();
  }

 private:
  const nb::object& maker_;
  nb::object object_;  // destroyed under the lock: the caller has it again by then
};

void tell_truncated(const BuiltProfile& built, const std::string& source, nb::list& warnings) {
  if (built.profile.truncated() == 0) return;
  warnings.append(
      fmt::format("{} of {} responses in {} were longer than {} tokens and were truncated",
                  built.profile.truncated(), built.profile.results(), source, built.max_tokens));
}

void tell_oddities(const BuiltProfile& built, const ExecutionReader& reader, nb::list& warnings) {
  if (reader.skipped() > 0) {
    warnings.append(
        skipped_sentence(reader.skipped(), reader.lines().name(), reader.first_skipped()));
  }
  if (reader.failed() > 0) {
    warnings.append(failed_sentence(reader.failed(), reader.first_failed()));
  }
  if (reader.labels_left_out() > 0) {
    warnings.append(left_out_sentence(reader.labels_left_out()));
  }
  if (reader.repeated() > 0) {
    warnings.append(repeated_sentence(reader.repeated(), reader.first_repeated()));
  }
  tell_truncated(built, reader.lines().name(), warnings);
}

}  // namespace

Profile::Profile(std::uint64_t seed, std::uint64_t sample_rows, bool keep_text)
    : document_{
          ExecutionProfile({.seed = seed, .sample_rows = sample_rows, .keep_text = keep_text}),
          std::nullopt} {}

nb::list Profile::add(nb::handle source, nb::object embedder, bool skip_bad,
                      const std::string& format, const Columns& columns, nb::handle embeddings) {
  Input input(source);
  const ExecutionReaderOptions reading = Reading{format, columns, skip_bad}.of_results();
  GivenVectors given(embeddings);
  WantedModel wanted(embedder);
  std::optional<BuiltProfile> built;
  std::optional<ExecutionReader> reader;
  {
    const nb::gil_scoped_release unlocked;
    reader.emplace(value(ExecutionReader::from(value(input.lines()), reading)));
    const ResponseSource source_of_results = given.beside(*reader);
    std::uint64_t read = 0;
    const auto next = [&] {
      if (++read % 64 == 0) check_signals();
      return source_of_results();
    };
    const ProfileVectors vectors{.wanted = !embedder.is_none(),
                                 .embedder = [&] { return wanted(); }};
    built.emplace(value(build_profile(next, vectors, document_.profile.options(),
                                      [&] { return reader->header().embedding_model; })));
    built->profile.name = reader->header().name;
    built->profile.skipped = reader->skipped();
    take(built->profile);
  }
  nb::list warnings;
  tell_oddities(*built, *reader, warnings);
  return warnings;
}

nb::list Profile::add_batches(nb::handle batches, nb::object embedder) {
  WantedModel wanted(embedder);
  ArrowResults results(batches);
  std::optional<BuiltProfile> built;
  {
    const nb::gil_scoped_release unlocked;
    std::uint64_t read = 0;
    const auto next = [&] {
      if (++read % 64 == 0) check_signals();
      return results.next();
    };
    const ProfileVectors vectors{.wanted = !embedder.is_none(),
                                 .embedder = [&] { return wanted(); }};
    built.emplace(value(build_profile(next, vectors, document_.profile.options())));
    take(built->profile);
  }
  nb::list warnings;
  tell_truncated(*built, "the batches", warnings);  // counts stay where their profile was moved on
  return warnings;
}

void Profile::take(ExecutionProfile& part) {
  if (document_.profile.results() == 0 && document_.profile.name.empty()) {
    document_.profile = std::move(part);
  } else {
    value(document_.profile.merge(part));
  }
}

void Profile::merge(const Profile& other) {
  if (&other == this)
    refuse("a profile cannot be merged with itself: its results would count twice");
  value(document_.profile.merge(other.document_.profile));
}

void Profile::save(const std::string& path) const {
  const nb::gil_scoped_release unlocked;
  value(write_profile(path, document_));
}

nb::bytes Profile::encode() const {
  const std::string bytes = encode_profile(document_);
  return nb::bytes(bytes.data(), bytes.size());
}

std::string Profile::json(const std::string& source) const {
  return profile_json(document_, source, "profile/1");
}

void bind_profile(nb::module_& module) {
  nb::class_<Profile>(module, "Profile")
      .def(nb::init<std::uint64_t, std::uint64_t, bool>(), "seed"_a, "sample_rows"_a, "keep_text"_a)
      .def("add", &Profile::add, "source"_a, "embedder"_a.none(), "skip_bad"_a, "format"_a,
           "columns"_a, "embeddings"_a.none())
      .def("add_batches", &Profile::add_batches, "batches"_a, "embedder"_a.none())
      .def("merge", &Profile::merge, "other"_a)
      .def("save", &Profile::save, "path"_a)
      .def("encode", &Profile::encode)
      .def("json", &Profile::json, "source"_a)
      .def("set_name", &Profile::set_name, "name"_a)
      .def("equals", &Profile::equals, "other"_a)
      .def_static(
          "load",
          [](const std::string& path) {
            const nb::gil_scoped_release unlocked;
            return new Profile(value(read_profile(path)));
          },
          "path"_a, nb::rv_policy::take_ownership)
      .def_static(
          "decode",
          [](const nb::bytes& bytes, const std::string& name) {
            return new Profile(value(decode_profile({bytes.c_str(), bytes.size()}, name)));
          },
          "bytes"_a, "name"_a, nb::rv_policy::take_ownership)
      .def_static(
          "begins",
          [](const nb::bytes& head) { return looks_like_profile({head.c_str(), head.size()}); },
          "bytes"_a)
      .def_prop_ro("results", [](const Profile& of) { return of.profile().results(); });
}

}  // namespace plumb::python
