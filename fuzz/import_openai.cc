// Foreign bytes as a file of openai. The first byte chooses the chunk size.
#include "import_checks.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  plumb::check_import(plumb::ImportFormat::openai, data, size);
  return 0;
}
