#include "ingest/task_import.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <utility>

#include "base/file.h"
#include "base/hash.h"
#include "ingest/json_document.h"
#include "ingest/line_reader.h"
#include "ingest/task_reader.h"
#include "ingest/task_templates.h"
#include "text/utf8.h"

namespace plumb {
namespace {

constexpr std::size_t kMaxDocumentBytes = std::size_t{256} * 1024 * 1024;
// Products whose reviews are kept while a file is read, for each one asked for: of these, some
// have too few reviews.
constexpr std::size_t kProductsPerTask = 256;

std::size_t count_words(std::string_view text) {
  std::size_t words = 0;
  bool in_word = false;
  while (!text.empty()) {
    const DecodedCodePoint next = decode_code_point(text);
    text.remove_prefix(next.length);
    const bool is_space = is_white_space(next.value);
    words += !is_space && !in_word ? 1 : 0;
    in_word = !is_space;
  }
  return words;
}

// An article of pieces that are taken whole, as long as they fit.
class Article {
 public:
  void add(std::string piece, std::size_t max_words) {
    const std::size_t words = count_words(piece);
    if (words == 0 || words_ + words > max_words) return;
    if (!text_.empty()) text_ += "\n\n";
    text_ += piece;
    words_ += words;
    ++pieces_;
  }
  std::size_t words() const { return words_; }
  std::size_t pieces() const { return pieces_; }
  std::string take() { return std::move(text_); }

 private:
  std::string text_;
  std::size_t words_ = 0;
  std::size_t pieces_ = 0;
};

// The `most` records whose ids hash lowest: a sample that does not depend on the order of
// arrival. A record that will be in it at the end is admitted whenever it is met.
template <class Value>
class Lowest {
 public:
  Lowest(std::size_t most, std::uint64_t seed) : most_(most), seed_(seed) {}

  // The place of a record, nullptr where it is not among the lowest so far.
  Value* admit(const std::string& id) {
    const std::pair key(hash64(id, seed_), id);
    if (values_.size() >= most_ && !values_.contains(key) &&
        std::prev(values_.end())->first < key) {
      return nullptr;
    }
    Value& value = values_[key];
    if (values_.size() > most_) values_.erase(std::prev(values_.end()));
    return &value;
  }
  auto& values() { return values_; }

 private:
  std::size_t most_;
  std::uint64_t seed_;
  std::map<std::pair<std::uint64_t, std::string>, Value> values_;
};

using Chosen = std::vector<std::string>;  // articles

// Where the bytes come from: a path, or memory under a name.
struct Input {
  std::string name;
  std::optional<std::string_view> bytes;

  bool has_lines() const { return name == "-" || name.ends_with(".jsonl"); }
  Result<LineReader> lines() const {
    if (!bytes) return LineReader::open(name);
    return LineReader(name, [rest = *bytes](std::span<char> out) mutable -> Result<std::size_t> {
      const std::size_t taken = rest.copy(out.data(), out.size());
      rest.remove_prefix(taken);
      return taken;
    });
  }
  Result<JsonDocument> document() const {
    if (bytes) return JsonDocument::parse(*bytes, name);
    PLUMB_TRY(const std::string text, read_file(name, kMaxDocumentBytes));
    return JsonDocument::parse(text, name);
  }
};

struct Reading {
  const Input& input;
  const TaskImportOptions& options;
  TaskImport counts;

