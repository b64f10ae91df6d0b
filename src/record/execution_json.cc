#include "record/execution_json.h"

#include <emmintrin.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <string_view>

namespace plumb {
namespace {

// Printed ASCII that needs no escape: of most texts all of it.
bool is_plain(std::string_view text) {
  const char* at = text.data();
  const char* const end = at + text.size();
  __m128i odd = _mm_setzero_si128();
  for (; end - at >= 16; at += 16) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
    // Signed: what is above 0x7F counts as below 0x20.
    odd = _mm_or_si128(odd, _mm_cmplt_epi8(bytes, _mm_set1_epi8(0x20)));
    odd = _mm_or_si128(odd, _mm_cmpeq_epi8(bytes, _mm_set1_epi8(0x7F)));
    odd = _mm_or_si128(odd, _mm_cmpeq_epi8(bytes, _mm_set1_epi8('"')));
    odd = _mm_or_si128(odd, _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\')));
  }
  if (_mm_movemask_epi8(odd) != 0) return false;
  return std::all_of(at, end,
                     [](char c) { return c >= 0x20 && c != 0x7F && c != '"' && c != '\\'; });
}

void append_string(std::string& out, std::string_view utf8) {
  if (is_plain(utf8)) {
    out += '"';
    out += utf8;
    out += '"';
    return;
  }
  out += nlohmann::json(utf8).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

void append_call(std::string& out, std::string_view name) {
  append_string(out, name);
}

void append_call(std::string& out, const ToolCall& call) {
  if (call.arguments.empty() && call.result.empty()) return append_string(out, call.name);
  out += "{\"name\":";
  append_string(out, call.name);
  if (!call.arguments.empty()) out.append(",\"arguments\":").append(call.arguments);
  if (!call.result.empty()) out.append(",\"result\":").append(call.result);
  out += '}';
}

template <class Tools>
void append_tools(std::string& out, const Tools& tools) {
  out += ",\"tools\":[";
  for (std::size_t i = 0; i < tools.size(); ++i) {
    if (i > 0) out += ',';
    append_call(out, tools[i]);
  }
  out += ']';
}

template <class SomeLabels>
void append_members(std::string& out, const SomeLabels& labels) {
  std::string_view separator;
  for (const auto& [name, value] : labels) {
    out += separator;
    append_string(out, name);
    out += ':';
    append_string(out, value);
    separator = ",";
  }
}

void append_embedding(std::string& out, const std::vector<float>& embedding) {
  out += ",\"embedding\":[";
  for (std::size_t i = 0; i < embedding.size(); ++i) {
    if (i > 0) out += ',';
    char digits[32];  // enough for any shortest float
    out.append(digits, std::to_chars(digits, digits + sizeof digits, embedding[i]).ptr);
  }
  out += ']';
}

// The object but for its closing brace, and without the vector. Of a Response or a ResponseView.
template <class SomeResponse>
void append_fields(std::string& out, const SomeResponse& response) {
  out += "{\"id\":";
  append_string(out, response.id);
  if (response.prompt) {
    out += ",\"prompt\":";
    append_string(out, *response.prompt);
  }
  out += ",\"response\":";
  append_string(out, response.response);
  if (response.severity) {
    out.append(",\"severity\":\"").append(name_of(*response.severity)).append("\"");
  }
  if (response.tools) append_tools(out, *response.tools);
  if (!response.labels.empty()) {
    out += ",\"labels\":{";
    append_members(out, response.labels);
    out += '}';
  }
}

}  // namespace

void append_json_line(std::string& out, const Response& response) {
  append_fields(out, response);
  if (!response.embedding.empty()) append_embedding(out, response.embedding);
  out += "}\n";
}

void append_json_without_vector(std::string& out, const Response& response) {
  append_fields(out, response);
  out += '}';
}

void append_json_without_vector(std::string& out, const ResponseView& response) {
  append_fields(out, response);
  out += '}';
}

void append_json_line(std::string& out, const ExecutionHeader& header) {
  out += "{\"plumb\":\"execution/1\"";
  if (!header.name.empty()) {
    out += ",\"name\":";
    append_string(out, header.name);
  }
  if (!header.embedding_model.empty()) {
    out += ",\"embedding_model\":";
    append_string(out, header.embedding_model);
  }
  if (!header.labels.empty()) {
    out += ',';
    append_members(out, header.labels);
  }
  out += "}\n";
}

}  // namespace plumb
