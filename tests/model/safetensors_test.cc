#include "model/safetensors.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "support/places.h"
#include "support/temporary_folder.h"

namespace plumb {
namespace {

using Json = nlohmann::json;

std::string file_with(const std::string& header, const std::string& data,
                      std::uint64_t padding_to = 1) {
  std::string padded = header;
  while (padded.size() % padding_to != 0) padded += ' ';
  const std::uint64_t size = padded.size();
  std::string bytes(sizeof size, '\0');
  std::memcpy(bytes.data(), &size, sizeof size);
  return bytes + padded + data;
}

std::string one_tensor(const std::string& dtype, const std::string& shape, std::size_t bytes) {
  return file_with("{\"w\":{\"dtype\":\"" + dtype + "\",\"shape\":" + shape +
                       ",\"data_offsets\":[0," + std::to_string(bytes) + "]}}",
                   std::string(bytes, '\1'), 8);
}

Result<std::map<std::string, Tensor, std::less<>>> parse(const std::string& bytes) {
  return parse_safetensors(std::as_bytes(std::span(bytes)), "w.safetensors");
}

std::string unhex(const std::string& hex) {
  std::string bytes;
  for (std::size_t i = 0; i < hex.size(); i += 2) {
    bytes += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
  }
  return bytes;
}

// Where Plumb is stricter than the reference, and why.
const std::set<std::string> kStricter = {
    "duplicate_name",          // the format's text forbids it; the reference keeps the last
    "duplicate_name_escaped",  // the same name, spelt with an escape
    "metadata_duplicate_key",  // the same inside __metadata__
    "info_as_list",            // an accident of the reference's JSON library
    "dtype_f4",                // half-byte types: nothing in Plumb reads them
};

TEST(Safetensors, AgreesWithTheReferenceImplementation) {
  std::ifstream file(source_path("tests/golden/safetensors.json"));
  const Json golden = Json::parse(file);
  ASSERT_GT(golden["files"].size(), 90u);
  for (const Json& entry : golden["files"]) {
    const std::string name = entry["name"];
    SCOPED_TRACE(name);
    const std::string bytes = unhex(entry["bytes"]);
    const auto tensors = parse(bytes);
    if (kStricter.contains(name)) {
      EXPECT_TRUE(entry["accepted"].get<bool>());
      EXPECT_FALSE(tensors);
      continue;
    }
    ASSERT_EQ(tensors.has_value(), entry["accepted"].get<bool>())
        << (tensors ? entry["reason"].get<std::string>() : tensors.error().message);
    if (!tensors) continue;
    ASSERT_EQ(tensors->size(), entry["tensors"].size());
    for (const auto& [key, tensor] : *tensors) {
      EXPECT_EQ(dtype_name(tensor.dtype), entry["tensors"][key]["dtype"].get<std::string>());
      EXPECT_EQ(tensor.shape, entry["tensors"][key]["shape"].get<std::vector<std::size_t>>());
    }
  }
}

TEST(Safetensors, EveryRefusalIsOneSentenceThatNamesTheFile) {
  std::ifstream file(source_path("tests/golden/safetensors.json"));
  const Json golden = Json::parse(file);
  for (const Json& entry : golden["files"]) {
    const auto tensors = parse(unhex(entry["bytes"]));
    if (tensors) continue;
    const std::string& message = tensors.error().message;
    EXPECT_TRUE(message.starts_with("w.safetensors")) << message;
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    EXPECT_LT(message.size(), 300u) << message;
  }
}

TEST(Safetensors, NamesTheFieldThatIsWrong) {
  const auto message = [](const std::string& header, const std::string& data) {
    const auto tensors = parse(file_with(header, data));
    return tensors ? "accepted" : tensors.error().message;
  };
  EXPECT_EQ(message(R"({"w":{"dtype":"F32","shape":[2],"data_offsets":[0,-8]}})", ""),
            "w.safetensors: data_offsets of tensor \"w\" is a negative number");
  EXPECT_EQ(message(R"({"w":{"dtype":"F99","shape":[2],"data_offsets":[0,8]}})", "12345678"),
            "w.safetensors: tensor \"w\" has the unknown dtype \"F99\"");
  EXPECT_EQ(message(R"({"w":{"dtype":"F32","shape":[2],"data_offsets":[0,80]}})", "12345678"),
            "w.safetensors: tensor \"w\" has data_offsets [0, 80] outside the file's 8 bytes of "
            "data");
  EXPECT_EQ(message(R"({"w":{"dtype":"F32","shape":[2,"x"],"data_offsets":[0,8]}})", "12345678"),
            "w.safetensors: shape of tensor \"w\" is a string");
}

TEST(Safetensors, HalfByteTypesAreUnsupportedNotCorrupt) {
  const auto tensors = parse(one_tensor("F4", "[4]", 2));
  ASSERT_FALSE(tensors);
  EXPECT_EQ(tensors.error().code, ErrorCode::unsupported);
}

TEST(Safetensors, ALongHostileNameIsCutInTheSentence) {
  std::string name;
  for (int i = 0; i < 5000; ++i) name += "\xc3\xa9";
  const auto tensors = parse(file_with("{\"" + name + "\":1}", ""));
  ASSERT_FALSE(tensors);
  EXPECT_LT(tensors.error().message.size(), 200u);
  EXPECT_EQ(tensors.error().message.find('\n'), std::string::npos);
}

TEST(Safetensors, NestingIsBounded) {
  const std::string deep(100'000, '[');
  EXPECT_FALSE(parse(file_with("{\"w\":{\"note\":" + deep, "")));
}

class SafetensorsFile : public ::testing::Test {
 protected:
  std::filesystem::path write(const std::string& bytes) {
    const auto path = folder_.path() / "model.safetensors";
    std::ofstream(path, std::ios::binary) << bytes;
    return path;
  }
  TemporaryFolder folder_;
};

TEST_F(SafetensorsFile, GivesTheTensorWithTheExpectedShape) {
  const std::vector<float> values = {1.5f, -2.0f, 3.25f};
  std::string data(values.size() * sizeof(float), '\0');
  std::memcpy(data.data(), values.data(), data.size());
  const auto file = Safetensors::open(
      write(file_with(R"({"w":{"dtype":"F32","shape":[3],"data_offsets":[0,12]}})", data, 8)));
  ASSERT_TRUE(file) << file.error().message;
  const auto found = file->f32("w", std::vector<std::size_t>{3});
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_EQ(std::vector<float>(found->begin(), found->end()), values);
  file->release_pages();
  EXPECT_EQ((*found)[2], 3.25f);
}

TEST_F(SafetensorsFile, RefusesAMissingTensorAnotherShapeAndAnotherType) {
  const auto file = Safetensors::open(write(one_tensor("F32", "[1,3]", 12)));
  ASSERT_TRUE(file);
  const std::vector<std::size_t> three = {3};
  EXPECT_NE(file->f32("v", three).error().message.find("\"v\" is missing"), std::string::npos);
  EXPECT_NE(file->f32("w", three).error().message.find("shape [1, 3] where [3]"),
            std::string::npos);
  const auto half = Safetensors::open(write(one_tensor("F16", "[3]", 6)));
  ASSERT_TRUE(half);
  EXPECT_NE(half->f32("w", three).error().message.find("F16 where F32"), std::string::npos);
}

TEST_F(SafetensorsFile, RefusesFloatsThatAreNotAligned) {
  std::string header = R"({"w":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})";
  while (header.size() % 4 != 1) header += ' ';
  const auto file = Safetensors::open(write(file_with(header, "1234")));
  ASSERT_TRUE(file);
  const auto found = file->f32("w", std::vector<std::size_t>{1});
  ASSERT_FALSE(found);
  EXPECT_NE(found.error().message.find("not aligned"), std::string::npos);
}

TEST_F(SafetensorsFile, RefusesAnEmptyFileADirectoryAndAMissingOne) {
  EXPECT_EQ(Safetensors::open(write("")).error().code, ErrorCode::corrupt);
  EXPECT_EQ(Safetensors::open(folder_.path()).error().code, ErrorCode::invalid_input);
  EXPECT_EQ(Safetensors::open(folder_.path() / "none").error().code, ErrorCode::not_found);
}

TEST_F(SafetensorsFile, EveryCutOfAGoodFileIsRefused) {
  const std::string whole = one_tensor("F32", "[3]", 12);
  for (std::size_t size = 0; size < whole.size(); ++size) {
    EXPECT_FALSE(parse(whole.substr(0, size))) << size;
  }
  EXPECT_TRUE(parse(whole));
}

}  // namespace
}  // namespace plumb
