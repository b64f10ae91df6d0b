// Complete tokenizer.json files of a few pieces, unigram and byte-level BPE, for tests and
// fuzz targets that must not need a model.
#pragma once

#include <cstdio>
#include <string>

namespace plumb::testing {

// ALBERT's kind: clean-up, words cut at white space.
inline constexpr const char* kTinyUnigram = R"({
  "version": "1.0", "truncation": null, "padding": null,
  "added_tokens": [
    {"id": 0, "content": "<pad>", "single_word": false, "lstrip": false, "rstrip": false, "normalized": false, "special": true},
    {"id": 1, "content": "<unk>", "single_word": false, "lstrip": false, "rstrip": false, "normalized": true, "special": true},
    {"id": 2, "content": "[CLS]", "single_word": false, "lstrip": false, "rstrip": false, "normalized": false, "special": true},
    {"id": 3, "content": "[SEP]", "single_word": false, "lstrip": false, "rstrip": false, "normalized": false, "special": true},
    {"id": 20, "content": "[MASK]", "single_word": false, "lstrip": true, "rstrip": false, "normalized": false, "special": true}
  ],
  "normalizer": {"type": "Sequence", "normalizers": [
    {"type": "Replace", "pattern": {"String": "``"}, "content": "\""},
    {"type": "Replace", "pattern": {"String": "''"}, "content": "\""},
    {"type": "NFKD"}, {"type": "StripAccents"}, {"type": "Lowercase"},
    {"type": "Replace", "pattern": {"Regex": " {2,}"}, "content": " "}
  ]},
  "pre_tokenizer": {"type": "Metaspace", "replacement": "\u2581", "prepend_scheme": "always", "split": true},
  "post_processor": {
    "type": "TemplateProcessing",
    "single": [{"SpecialToken": {"id": "[CLS]", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}}, {"SpecialToken": {"id": "[SEP]", "type_id": 0}}],
    "pair": [{"SpecialToken": {"id": "[CLS]", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}}, {"SpecialToken": {"id": "[SEP]", "type_id": 0}}, {"Sequence": {"id": "B", "type_id": 1}}, {"SpecialToken": {"id": "[SEP]", "type_id": 1}}],
    "special_tokens": {"[CLS]": {"id": "[CLS]", "ids": [2], "tokens": ["[CLS]"]}, "[SEP]": {"id": "[SEP]", "ids": [3], "tokens": ["[SEP]"]}}
  },
  "decoder": {"type": "Metaspace", "replacement": "\u2581", "prepend_scheme": "always", "split": true},
  "model": {"type": "Unigram", "unk_id": 1, "byte_fallback": false, "vocab": [
    ["<pad>", 0.0], ["<unk>", 0.0], ["[CLS]", 0.0], ["[SEP]", 0.0],
    ["\u2581", -3.0], ["a", -2.0], ["b", -2.5], ["ab", -3.0], ["\u2581a", -2.25], ["\u2581ab", -4.0], ["aba", -5.5],
    ["e", -3.5], ["\u2581the", -1.5], [".", -2.0], ["\"", -4.0], ["1", -3.0], ["1,", -3.5], [",", -3.0], ["\u5B57", -6.0], ["\u2581caf", -5.0]
  ]}
})";

// RoBERTa's kind. Ids: <s> 0, </s> 1, a byte b is 2 + b, then the pieces that merges make.
inline std::string tiny_byte_pair() {
  std::string vocabulary = R"("<s>": 0, "</s>": 1)";
  int id = 2;
  int next = 0x100;
  for (int byte = 0; byte < 256; ++byte) {
    const bool seen =
        (byte >= '!' && byte <= '~') || (byte >= 0xA1 && byte <= 0xAC) || byte >= 0xAE;
    char escape[16];
    std::snprintf(escape, sizeof escape, "\\u%04X", static_cast<unsigned>(seen ? byte : next++));
    vocabulary += ", \"" + std::string(escape) + "\": " + std::to_string(id++);
  }
  for (const char* piece : {"ab", "abab", "\\u0120a", "\\u0120ab", "th", "the", "\\u0120the"}) {
    vocabulary += ", \"" + std::string(piece) + "\": " + std::to_string(id++);
  }
  return R"({
  "version": "1.0", "truncation": null, "padding": null,
  "added_tokens": [
    {"id": 0, "content": "<s>", "single_word": false, "lstrip": false, "rstrip": false, "normalized": true, "special": true},
    {"id": 1, "content": "</s>", "single_word": false, "lstrip": false, "rstrip": false, "normalized": true, "special": true},
    {"id": 265, "content": "<mask>", "single_word": false, "lstrip": true, "rstrip": false, "normalized": false, "special": true}
  ],
  "normalizer": null,
  "pre_tokenizer": {"type": "ByteLevel", "add_prefix_space": false, "trim_offsets": true, "use_regex": true},
  "post_processor": {"type": "RobertaProcessing", "sep": ["</s>", 1], "cls": ["<s>", 0], "trim_offsets": true, "add_prefix_space": false},
  "decoder": {"type": "ByteLevel", "add_prefix_space": true, "trim_offsets": true, "use_regex": true},
  "model": {"type": "BPE", "dropout": null, "unk_token": null, "continuing_subword_prefix": "", "end_of_word_suffix": "", "fuse_unk": false, "byte_fallback": false, "ignore_merges": false,
    "vocab": {)" +
         vocabulary + R"(},
    "merges": [["a", "b"], ["ab", "ab"], ["\u0120", "a"], ["t", "h"], ["th", "e"], ["\u0120a", "b"], ["\u0120", "the"]]}
})";
}

}  // namespace plumb::testing
