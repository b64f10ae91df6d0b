// The dashboard's files. They travel inside the binary: src/serve/CMakeLists.txt takes what Vite
// built (PLUMB_WEB_DIST), packs what packs well, and hands it to the assembler.
#pragma once

#include <span>
#include <string_view>

namespace plumb {

struct WebFile {
  std::string_view path;          // "index.html", "assets/index-4f3a9c.js"
  std::string_view content_type;  // without a charset: text is UTF-8
  std::string_view sha256;        // of the file as it was built
  std::string_view bytes;
  bool is_gzipped = false;  // the bytes
};

// Empty in a build without the dashboard (PLUMB_WEB).
std::span<const WebFile> embedded_web_files();

}  // namespace plumb
