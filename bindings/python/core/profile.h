// A profile as a Python object: what is kept of an execution.
#pragma once

#include <nanobind/nanobind.h>

#include <string>

#include "measure/profile_file.h"
#include "models.h"
#include "reading.h"

namespace plumb::python {

class Profile {
 public:
  Profile(std::uint64_t seed, std::uint64_t sample_rows, bool keep_text);
  explicit Profile(ProfileDocument document) : document_(std::move(document)) {}

  // Adds the results of an Input. `embedder` is called with nothing for the EmbeddingModel when the
  // first response asks for a vector; None: no vectors. `embeddings` is None, or a .npy file or an
  // array with a row a result. All or nothing; gives warnings.
  nanobind::list add(nanobind::handle source, nanobind::object embedder, bool skip_bad,
                     const std::string& format, const Columns& columns,
                     nanobind::handle embeddings);
  // Adds the results of Arrow's record batches (arrow_results.h), which an iterable gives. All or
  // nothing; gives warnings.
  nanobind::list add_batches(nanobind::handle batches, nanobind::object embedder);
  void merge(const Profile& other);
  void save(const std::string& path) const;
  nanobind::bytes encode() const;
  std::string json(const std::string& source) const;
  void set_name(const std::string& name) { document_.profile.name = name; }
  const ExecutionProfile& profile() const { return document_.profile; }
  bool equals(const Profile& other) const { return document_ == other.document_; }

 private:
  void take(ExecutionProfile& part);

  ProfileDocument document_;
};

void bind_profile(nanobind::module_& module);

}  // namespace plumb::python
