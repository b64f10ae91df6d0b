// plumb doctor: is everything in place, and what mends what is not.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "base/cpu.h"
#include "base/environment.h"
#include "base/file.h"
#include "command.h"
#include "documents.h"
#include "encode/embedder.h"
#include "model/fetch.h"
#include "model/locate.h"
#include "model/registry.h"
#include "model_options.h"
#include "settings.h"

namespace plumb {
namespace {

enum class Status { fine, optional, missing, damaged };

std::string_view name_of(Status status) {
  switch (status) {
    case Status::fine:
      return "ok";
    case Status::optional:
      return "optional";
    case Status::missing:
      return "missing";
    case Status::damaged:
      return "damaged";
  }
  std::unreachable();
}

struct Finding {
  std::string name;
  Status status = Status::fine;
  std::string detail;
  std::string fix;  // what to do; empty where nothing is
};

Finding cpu_finding() {
  const CpuFeatures& cpu = cpu_features();
  std::string features;
  if (cpu.avx2_fma) features += " AVX2 FMA";
  if (cpu.avx512) features += " AVX-512";
  if (cpu.avx512_vnni) features += " VNNI";
  if (cpu.amx) features += " AMX";
  return {"cpu", Status::fine,
          fmt::format("{} ({})", cpu.model, features.empty() ? "no AVX2" : features.substr(1)), ""};
}

// Who says which instruction set is used: a variable or a file; the last word counts.
std::string instruction_set_source() {
  const std::string variable = "PLUMB_INSTRUCTION_SET";
  if (!environment(variable.c_str()).empty()) return variable;
  std::string source = "plumb.toml";
  for (const auto& path : settings_files()) {
    CommandContext scratch;
    const auto text = read_file(path, kMaxSettingsBytes);
    if (text && apply_settings_text(scratch, *text, path) && !scratch.instruction_set.empty()) {
      source = path.string();
    }
  }
  return source;
}

Finding instruction_set_finding(const CommandContext& context) {
  const auto wanted = wanted_instruction_set(context);
  if (!wanted) {
    return {"instruction set", Status::missing, wanted.error().message,
            fmt::format("name another in {}, or none", instruction_set_source())};
  }
  const auto sets = available_instruction_sets();
  const std::string usual(name_of(sets.back()));
  if (*wanted) {
    return {"instruction set", Status::fine,
            fmt::format("{}, as {} says; without that it would be {}", name_of(**wanted),
                        instruction_set_source(), usual),
            ""};
  }
  return {"instruction set", Status::fine, usual,
          sets.size() == 1 ? "this CPU runs the portable kernels only, which are slow" : ""};
}

Finding threads_finding(const CommandContext& context) {
  const int allowed = available_cpus();
  const long online = ::sysconf(_SC_NPROCESSORS_ONLN);
  const int used = context.threads > 0 ? context.threads : allowed;
  std::string detail = fmt::format("{} of {} CPUs", used, online);
  if (allowed < online) detail += fmt::format(" (affinity or cgroup allows {})", allowed);
  return {"threads", Status::fine, detail, ""};
}

// Bytes that a process may still take: the machine's, or the cgroup's where that is less.
std::uint64_t available_memory() {
  std::uint64_t available = 0;
  std::ifstream meminfo("/proc/meminfo");
  for (std::string key, unit; meminfo >> key >> available >> unit;) {
    if (key == "MemAvailable:") break;
  }
  available *= 1024;
  std::uint64_t limit = 0;
  std::uint64_t used = 0;
  std::ifstream("/sys/fs/cgroup/memory.max") >> limit;
  std::ifstream("/sys/fs/cgroup/memory.current") >> used;
  return limit > used ? std::min(available, limit - used) : available;
}

Finding memory_finding() {
  constexpr std::uint64_t kNeeded = 400'000'000;
  const std::uint64_t available = available_memory();
  return {"memory", available < kNeeded ? Status::missing : Status::fine,
          fmt::format("{:.1f} GB available", static_cast<double>(available) / 1e9),
          available < kNeeded ? "embedding takes up to 0.4 GB; end other programs" : ""};
}

Status status_of(const Error& error) {
  return error.code == ErrorCode::corrupt ? Status::damaged : Status::missing;
}

std::string fix_of_model(const std::string& name, bool pinned) {
  if (!pinned) return "give a model that plumb model list shows, or a folder, with --model";
  if (model_cache_folder().empty()) return "set PLUMB_MODELS to a folder that can be written";
  return "plumb model fetch " + name;
}

// Only whoever loads a folder that nobody pins knows that it is whole; it takes about 0.1 s.
Finding own_model_finding(const std::string& name, const ModelFolder& folder) {
  const auto embedder = Embedder::load(folder, {.threads = 1});
  if (!embedder) {
    return {"model " + name, status_of(embedder.error()), embedder.error().message,
            "give the folder of another model with --model"};
  }
  return {"model " + name, Status::fine,
          fmt::format("your own, pinned by nobody, in {}", folder.path.string()), ""};
}

Finding model_finding(const std::string& name) {
  const auto registry = load_registry();
  const bool pinned = registry && registry->find(name);
  const auto folder = locate_model(name);
  if (!folder) {
    return {"model " + name, status_of(folder.error()), folder.error().message,
            fix_of_model(name, pinned)};
  }
  if (!pinned) return own_model_finding(name, *folder);
  return {"model " + name, Status::fine, fmt::format("verified, in {}", folder->path.string()), ""};
}

Finding other_model_finding(const RegistryEntry& entry) {
  const ModelPresence presence = find_model(entry);
  switch (presence.state) {
    case ModelPresence::State::missing:
      return {"model " + entry.name, Status::optional,
              fmt::format("not on this machine ({})", entry.description),
              "plumb model fetch " + entry.name};
    case ModelPresence::State::unverified:
      return {"model " + entry.name, Status::optional,
              fmt::format("not verified yet, in {}", presence.path.string()),
              "plumb model verify " + entry.name};
    case ModelPresence::State::verified:
      return {"model " + entry.name, Status::fine,
              fmt::format("verified, in {}", presence.path.string()), ""};
  }
  std::unreachable();
}

void add_other_models(const std::string& needed, std::vector<Finding>& findings) {
  const auto registry = load_registry();
  if (!registry) {
    findings.push_back({"registry", Status::missing, registry.error().message, ""});
    return;
  }
  for (const RegistryEntry& entry : registry->models) {
    if (entry.name != needed) findings.push_back(other_model_finding(entry));
  }
}

Finding network_finding() {
  return {"network", Status::fine,
          is_network_forbidden() ? "off (HF_HUB_OFFLINE=" + environment("HF_HUB_OFFLINE") + ")"
                                 : "on; only plumb model fetch uses it",
          ""};
}

Finding settings_finding() {
  std::string files;
  for (const auto& path : settings_files()) files += (files.empty() ? "" : ", ") + path.string();
  CommandContext scratch;
  const auto applied = apply_settings(scratch);
  if (!applied) return {"settings", Status::missing, applied.error().message, "mend that line"};
  return {"settings", Status::fine, files.empty() ? "no plumb.toml; built-in values" : files, ""};
}

// Whether the folder is there and can be written, or could be made.
bool can_be_written(std::filesystem::path folder) {
  std::error_code error;
  folder = std::filesystem::absolute(folder, error);
  while (!std::filesystem::exists(folder, error) && folder.has_relative_path()) {
    folder = folder.parent_path();
  }
  return std::filesystem::is_directory(folder, error) && ::access(folder.c_str(), W_OK | X_OK) == 0;
}

Finding cache_finding() {
  const auto folder = model_cache_folder();
  if (folder.empty()) {
    return {"model cache", Status::optional, no_model_cache().message,
            "set PLUMB_MODELS to a folder that can be written"};
  }
  if (can_be_written(folder)) return {"model cache", Status::fine, folder.string(), ""};
  return {"model cache", Status::optional,
          fmt::format("{} cannot be written: nothing can be fetched, and models are hashed anew at "
                      "each start",
                      folder.string()),
          "set PLUMB_MODELS to a folder that can be written"};
}

Finding terminal_finding(const CommandContext& context) {
  std::string locale = environment("LC_ALL");
  if (locale.empty()) locale = environment("LC_CTYPE");
  if (locale.empty()) locale = environment("LANG");
  return {"terminal", Status::fine,
          fmt::format("locale {}, colour {}", locale.empty() ? "C" : locale,
                      context.color ? "on" : "off"),
          ""};
}

std::vector<Finding> examine(const CommandContext& context) {
  std::vector<Finding> findings = {cpu_finding(), instruction_set_finding(context),
                                   threads_finding(context), memory_finding(),
                                   model_finding(context.model)};
  add_other_models(context.model, findings);
  findings.push_back(cache_finding());
  findings.push_back(network_finding());
  findings.push_back(settings_finding());
  findings.push_back(terminal_finding(context));
  return findings;
}

bool all_fine(const std::vector<Finding>& findings) {
  return std::ranges::none_of(findings, [](const Finding& finding) {
    return finding.status == Status::missing || finding.status == Status::damaged;
  });
}

std::string as_text(const std::vector<Finding>& findings, bool color) {
  std::string out = fmt::format("plumb {}\n", PLUMB_VERSION);
  for (const auto& [name, status, detail, fix] : findings) {
    const std::string_view paint = !color                       ? ""
                                   : status == Status::fine     ? "\033[32m"
                                   : status == Status::optional ? "\033[33m"
                                                                : "\033[31m";
    out += fmt::format("{}{:<9}{}{:<32}{}\n", paint, name_of(status), color ? "\033[0m" : "", name,
                       detail);
    if (!fix.empty()) out += fmt::format("{:41}-> {}\n", "", fix);
  }
  out += all_fine(findings) ? "everything needed is in place\n" : "something needed is missing\n";
  return out;
}

std::string as_json(const std::vector<Finding>& findings) {
  nlohmann::ordered_json json = {
      {"plumb", "doctor/1"}, {"version", PLUMB_VERSION}, {"ok", all_fine(findings)}};
  json["findings"] = nlohmann::ordered_json::array();
  for (const auto& [name, status, detail, fix] : findings) {
    nlohmann::ordered_json entry = {
        {"name", name}, {"status", name_of(status)}, {"detail", detail}};
    entry["fix"] = fix.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(fix);
    json["findings"].push_back(std::move(entry));
  }
  return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

Result<void> doctor(CommandContext& context) {
  for (const std::string& path : context.outputs) {
    if (path.ends_with(".json") || path.ends_with(".txt")) continue;
    return fail(ErrorCode::invalid_input,
                fmt::format("-o {}: plumb doctor writes .json and .txt", path));
  }
  const auto findings = examine(context);
  for (const std::string& path : context.outputs) {
    PLUMB_CHECK_RESULT(
        write_output(path, path.ends_with(".json") ? as_json(findings) : as_text(findings, false)));
  }
  context.exit_code = all_fine(findings) ? 0 : 3;
  context.print(context.json ? as_json(findings) : as_text(findings, context.color));
  return {};
}

}  // namespace

void add_doctor_command(CLI::App& app, CommandContext& context) {
  auto* command =
      app.add_subcommand("doctor", "Look at CPU, memory and models, and say what is missing.");
  command->add_option("--model", context.model, "the model that must be there")
      ->type_name("NAME|DIR")
      ->capture_default_str();
  command->footer("plumb doctor\nplumb doctor --json\n");
  command->callback([&context] {
    if (const auto done = doctor(context); !done) context.fail(done.error());
  });
}

}  // namespace plumb