  bool fits(std::size_t words) {
    // A task needs a text, also where any size will do.
    const bool fit = words > 0 && words >= options.min_words && words <= options.max_words;
    counts.out_of_size += fit ? 0 : 1;
    return fit;
  }
};

// Calls `record` with the JSON object of each line that is not blank.
Result<void> for_each_line(const Input& input,
                           const std::function<Result<void>(const DocumentMember&)>& record) {
  PLUMB_TRY(LineReader lines, input.lines());
  for (;;) {
    PLUMB_TRY(const std::optional<Line> line, lines.next());
    if (!line) return {};
    if (is_blank(line->bytes)) continue;
    const std::string place = fmt::format("{}:{}", lines.name(), line->number);
    PLUMB_TRY(const JsonDocument document, JsonDocument::parse(line->bytes, place));
    if (!document.root().is_object()) return document.root().bad("the line is no JSON object");
    PLUMB_CHECK_RESULT(record(document.root()));
  }
}

// The first of the names that is there.
std::optional<DocumentMember> find_any(const DocumentMember& record,
                                       std::initializer_list<const char*> names) {
  for (const char* name : names) {
    if (auto member = record.find(name)) return member;
  }
  return std::nullopt;
}

Result<DocumentMember> at_any(const DocumentMember& record,
                              std::initializer_list<const char*> names) {
  if (auto member = find_any(record, names)) return *std::move(member);
  const std::string who = record.path().empty() ? "there is" : record.path() + " has";
  return record.bad(fmt::format("{} no \"{}\"", who, fmt::join(names, "\" or \"")));
}

// ---- XSum

Result<Chosen> read_xsum(Reading& reading) {
  Lowest<std::string> lowest(reading.options.count, reading.options.seed);
  PLUMB_CHECK_RESULT(
      for_each_line(reading.input, [&](const DocumentMember& record) -> Result<void> {
        PLUMB_TRY(const DocumentMember member, record.at("document"));
        PLUMB_TRY(std::string article, member.text());
        ++reading.counts.articles;
        if (!reading.fits(count_words(article))) return {};
        const auto id = record.find("id");
        PLUMB_TRY(const std::string name, id ? id->name() : Result<std::string>(article));
        if (std::string* place = lowest.admit(name)) *place = std::move(article);
        return {};
      }));
  Chosen chosen;
  for (auto& [key, article] : lowest.values()) chosen.push_back(std::move(article));
  return chosen;
}

// ---- PubMedQA

// "OBJECTIVE: ..." where the abstract's parts have labels.
Result<std::string> labelled_part(const DocumentMember& part,
                                  const std::optional<DocumentMember>& labels, std::size_t i) {
  PLUMB_TRY(std::string text, part.text());
  if (!labels || !labels->is_array() || i >= labels->size()) return text;
  PLUMB_TRY(const std::string label, labels->element(i).text());
  return fmt::format("{}: {}", label, text);
}

Result<std::string> pubmedqa_article(const DocumentMember& record) {
  PLUMB_TRY(const DocumentMember question, at_any(record, {"QUESTION", "question"}));
  PLUMB_TRY(std::string article, question.text());
  article.insert(0, std::string("Research question: "));
  const auto nested = record.find("context");
  const DocumentMember& holder = nested ? *nested : record;
  PLUMB_TRY(const DocumentMember parts, at_any(holder, {"CONTEXTS", "contexts"}));
  if (!parts.is_array()) return parts.not_a("an array of texts");
  const auto labels = find_any(holder, {"LABELS", "labels"});
  for (std::size_t i = 0; i < parts.size(); ++i) {
    PLUMB_TRY(const std::string part, labelled_part(parts.element(i), labels, i));
    article += "\n\n" + part;
  }
  return article;
}

Result<Chosen> read_pubmedqa(Reading& reading) {
  Lowest<std::string> lowest(reading.options.count, reading.options.seed);
  const auto take = [&](const DocumentMember& record, const std::string& id) -> Result<void> {
    PLUMB_TRY(std::string article, pubmedqa_article(record));
    ++reading.counts.articles;
    if (!reading.fits(count_words(article))) return {};
    if (std::string* place = lowest.admit(id)) *place = std::move(article);
    return {};
  };
  if (reading.input.has_lines()) {
    PLUMB_CHECK_RESULT(
        for_each_line(reading.input, [&](const DocumentMember& record) -> Result<void> {
          PLUMB_TRY(const DocumentMember id, record.at("pubid"));
          PLUMB_TRY(const std::string name, id.name());
          return take(record, name);
        }));
  } else {
    PLUMB_TRY(const JsonDocument document, reading.input.document());
    const DocumentMember root = document.root();
    if (!root.is_object()) return root.bad("PubMedQA is an object with a question for each id");
    for (const auto& [id, record] : root.members()) PLUMB_CHECK_RESULT(take(record, id));
  }
  Chosen chosen;
  for (auto& [key, article] : lowest.values()) chosen.push_back(std::move(article));
  return chosen;
}

// ---- CUAD

struct Clause {
  std::int64_t begin = 0;
  std::string text;
};

Result<void> read_answers(const DocumentMember& question, std::vector<Clause>& clauses) {
  PLUMB_TRY(const DocumentMember answers, question.at("answers"));
  if (!answers.is_array()) return answers.not_a("an array of answers");
  for (std::size_t i = 0; i < answers.size(); ++i) {
    PLUMB_TRY(const DocumentMember text, answers.element(i).at("text"));
    PLUMB_TRY(const DocumentMember begin, answers.element(i).at("answer_start"));
    Clause clause;
    PLUMB_TRY(clause.text, text.text());
    PLUMB_TRY(clause.begin, begin.whole_number());
    clauses.push_back(std::move(clause));
  }
  return {};
}

// The clauses that a contract's questions point to, in its order, each once: one that lies
// within another is left to it.
Result<std::vector<Clause>> read_clauses(const DocumentMember& paragraph) {
  PLUMB_TRY(const DocumentMember questions, paragraph.at("qas"));
  if (!questions.is_array()) return questions.not_a("an array of questions");
  std::vector<Clause> clauses;
  for (std::size_t i = 0; i < questions.size(); ++i) {
    PLUMB_CHECK_RESULT(read_answers(questions.element(i), clauses));
  }
  std::ranges::sort(clauses, [](const Clause& a, const Clause& b) {
    return a.begin != b.begin ? a.begin < b.begin : a.text.size() > b.text.size();
  });
  std::vector<Clause> kept;
  for (Clause& clause : clauses) {
    const bool within = !kept.empty() && kept.back().text.contains(clause.text);
    if (!within) kept.push_back(std::move(clause));
  }
  return kept;
}

Result<Article> cuad_article(const DocumentMember& contract, std::size_t max_words) {
  PLUMB_TRY(const DocumentMember paragraphs, contract.at("paragraphs"));
  if (!paragraphs.is_array()) return paragraphs.not_a("an array of paragraphs");
  Article article;
  for (std::size_t i = 0; i < paragraphs.size(); ++i) {
    PLUMB_TRY(const std::vector<Clause> clauses, read_clauses(paragraphs.element(i)));
    for (const Clause& clause : clauses) {
      article.add(fmt::format("Clause {}. {}", article.pieces() + 1, clause.text), max_words);
    }
  }
  return article;
}

Result<Chosen> read_cuad(Reading& reading) {
  PLUMB_TRY(const JsonDocument document, reading.input.document());
  PLUMB_TRY(const DocumentMember contracts, document.root().at("data"));
  if (!contracts.is_array()) return contracts.not_a("an array of contracts");
  Lowest<std::string> lowest(reading.options.count, reading.options.seed);
  for (std::size_t i = 0; i < contracts.size(); ++i) {
    const DocumentMember contract = contracts.element(i);
    PLUMB_TRY(const DocumentMember title, contract.at("title"));
    PLUMB_TRY(const std::string name, title.text());
    PLUMB_TRY(Article article, cuad_article(contract, reading.options.max_words));
    ++reading.counts.articles;
    if (!reading.fits(article.words())) continue;
    if (std::string* place = lowest.admit(name)) *place = article.take();
  }
  Chosen chosen;
  for (auto& [key, article] : lowest.values()) chosen.push_back(std::move(article));
  return chosen;
}

// ---- Amazon Reviews

// " (4 of 5 stars)", or nothing where the review has no rating that can be read.
std::string stars_of(const DocumentMember& review) {
  const auto member = find_any(review, {"overall", "rating"});
  if (!member) return {};
  std::string rating = member->json();
  if (rating.ends_with(".0")) rating.resize(rating.size() - 2);
  const bool is_number = rating.find_first_not_of("0123456789.") == std::string::npos;
  return is_number ? fmt::format(" ({} of 5 stars)", rating) : std::string();
}

Result<Chosen> read_amazon(Reading& reading) {
  const TaskImportOptions& options = reading.options;
  Lowest<Article> lowest(options.count * kProductsPerTask, options.seed);
  std::set<std::uint64_t> products;
  PLUMB_CHECK_RESULT(
      for_each_line(reading.input, [&](const DocumentMember& review) -> Result<void> {
        PLUMB_TRY(const DocumentMember product, at_any(review, {"parent_asin", "asin"}));
        PLUMB_TRY(const std::string name, product.name());
        products.insert(hash64(name, options.seed));
        const auto member = find_any(review, {"reviewText", "text"});
        if (!member) return {};  // the data set has reviews of stars alone
        PLUMB_TRY(const std::string text, member->text());
        Article* const article = is_blank(text) ? nullptr : lowest.admit(name);
        if (article == nullptr) return {};
        article->add(fmt::format("Review {}{}: {}", article->pieces() + 1, stars_of(review), text),
                     options.max_words);
        return {};
      }));
  reading.counts.articles = products.size();
  Chosen chosen;
  for (auto& [key, article] : lowest.values()) {
    if (chosen.size() == options.count) break;
    // A single long review is no picture of what customers say.
    if (article.pieces() >= 3 && reading.fits(article.words())) chosen.push_back(article.take());
  }
  return chosen;
}

Result<void> check_options(const TaskImportOptions& options) {
  if (options.count == 0 || options.count > kMaxTasks) {
    return fail(ErrorCode::invalid_input,
                fmt::format("{} tasks were asked for; ask for 1 to {}", options.count, kMaxTasks));
  }
  if (options.min_words > options.max_words || options.max_words == 0) {
    return fail(ErrorCode::invalid_input,
                fmt::format("articles of {} to {} words were asked for; the first number must not "
                            "be the greater one, nor the second 0",
                            options.min_words, options.max_words));
  }
  return {};
}

Result<Chosen> read_articles(TaskDataset dataset, Reading& reading) {
  switch (dataset) {
    case TaskDataset::xsum:
      return read_xsum(reading);
    case TaskDataset::pubmedqa:
      return read_pubmedqa(reading);
    case TaskDataset::cuad:
      return read_cuad(reading);
    case TaskDataset::amazon:
      return read_amazon(reading);
  }
  std::unreachable();
}

Task make_task(TaskDataset dataset, std::size_t number, std::string article) {
  const TaskTemplate& form = task_template(dataset);
  Task task;
  task.id = fmt::format("{}_{}", name_of(TaskType::summarization), number);
  task.type = TaskType::summarization;
  task.source_dataset = form.source_dataset;
  task.initial_intent = form.initial_intent;
  task.source_text = std::move(article);
  task.steps.assign(form.steps.begin(), form.steps.end());
  return task;
}

Result<TaskImport> import_from(TaskDataset dataset, const Input& input,
                               const TaskImportOptions& options) {
  PLUMB_CHECK_RESULT(check_options(options));
  Reading reading{input, options, {}};
  PLUMB_TRY(Chosen articles, read_articles(dataset, reading));
  if (articles.empty()) {
    return fail(
        ErrorCode::invalid_input,
        fmt::format("{}: of {} articles none has {} to {} words{}; ask for another size",
                    input.name, reading.counts.articles, options.min_words, options.max_words,
                    dataset == TaskDataset::amazon ? " in 3 reviews or more" : ""));
  }
  TaskImport result = std::move(reading.counts);
  for (std::string& article : articles) {
    result.tasks.push_back(
        make_task(dataset, options.first_number + result.tasks.size(), std::move(article)));
  }
  return result;
}

}  // namespace

std::string_view name_of(TaskDataset dataset) {
  switch (dataset) {
    case TaskDataset::xsum:
      return "xsum";
    case TaskDataset::pubmedqa:
      return "pubmedqa";
    case TaskDataset::cuad:
      return "cuad";
    case TaskDataset::amazon:
      return "amazon";
  }
  std::unreachable();
}

std::optional<TaskDataset> task_dataset_of(std::string_view name) {
  for (const TaskDataset dataset : kTaskDatasets) {
    if (name_of(dataset) == name) return dataset;
  }
  return std::nullopt;
}

Result<TaskImport> import_tasks(TaskDataset dataset, const std::string& path,
                                const TaskImportOptions& options) {
  return import_from(dataset, Input{path, std::nullopt}, options);
}

Result<TaskImport> parse_task_import(TaskDataset dataset, std::string_view bytes,
                                     std::string_view name, const TaskImportOptions& options) {
  return import_from(dataset, Input{std::string(name), bytes}, options);
}

}  // namespace plumb
