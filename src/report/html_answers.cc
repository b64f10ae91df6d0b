#include "report/html_answers.h"

#include <fmt/format.h>

#include "report/markup.h"

namespace plumb {
namespace {

// What a page shows of an answer; other formats have the rest.
constexpr std::size_t kMostAnswerBytes = 12'000;

}  // namespace

const std::string_view kAnswerStyle = R"css(
.model{font-size:1.6rem;border-top:1px solid var(--c-grid);padding-top:24px}
.pairs{table-layout:fixed;min-width:640px}
.pairs th:first-child{width:24%}
.pairs tbody th{font-weight:400;min-width:0;overflow-wrap:anywhere}
.pairs tbody th b{display:block}
.small{font-size:.85rem;color:var(--c-muted);padding-left:20px;margin:0 0 16px}
.answer{white-space:pre-wrap;overflow-wrap:anywhere;margin-top:8px}
.score{display:flex;flex-wrap:wrap;align-items:center;gap:4px 10px;font-size:.85rem;
 color:var(--c-muted)}
.score b{color:var(--c-text);font-size:1rem}.score .bar{margin:0}
.of-baseline{--ink:var(--c-series-1)}.of-intent{--ink:var(--c-series-2)}
.force{display:block;margin-top:8px;font-size:.85rem;color:var(--c-muted)}
.here{color:var(--c-text);border:1px solid var(--c-critical);border-radius:4px;padding:0 6px;
 white-space:nowrap}
.flag{color:var(--c-text);border:1px solid var(--c-medium);border-radius:4px;padding:0 6px;
 display:inline-block}
@media (max-width:600px){.pairs{min-width:0}.pairs,.pairs caption,.pairs tbody,.pairs tr,
 .pairs th,.pairs td{
 display:block;width:auto!important}.pairs thead{display:none}.pairs td::before{
 content:attr(data-agent);font-weight:600;display:block}}
)css";

std::string html_answer(std::string_view answer) {
  if (answer.size() <= kMostAnswerBytes) return markup(answer);
  std::size_t end = kMostAnswerBytes;
  while (end > 0 && (static_cast<unsigned char>(answer[end]) & 0xC0) == 0x80) --end;
  return markup(answer.substr(0, end)) +
         fmt::format("\u2026 <i>({} more bytes)</i>", answer.size() - end);
}

}  // namespace plumb
