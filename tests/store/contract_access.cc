// Projects, API keys, the audit log, replies that are given again.
#include <array>
#include <set>
#include <thread>

#include "store/store_contract.h"

namespace plumb {
namespace {

using namespace std::chrono_literals;

TEST_P(StoreContract, ProjectsHaveNamesOfTheirOwn) {
  EXPECT_EQ(code_of(store().projects().create("one")), ErrorCode::conflict);
  EXPECT_EQ(must(store().projects().ensure("one")).id, project_);
  EXPECT_EQ(must(store().projects().find("other")).id, other_);
  EXPECT_EQ(must(store().projects().get(project_)).created, now());
  EXPECT_EQ(code_of(store().projects().find("nobody's")), ErrorCode::not_found);
  EXPECT_EQ(code_of(store().projects().get(ProjectId{99})), ErrorCode::not_found);
  EXPECT_EQ(code_of(store().projects().create(" \t")), ErrorCode::invalid_input);
  EXPECT_EQ(code_of(store().projects().create(std::string(201, 'x'))), ErrorCode::invalid_input);
}

TEST_P(StoreContract, RetentionIsSetInWholeDays) {
  must(store().projects().set_retention(project_, 30));
  EXPECT_EQ(must(store().projects().get(project_)).retention_days, 30);
  must(store().projects().set_retention(project_, std::nullopt));
  EXPECT_EQ(must(store().projects().get(project_)).retention_days, std::nullopt);
  EXPECT_EQ(code_of(store().projects().set_retention(project_, 0)), ErrorCode::invalid_input);
  EXPECT_EQ(code_of(store().projects().set_retention(ProjectId{99}, 1)), ErrorCode::not_found);
}

TEST_P(StoreContract, AKeyOpensItsProjectUntilItIsRevoked) {
  EXPECT_FALSE(must(store().api_keys().any_made()));
  const auto made = must(store().api_keys().create(project_, {"ci", Scope::write, std::nullopt}));
  const auto opened = must(store().api_keys().authenticate(made.token.reveal()));
  ASSERT_TRUE(opened);
  EXPECT_EQ(*opened, made.key);
  EXPECT_TRUE(opened->allows(Scope::read));
  EXPECT_FALSE(opened->allows(Scope::admin));
  EXPECT_TRUE(must(store().api_keys().any_valid()));

  EXPECT_EQ(code_of(store().api_keys().revoke(other_, made.key.id)), ErrorCode::not_found);
  must(store().api_keys().revoke(project_, made.key.id));
  must(store().api_keys().revoke(project_, made.key.id));
  EXPECT_FALSE(must(store().api_keys().authenticate(made.token.reveal())));
  EXPECT_FALSE(must(store().api_keys().any_valid()));
  EXPECT_TRUE(must(store().api_keys().any_made()));
  EXPECT_EQ(must(store().api_keys().list(project_, {})).items.front().revoked, now());
}

TEST_P(StoreContract, TheLastAdminsKeyIsSpared) {
  auto keys = store().api_keys();
  const ApiKeyId first = must(keys.create(project_, {"a", Scope::admin, std::nullopt})).key.id;
  const ApiKeyId brief = must(keys.create(project_, {"b", Scope::admin, now() + 1h})).key.id;
  const ApiKeyId writer = must(keys.create(project_, {"c", Scope::write, std::nullopt})).key.id;
  must(keys.create(other_, {"d", Scope::admin, std::nullopt}));
  EXPECT_EQ(code_of(keys.revoke_unless_last_admin(other_, first)), ErrorCode::not_found);
  pass(1h);
  EXPECT_EQ(code_of(keys.revoke_unless_last_admin(project_, first)), ErrorCode::conflict);
  must(keys.revoke_unless_last_admin(project_, brief));  // which opens nothing any more
  must(keys.revoke_unless_last_admin(project_, writer));
  const ApiKeyId second = must(keys.create(project_, {"e", Scope::admin, std::nullopt})).key.id;
  must(keys.revoke_unless_last_admin(project_, first));
  must(keys.revoke_unless_last_admin(project_, first));  // twice is no error
  EXPECT_EQ(code_of(keys.revoke_unless_last_admin(project_, second)), ErrorCode::conflict);
  must(keys.revoke(project_, second));
}

TEST_P(StoreContract, OfTwoAdminsWhoRevokeEachOtherAtOnceOneStays) {
  for (int round = 0; round < 20; ++round) {
    auto keys = store().api_keys();
    const std::array ids = {must(keys.create(project_, {"a", Scope::admin, {}})).key.id,
                            must(keys.create(project_, {"b", Scope::admin, {}})).key.id};
    std::array<Result<void>, 2> revoked;
    {
      const std::jthread other(
          [&] { revoked[0] = store().api_keys().revoke_unless_last_admin(project_, ids[0]); });
      revoked[1] = keys.revoke_unless_last_admin(project_, ids[1]);
    }
    EXPECT_NE(revoked[0].has_value(), revoked[1].has_value());
    must(keys.revoke(project_, ids[0]));
    must(keys.revoke(project_, ids[1]));
  }
}

TEST_P(StoreContract, AKeyExpires) {
  const auto made = must(store().api_keys().create(project_, {"ci", Scope::read, now() + 1h}));
  EXPECT_TRUE(must(store().api_keys().authenticate(made.token.reveal())));
  pass(1h);
  EXPECT_FALSE(must(store().api_keys().authenticate(made.token.reveal())));
  EXPECT_FALSE(must(store().api_keys().any_valid()));
  EXPECT_TRUE(must(store().api_keys().any_made()));
  EXPECT_EQ(code_of(store().api_keys().create(project_, {"ci", Scope::read, now()})),
            ErrorCode::invalid_input);
}

TEST_P(StoreContract, AKeyKeepsItsLimits) {
  NewApiKey wanted{"ci", Scope::write, std::nullopt};
  wanted.limits = {.rate = 0.25, .body_limit = 1'000'000'000'000};
  const auto made = must(store().api_keys().create(project_, wanted));
  EXPECT_EQ(made.key.limits, wanted.limits);
  reopen();
  EXPECT_EQ(must(store().api_keys().authenticate(made.token.reveal()))->limits, wanted.limits);
  const auto sign_in = must(store().sign_ins().start(made.key.id));
  EXPECT_EQ(must(store().sign_ins().find(sign_in.token.reveal()))->key, made.key);
  for (const KeyLimits& wrong : {KeyLimits{.rate = 0.0}, KeyLimits{.rate = 1e7},
                                 KeyLimits{.body_limit = 0}, KeyLimits{.body_limit = INT64_MAX}}) {
    wanted.limits = wrong;
    EXPECT_EQ(code_of(store().api_keys().create(project_, wanted)), ErrorCode::invalid_input);
  }
}

TEST_P(StoreContract, AWrongTokenOpensNothing) {
  const auto made = must(store().api_keys().create(project_, {"ci", Scope::read, std::nullopt}));
  std::string wrong(made.token.reveal());
  wrong.back() = wrong.back() == '0' ? '1' : '0';
  for (const std::string& token :
       {wrong, std::string(), std::string("plumb_"), std::string("plumb_zzzzzzzzzzzz_x"),
        std::string(made.token.reveal()) + "0", "plumb_" + std::string(77, '\xFF'),
        "plumb_" + std::string(77, '\0')}) {
    const auto opened = store().api_keys().authenticate(token);
    ASSERT_TRUE(opened) << opened.error().message;
    EXPECT_FALSE(*opened);
  }
  EXPECT_EQ(code_of(store().api_keys().create(ProjectId{99}, {})), ErrorCode::not_found);
}

TEST_P(StoreContract, AuditLinesAreListedByProject) {
  for (int i = 0; i < 5; ++i) {
    AuditLine line;
    line.actor = i % 2 == 0 ? "a" : "b";
    line.action = "execution.create";
    line.subject = "executions/" + std::to_string(i);
    must(store().audit_log().add(project_, line));
  }
  AuditFilter filter;
  filter.actor = "b";
  const auto page = must(store().audit_log().list(project_, filter, {}));
  ASSERT_EQ(page.items.size(), 2U);
  EXPECT_EQ(page.items.front().subject, "executions/3");
  EXPECT_EQ(page.items.front().time, now());
  EXPECT_TRUE(must(store().audit_log().list(other_, {}, {})).items.empty());
}

TEST_P(StoreContract, ARepeatedRequestGetsTheReplyOfTheFirst) {
  auto keys = store().idempotency_keys();
  EXPECT_FALSE(must(keys.claim(project_, "k", "hash", 1min)));
  EXPECT_EQ(code_of(keys.claim(project_, "k", "hash", 1min)), ErrorCode::conflict);
  const StoredReply reply{201,
                          "application/json",
                          std::string("{\"id\":1}\0\xFF", 10),
                          {{"location", "/a: b"}, {"retry-after", ""}}};
  must(keys.keep(project_, "k", reply));
  EXPECT_EQ(must(keys.claim(project_, "k", "hash", 1min)), reply);
  EXPECT_EQ(code_of(keys.claim(project_, "k", "another", 1min)), ErrorCode::invalid_input);
  EXPECT_FALSE(must(keys.claim(other_, "k", "another", 1min)));
  EXPECT_EQ(code_of(keys.claim(project_, "", "hash", 1min)), ErrorCode::invalid_input);
}

TEST_P(StoreContract, AKeyOfAKilledRequestIsFreeAgain) {
  auto keys = store().idempotency_keys();
  EXPECT_FALSE(must(keys.claim(project_, "k", "hash", 1min)));
  pass(1min);
  EXPECT_FALSE(must(keys.claim(project_, "k", "hash", 1min)));
  must(keys.release(project_, "k"));
  EXPECT_FALSE(must(keys.claim(project_, "k", "other", 1min)));
}

TEST_P(StoreContract, WorkAndReplyAreOneTransaction) {
  auto keys = store().idempotency_keys();
  const auto request = [&](bool fails) {
    return store().atomically([&]() -> Result<std::int64_t> {
      PLUMB_TRY(const auto earlier, keys.claim(project_, "k", "hash", 1min));
      if (earlier) return std::stoll(earlier->body);
      PLUMB_TRY(const auto made, store().executions().create(project_, {"run", "", {}}));
      const std::string id = std::to_string(number_of(made.id));
      PLUMB_CHECK_RESULT(keys.keep(project_, "k", {201, "text/plain", id}));
      if (fails) return fail(ErrorCode::io, "the power is gone");
      return number_of(made.id);
    });
  };
  EXPECT_EQ(code_of(request(true)), ErrorCode::io);
  EXPECT_TRUE(must(store().executions().list(project_, {}, {}, {})).items.empty());
  const auto first = must(request(false));
  EXPECT_EQ(must(request(false)), first);
  EXPECT_EQ(must(store().executions().list(project_, {}, {}, {})).items.size(), 1U);
}

TEST_P(StoreContract, AnErrorInsideMakesTheWholeFailEvenWhenItIsSwallowed) {
  const auto done = store().atomically([&]() -> Result<void> {
    PLUMB_CHECK_RESULT(store().executions().create(project_, {"run", "", {}}));
    EXPECT_FALSE(store().projects().create("one"));  // taken
    return {};
  });
  EXPECT_EQ(code_of(done), ErrorCode::conflict);
  EXPECT_TRUE(must(store().executions().list(project_, {}, {}, {})).items.empty());
}

TEST_P(StoreContract, TextThatOneDatabaseCannotHoldIsRefusedByBoth) {
  const std::string nul("a\0b", 3);
  for (const std::string& name : {nul, std::string("\xC3\x28")}) {
    const auto made = store().projects().create(name);
    EXPECT_EQ(code_of(made), ErrorCode::invalid_input);
    EXPECT_EQ(code_of(store().executions().create(project_, {name, "", {}})),
              ErrorCode::invalid_input);
  }
  EXPECT_EQ(must(store().projects().create("naïve 漢字 🎈")).name, "naïve 漢字 🎈");
}

}  // namespace
}  // namespace plumb
