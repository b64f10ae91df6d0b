// The parts of the session and plan reports that tell what was said of pairs of texts, and by whom.
#pragma once

#include <string>

#include "record/session_report.h"

namespace plumb {

// "contradiction 0.98", or the label alone; "no verdict" where there is none.
std::string verdict_text(const Inference& inference);

// "Knowledge conflict rate over all sessions: 0.2500 (2 of 8 pairs), judged by ...", a line; empty
// where nothing was judged.
std::string conflict_line(const SessionReport& report);

// The pairs that a person should look at, contradictions and those without a verdict: a section of
// the page, and of Markdown; empty where there are none.
std::string conflict_section_html(const SessionReport& report);
std::string conflict_section_markdown(const SessionReport& report);

// Lines of a <dl class="meta"> that say who judged.
std::string html_nli_items(const NliOrigin& origin);

}  // namespace plumb
