#include "profile.h"

#include <fmt/format.h>
#include <nanobind/stl/string.h>

#include <optional>
#include <utility>

#include "arrow_results.h"
#include "errors.h"
#include "ingest/execution_reader.h"
#include "input.h"
#include "measure/profile_builder.h"
#include "profile_summary.h"

namespace plumb::python {
namespace nb = nanobind;
using namespace nb::literals;
namespace {

ExecutionReaderOptions reading_of(const std::string& format, bool skip_bad) {
  ExecutionReaderOptions options;
  options.skip_bad = skip_bad;
  if (format == "jsonl") options.format = ExecutionFormat::jsonl;
  if (format == "csv") options.format = ExecutionFormat::csv;
  if (format != "auto" && !options.format) {
    refuse(fmt::format("format is \"{}\"; it can be \"auto\", \"jsonl\" or \"csv\"", format));
  }
  return options;
}

// The model of one call of add(): asked for when it is needed, and held until the end.
class WantedModel {
 public:
  explicit WantedModel(const nb::object& maker) : maker_(maker) {}

  Result<Embedder*> operator()() {
    EmbeddingModel* model = nullptr;
    {
      const nb::gil_scoped_acquire lock;
      object_ = maker_();
      model = nb::cast<EmbeddingModel*>(object_);
    }
    turn_ = model->turn();
    return &model->embedder();
  }

 private:
  const nb::object& maker_;
  nb::object object_;  // destroyed under the lock: the caller has it again by then
  std::unique_lock<std::mutex> turn_;
};

void tell_truncated(const BuiltProfile& built, const std::string& source, nb::list& warnings) {
  if (built.profile.truncated() == 0) return;
  warnings.append(
      fmt::format("{} of {} responses in {} were longer than {} tokens and were truncated",
                  built.profile.truncated(), built.profile.results(), source, built.max_tokens));
}

void tell_oddities(const BuiltProfile& built, const ExecutionReader& reader, nb::list& warnings) {
  if (reader.skipped() > 0) {
    warnings.append(fmt::format("{} lines of {} were left out; the first: {}", reader.skipped(),
                                reader.lines().name(), reader.first_skipped()));
  }
  tell_truncated(built, reader.lines().name(), warnings);
}

}  // namespace

Profile::Profile(std::uint64_t seed, std::uint64_t sample_rows, bool keep_text)
    : document_{
          ExecutionProfile({.seed = seed, .sample_rows = sample_rows, .keep_text = keep_text}),
          std::nullopt} {}

nb::list Profile::add(nb::handle source, nb::object embedder, bool skip_bad,
                      const std::string& format) {
  const Input input(source);
  const ExecutionReaderOptions reading = reading_of(format, skip_bad);
  WantedModel wanted(embedder);
  std::optional<BuiltProfile> built;
  std::optional<ExecutionReader> reader;
  {
    const nb::gil_scoped_release unlocked;
    // By its path, so that the name's extension can say the format.
    if (input.is_file()) {
      reader.emplace(value(ExecutionReader::open(input.name(), reading)));
    } else {
      reader.emplace(value(ExecutionReader::from(value(input.lines()), reading)));
    }
    std::uint64_t read = 0;
    const auto next = [&] {
      if (++read % 64 == 0) check_signals();
      return reader->next();
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
      .def("add", &Profile::add, "source"_a, "embedder"_a.none(), "skip_bad"_a, "format"_a)
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
