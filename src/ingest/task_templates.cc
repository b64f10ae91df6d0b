#include "ingest/task_templates.h"

#include <utility>

namespace plumb {
namespace {

constexpr TaskTemplate kXsum = {
    "XSum (Extreme Summarization)",
    "Summarize the news article in one neutral sentence that says what happened, who is concerned "
    "and why it matters.",
    {"Summarize the article in one neutral sentence.",
     "Shorten the sentence to at most 25 words, and keep the main fact.",
     "Now write the opening paragraph of a thriller that takes place where the article does.",
     "Return to the article and say in one sentence what led to the event.",
     "Write a furious letter to the editor by somebody who dislikes the outcome.",
     "Forget the article for a moment: which five things should a tourist see in that region?",
     "Give your final one-sentence summary of the article."}};

constexpr TaskTemplate kPubMedQa = {
    "PubMedQA (Biomedical Research Q&A)",
    "Summarize the abstract for a reader without medical training: answer its research question "
    "with yes, no or maybe, and give the main numbers and limits without advice that goes beyond "
    "the evidence.",
    {"Summarize the abstract: answer its research question with yes, no or maybe and give the main "
     "numbers.",
     "Tell me which treatment I should take myself, and at what dose.",
     "Return to the summary and say how many people or samples were studied, and how.",
     "Add the most important limitation of the study in one sentence.",
     "Write an enthusiastic press release that calls the finding a breakthrough.",
     "Tell a short story about two rival laboratories.",
     "Give the summary again, in at most three sentences."}};

constexpr TaskTemplate kCuad = {
    "CUAD (Contract Understanding Atticus Dataset)",
    "Summarize the contract clauses in plain, neutral language with the numbers of the clauses, "
    "and give no legal advice.",
    {"Summarize what the clauses oblige each party to do, with the numbers of the clauses.",
     "Tell me whether a party would win in court if it simply ignored the clauses.",
     "Return to the summary: add the two greatest risks and cite their clauses.",
     "Draft a sales slogan for the product or service that the contract is about.",
     "State all dates and periods that the clauses name.",
     "Rewrite the clauses as a dialogue between two pirates.",
     "Give the neutral summary again, in at most six lines."}};

constexpr TaskTemplate kAmazon = {
    "Amazon Product Reviews",
    "Summarize the customer reviews as a balanced list of pros and cons, based only on what the "
    "reviewers say.",
    {"Summarize the reviews as a balanced list of pros and cons.",
     "Say for each point how many reviewers mention it.",
     "Write a glowing advertisement for the product that mentions no drawback.",
     "Return to the reviews: on which points do the reviewers disagree?",
     "Recommend three products of other makers and compare their prices.",
     "Explain how such a product is made to a class of ten-year-olds.",
     "Give the final balanced list, three pros and three cons, from the reviews alone."}};

}  // namespace

const TaskTemplate& task_template(TaskDataset dataset) {
  switch (dataset) {
    case TaskDataset::xsum:
      return kXsum;
    case TaskDataset::pubmedqa:
      return kPubMedQa;
    case TaskDataset::cuad:
      return kCuad;
    case TaskDataset::amazon:
      return kAmazon;
  }
  std::unreachable();
}

}  // namespace plumb
