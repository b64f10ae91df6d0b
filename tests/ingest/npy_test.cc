#include "ingest/npy.h"

#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <span>

#include "support/temporary_folder.h"

namespace plumb {
namespace {

std::string file_of(std::string_view literal, std::string_view data = {}) {
  std::string bytes("\x93NUMPY\x01\x00", 8);
  bytes += static_cast<char>(literal.size() & 0xFF);
  bytes += static_cast<char>(literal.size() >> 8);
  bytes += literal;
  return bytes += data;
}

template <class T>
std::string bytes_of(const std::vector<T>& values) {
  std::string bytes(values.size() * sizeof(T), '\0');
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

std::string written(const TemporaryFolder& folder, std::string_view bytes) {
  const std::string path = (folder.path() / "v.npy").string();
  std::ofstream(path, std::ios::binary) << bytes;
  return path;
}

TEST(NpyHeader, ReadsWhatNumPyWrites) {
  const auto header = parse_npy_header(
      file_of("{'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }   \n"), "v.npy");
  ASSERT_TRUE(header) << header.error().message;
  EXPECT_EQ(*header, (NpyHeader{3, 4, false, 76}));
}

TEST(NpyHeader, RefusesTheRestWithASentence) {
  const auto refused = [](std::string_view literal, std::string_view clause) {
    const auto header = parse_npy_header(file_of(literal), "v.npy");
    ASSERT_FALSE(header) << literal;
    EXPECT_NE(header.error().message.find(clause), std::string::npos) << header.error().message;
  };
  refused("{'descr': '<i4', 'fortran_order': False, 'shape': (3, 4)}", "type \"<i4\"");
  refused("{'descr': '>f4', 'fortran_order': False, 'shape': (3, 4)}", "type \">f4\"");
  refused("{'descr': '<f4', 'fortran_order': True, 'shape': (3, 4)}", "Fortran order");
  refused("{'descr': '<f4', 'fortran_order': False, 'shape': (3,)}", "1 dimensions and not 2");
  refused("{'descr': '<f4', 'fortran_order': False, 'shape': (3, 0)}", "no columns");
  refused("{'descr': '<f4', 'fortran_order': False, 'shape': (9999999999, 9999999999)}", "2^62");
  refused("{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999, 1)}", "NumPy");
  refused("{'descr': '<f4', 'fortran_order': False}", "not as NumPy writes it");
  refused("{'descr': '<f4', 'descr': '<f4', 'fortran_order': False, 'shape': (1, 1)}", "NumPy");
  refused("{'descr': '<f4', 'fortran_order': False, 'shape': (-1, 1)}", "NumPy");
  refused("{'descr': '<f4', 'fortran_order': False, 'shape': (1, 1)} x", "NumPy");
  refused("", "NumPy");
}

TEST(NpyHeader, EveryCutIsRefused) {
  const std::string whole = file_of("{'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }");
  for (std::size_t size = 0; size < whole.size(); ++size) {
    EXPECT_FALSE(parse_npy_header(std::string_view(whole).substr(0, size), "v.npy")) << size;
  }
}

TEST(NpyRows, GivesRowAfterRow) {
  const TemporaryFolder folder;
  const auto path =
      written(folder, file_of("{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }",
                              bytes_of<double>({1, 2, 3, -0.5, 0.1, 1e-3})));
  auto rows = NpyRows::open(path);
  ASSERT_TRUE(rows) << rows.error().message;
  std::vector<float> row;
  ASSERT_TRUE(*rows->next(row));
  EXPECT_EQ(row, (std::vector<float>{1, 2, 3}));
  ASSERT_TRUE(*rows->next(row));
  EXPECT_EQ(row, (std::vector<float>{-0.5F, 0.1F, 1e-3F}));
  EXPECT_FALSE(*rows->next(row));
}

TEST(NpyRows, RefusesAFileOfAnotherLengthThanItsHeaderSays) {
  const TemporaryFolder folder;
  const std::string_view literal = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 2), }";
  for (const std::size_t values : {3U, 5U}) {
    const auto path = written(folder, file_of(literal, bytes_of(std::vector<float>(values))));
    const auto rows = NpyRows::open(path);
    ASSERT_FALSE(rows);
    EXPECT_EQ(rows.error().code, ErrorCode::corrupt);
  }
}

TEST(NpyRows, AFileThatShrinksIsAnError) {
  const TemporaryFolder folder;
  const std::string_view literal =
      "{'descr': '<f4', 'fortran_order': False, 'shape': (20000, 2), }";
  const std::string bytes = file_of(literal, bytes_of(std::vector<float>(40'000)));
  const auto path = written(folder, bytes);
  auto rows = NpyRows::open(path);
  ASSERT_TRUE(rows);
  std::filesystem::resize_file(path, 1000);
  std::vector<float> row;
  Result<bool> next = true;
  for (int i = 0; i < 20'000 && next && *next; ++i) next = rows->next(row);
  ASSERT_FALSE(next);
  EXPECT_NE(next.error().message.find("ended while its row"), std::string::npos);
}

}  // namespace
}  // namespace plumb
