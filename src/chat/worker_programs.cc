#include "chat/worker_programs.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <system_error>

#include "base/cpu.h"
#include "base/environment.h"

namespace plumb {
namespace {

namespace fs = std::filesystem;

// In the order of their speed. "gpu" is one that somebody built with a GPU backend of
// llama.cpp; it is taken when it is asked for.
constexpr std::array<std::string_view, 3> kSets = {"portable", "avx2", "avx512"};
constexpr std::string_view kGpu = "gpu";

bool runs_here(std::string_view set) {
  const CpuFeatures& cpu = cpu_features();
  if (set == "avx2") return cpu.avx2_fma && cpu.f16c;
  if (set == "avx512") return cpu.avx512_vnni && cpu.f16c;
  return true;
}

std::vector<fs::path> worker_folders() {
  if (auto folder = environment("PLUMB_LLAMA_WORKERS"); !folder.empty()) return {folder};
  std::vector<fs::path> folders;
  std::error_code error;
  const fs::path self = fs::read_symlink("/proc/self/exe", error);
  if (!error) {
    folders.push_back(self.parent_path());
    folders.push_back(self.parent_path().parent_path() / "libexec" / "plumb");
  }
#ifdef PLUMB_BUILT_WORKERS
  folders.emplace_back(PLUMB_BUILT_WORKERS);
#endif
  return folders;
}

}  // namespace

std::vector<std::string> available_worker_sets() {
  std::vector<std::string> sets;
  for (const std::string_view set : kSets) {
    if (runs_here(set)) sets.emplace_back(set);
  }
  return sets;
}

Result<WorkerProgram> find_worker(std::string_view set, const fs::path& folder) {
  const std::string wanted = set.empty() ? available_worker_sets().back() : std::string(set);
  if (wanted != kGpu && std::ranges::find(kSets, wanted) == kSets.end()) {
    return fail(ErrorCode::invalid_input,
                fmt::format("there is no instruction set {} for chat models; there are portable, "
                            "avx2, avx512, and gpu where it was built",
                            wanted));
  }
  if (!runs_here(wanted)) {
    return fail(ErrorCode::unsupported,
                fmt::format("this CPU ({}) has no {}", cpu_features().model, wanted));
  }
  const std::string name = fmt::format("plumb-llama-{}", wanted);
  for (const fs::path& place : folder.empty() ? worker_folders() : std::vector{folder}) {
    if (::access((place / name).c_str(), X_OK) == 0) return WorkerProgram{place / name, wanted};
  }
  return fail(ErrorCode::not_found,
              fmt::format("the program {} is missing; it belongs beside plumb, and is built unless "
                          "PLUMB_LLAMA is OFF (PLUMB_LLAMA_WORKERS names another folder)",
                          name));
}

}  // namespace plumb
