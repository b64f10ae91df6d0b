// The Unicode steps of Hugging Face `tokenizers`' normalizers: NFKD, NFC, StripAccents
// and Lowercase, with the tables that the reference has (unicode_forms_corrections.py).
//
// Each reads valid UTF-8 and appends to `out`. Pure functions; time is linear, but for
// sorting long runs of combining marks.
#pragma once

#include <string>
#include <string_view>

namespace plumb {

void append_nfkd(std::string_view text, std::string& out);
void append_nfc(std::string_view text, std::string& out);

// Without marks: the general categories Mn, Mc and Me.
void append_without_marks(std::string_view text, std::string& out);

// Each character for itself, as Rust's char::to_lowercase: no final sigma.
void append_lower(std::string_view text, std::string& out);

}  // namespace plumb
