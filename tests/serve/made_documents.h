// Documents that more than one test sends.
#pragma once

#include <nlohmann/json.hpp>

namespace plumb {

// As plumb stereotype --json prints it, with one model and no entry.
inline nlohmann::json stereotype_report() {
  return {{"plumb", "stereotype-report/1"},
          {"date", "20260301"},
          {"classifier",
           {{"classifier", "hearts"},
            {"weights_sha256", ""},
            {"architecture", "albert"},
            {"precision", "f32"},
            {"instruction_set", "avx2"},
            {"max_tokens", 512},
            {"label", "stereotype"},
            {"note", nullptr}}},
          {"models",
           {{{"model", "m"},
             {"file", "m.json"},
             {"summary", nlohmann::json::array()},
             {"cells", nlohmann::json::array()},
             {"rows", nlohmann::json::array()},
             {"warnings", nlohmann::json::array()}}}},
          {"provenance",
           {{"plumb_version", "1"},
            {"vectors", nullptr},
            {"seed", 42},
            {"permutations", 0},
            {"bootstrap_draws", 0},
            {"sample_rows", 0},
            {"thresholds", nlohmann::json::object()}}}};
}

}  // namespace plumb
