#include "ingest/csv.h"

#include <gtest/gtest.h>

#include "ingest/memory_source.h"

namespace plumb {
namespace {

using Records = std::vector<std::vector<std::string>>;

struct Read {
  Records records;
  std::vector<std::string> errors;
  std::vector<std::uint64_t> lines;
};

Read read_all(std::string_view bytes, std::size_t chunk = 5, std::size_t max = 1 << 20) {
  Read read;
  CsvReader reader(memory_lines(bytes, chunk, max, "f.csv"), max);
  while (true) {
    const auto record = reader.next();
    if (!record) {
      read.errors.push_back(record.error().message);
      if (record.error().code != ErrorCode::invalid_input) return read;
      continue;
    }
    if (record->empty()) return read;
    std::vector<std::string> fields;
    for (const CsvField& field : *record) fields.emplace_back(field.text);
    read.records.push_back(std::move(fields));
    read.lines.push_back(reader.line());
  }
}

TEST(Csv, ReadsFieldsAndRecordsWhateverTheChunks) {
  const std::string_view bytes =
      "\xef\xbb\xbf"
      "a,b,c\r\n1,,\n\n\"x, y\",\"say \"\"hi\"\"\",\"two\r\nlines\n\"\nlast,\"\",z";
  const Records expected = {
      {"a", "b", "c"}, {"1", "", ""}, {"x, y", "say \"hi\"", "two\r\nlines\n"}, {"last", "", "z"}};
  for (std::size_t chunk = 1; chunk <= bytes.size() + 1; ++chunk) {
    const Read read = read_all(bytes, chunk);
    EXPECT_EQ(read.records, expected) << "chunk of " << chunk;
    EXPECT_EQ(read.errors, std::vector<std::string>{});
    EXPECT_EQ(read.lines, (std::vector<std::uint64_t>{1, 2, 4, 7}));
  }
}

TEST(Csv, ReplacesInvalidUtf8) {
  EXPECT_EQ(read_all("a\xff,\"b\n\xe2\x82\"\n").records, (Records{{"a\ufffd", "b\n\ufffd"}}));
}

TEST(Csv, ReportsStrayQuotesAndGoesOnInTheNextLine) {
  const Read read = read_all("a,\u00e9 5\" pipe\n\"b\" c,d\n\"x\ny\"z\nok,1\nlone\rreturn\n");
  EXPECT_EQ(read.records, (Records{{"ok", "1"}}));
  EXPECT_EQ(read.errors,
            (std::vector<std::string>{
                "f.csv:1:6: a quote stands inside of a field that does not begin with one; quote "
                "the whole field and double the quote",
                "f.csv:2:4: text follows the quote that closes the field; double the quote if it "
                "is part of the text",
                "f.csv:4:3: text follows the quote that closes the field; double the quote if it "
                "is part of the text",
                "f.csv:6:5: a carriage return stands alone; end lines with LF or CR LF, or quote "
                "the field"}));
}

TEST(Csv, NamesWhereAQuoteOpenedThatIsNeverClosed) {
  const Read read = read_all("a,b\n1,\"open\n2,3\n");
  EXPECT_EQ(read.records, (Records{{"a", "b"}}));
  EXPECT_EQ(read.errors, std::vector<std::string>{
                             "f.csv:2:3: the quote that opens here is never closed; close it, "
                             "since the records behind it cannot be told apart"});
}

TEST(Csv, BoundsTheSizeOfARecord) {
  std::string bytes = "\"";
  for (int i = 0; i < 100; ++i) bytes += "0123456789\n";
  const Read read = read_all(bytes, 64, 200);
  EXPECT_EQ(read.errors, std::vector<std::string>{
                             "f.csv:1:1: the quote that opens here is not closed within 200 "
                             "bytes; close it, or raise --max-line-bytes"});
  EXPECT_EQ(read_all("a\n" + std::string(300, 'x') + "\nb\n", 64, 200).records,
            (Records{{"a"}, {"b"}}));
}

}  // namespace
}  // namespace plumb
