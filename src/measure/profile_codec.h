// The sections of a profile's file, each against the members that it holds.
// For profile_file.cc, which knows what stands around them.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "measure/profile_file.h"

namespace plumb {

// What is wrong with a section, as a clause; empty where nothing is.
using Fault = std::string;

class ProfileCodec {
 public:
  struct Section {
    std::string_view tag;
    bool (*present)(const ProfileDocument&);  // none: always
    void (*put)(ByteWriter&, const ProfileDocument&);
    Fault (*take)(ByteReader&, ProfileDocument&);
  };
  static const std::array<Section, 9> kSections;

  // What no single section shows.
  static Fault contradiction(const ExecutionProfile& profile);

 private:
  static void put_head(ByteWriter& out, const ProfileDocument& document);
  static void put_origin(ByteWriter& out, const ProfileDocument& document);
  static void put_lengths(ByteWriter& out, const ProfileDocument& document);
  static void put_characters(ByteWriter& out, const ProfileDocument& document);
  static void put_tools(ByteWriter& out, const ProfileDocument& document);
  static void put_transitions(ByteWriter& out, const ProfileDocument& document);
  static void put_sums(ByteWriter& out, const ProfileDocument& document);
  static void put_sample(ByteWriter& out, const ProfileDocument& document);
  static void put_baseline(ByteWriter& out, const ProfileDocument& document);

  static Fault take_head(ByteReader& in, ProfileDocument& document);
  static Fault take_origin(ByteReader& in, ProfileDocument& document);
  static Fault take_lengths(ByteReader& in, ProfileDocument& document);
  static Fault take_characters(ByteReader& in, ProfileDocument& document);
  static Fault take_tools(ByteReader& in, ProfileDocument& document);
  static Fault take_transitions(ByteReader& in, ProfileDocument& document);
  static Fault take_sums(ByteReader& in, ProfileDocument& document);
  static Fault take_sample(ByteReader& in, ProfileDocument& document);
  static Fault take_baseline(ByteReader& in, ProfileDocument& document);

  static void put_row(ByteWriter& out, const ProfileRow& row);
  static Fault take_row(ByteReader& in, std::size_t dimension, ProfileRow& row);
  static Fault take_row_characters(ByteReader& in, std::vector<CharacterCount>& characters);
};

}  // namespace plumb
